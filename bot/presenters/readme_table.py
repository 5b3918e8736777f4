"""The README's table of commands. `python -m bot.presenters.readme_table` prints it."""

from bot.commands.catalogue import CATALOGUE
from bot.commands.command import Command, Option

_HEAD = ("| command | options and their defaults | description | reply |", "|---|---|---|---|")


def command_table() -> str:
    """The catalogue as a table in Markdown."""
    return "\n".join((*_HEAD, *map(_row, CATALOGUE)))


def _row(command: Command) -> str:
    options = ", ".join(map(_option, command.options))
    return f"| `{command.name}` | {options} | {command.description} | {command.visibility} |"


def _option(option: Option) -> str:
    if option.required:
        return f"`{option.name}`"
    return f"`[{option.name}]` {option.default}" if option.default else f"`[{option.name}]`"


if __name__ == "__main__":
    print(command_table())  # noqa: T201  # a command-line tool
