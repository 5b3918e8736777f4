"""Errors in a command that are found before a service is called.

```
CommandError
├── UnknownCommand        there is no such command
├── UnknownOption         the command has no such option
├── MissingOption         the command needs an option that was not given
├── BadOption             the value of an option is not allowed
└── RaceOnly              the option is for races, and the game is none
```
"""

from dataclasses import dataclass

from core.errors import CoreError


class CommandError(CoreError):
    """A command cannot be carried out as it was given."""


@dataclass(eq=False)
class UnknownCommand(CommandError):
    """`read` is not a command; `nearest` is the most similar one, None if no command is similar."""

    read: str
    nearest: str | None


@dataclass(eq=False)
class UnknownOption(CommandError):
    """`command` has no option `read`, only `options`."""

    command: str
    read: str
    options: tuple[str, ...]


@dataclass(eq=False)
class MissingOption(CommandError):
    """`command` needs `option`."""

    command: str
    option: str


@dataclass(eq=False)
class BadOption(CommandError):
    """`read` is not a value of `option`: one of `choices` or, if there are none, a number from `low` to `high`."""

    command: str
    option: str
    read: str
    choices: tuple[str, ...]
    low: int
    high: int


@dataclass(eq=False)
class RaceOnly(CommandError):
    """`option` is for races, and the game is none."""

    option: str
