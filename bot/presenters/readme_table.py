"""The README's table of commands, made from the catalogue: `python -m bot.presenters.readme_table` prints it."""

from bot.commands.catalogue import CATALOGUE, Command, Option
from bot.wording import LANGUAGES

_HEAD = ("| command | options and their defaults | description | reply |", "|---|---|---|---|")


def command_table() -> str:
    """Every command with its options, what they are when not given, and what it does, in Markdown."""
    return "\n".join((*_HEAD, *map(_row, CATALOGUE)))


def _row(command: Command) -> str:
    options = ", ".join(map(_option, command.options))
    answer = LANGUAGES["en"].command(command.name)
    return f"| `{command.name}` | {options} | {answer} | {command.visibility} |"


def _option(option: Option) -> str:
    if option.required:
        return f"`{option.name}`"
    return f"`[{option.name}]` {option.default}" if option.default else f"`[{option.name}]`"


if __name__ == "__main__":
    print(command_table())  # noqa: T201  # this is what it is run for
