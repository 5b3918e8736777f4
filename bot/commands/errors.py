"""What is wrong with a command before a service is called.

```
CommandError
├── UnknownCommand        no such command
├── UnknownOption         the command has no such option
├── MissingOption         it needs one that was not given
└── BadOption             an option's value is not one of those it takes
```
"""

from dataclasses import dataclass

from core.errors import CoreError


class CommandError(CoreError):
    """Base of what is wrong with a command."""


@dataclass(eq=False)
class UnknownCommand(CommandError):
    """`read` is no command; `nearest` is the one that looks most like it, if any does."""

    read: str
    nearest: str | None


@dataclass(eq=False)
class UnknownOption(CommandError):
    """`command` has no option `read`; it has `options`."""

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
    """`read` is no value of `option`, which takes one of `choices` or, without any, a number from `low` to `high`."""

    command: str
    option: str
    read: str
    choices: tuple[str, ...]
    low: int
    high: int
