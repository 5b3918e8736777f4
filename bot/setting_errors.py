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


class SettingUnprintable(SettingInvalid):
    """A setting has a control character within its value, such as a line break that was copied with a token."""

    def __init__(self, variable: str) -> None:
        super().__init__(variable, ())


class SettingsFileUnreadable(SettingInvalid):
    """The file of the settings is not a text that can be read; its name is `variable`."""

    def __init__(self, file: str) -> None:
        super().__init__(file, ())
