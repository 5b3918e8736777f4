"""The error about a setting, apart from the settings, which take long to import."""


class SettingInvalid(Exception):
    """A setting cannot have the value that it has. The value is left out, because it may be a token.

    Args:
        variable: the environment variable.
        choices: the values it can have; empty if it is a number.
    """

    def __init__(self, variable: str, choices: tuple[str, ...]) -> None:
        super().__init__(variable)
        self.variable = variable
        self.choices = choices

    @property
    def is_port(self) -> bool:
        """Whether the setting is the number of a port."""
        return self.variable.endswith("_PORT")
