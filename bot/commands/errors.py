"""What is wrong with a command before any service is asked, and what keeps a platform from being served.

```
CommandError
├── UnknownCommand        no such command
├── UnknownOption         the command has no such option
├── MissingOption         it needs one that was not given
└── BadOption             an option's value is not one of those it takes
PlatformError
├── TokenMissing          nothing to log in with is set
├── SettingsMissing       settings that go together are not all there
├── TokenRefused          it is not taken
├── PlatformUnreachable   there is no way there
└── IntentsRefused        the bot was not granted what it asks for
```
"""

from dataclasses import dataclass

from core.game.errors import CoreError


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


@dataclass(eq=False)
class PlatformError(CoreError):
    """Base of what keeps `platform`, by the name people call it, from being served."""

    platform: str


@dataclass(eq=False)
class TokenMissing(PlatformError):
    """The environment variable `setting` is not set."""

    setting: str


@dataclass(eq=False)
class SettingsMissing(PlatformError):
    """One of `alternatives` has to be set: names of environment variables that go together."""

    alternatives: tuple[tuple[str, ...], ...]


@dataclass(eq=False)
class TokenRefused(PlatformError):
    """What is in the environment variable `setting` is not taken."""

    setting: str


@dataclass(eq=False)
class PlatformUnreachable(PlatformError):
    """It does not answer."""


@dataclass(eq=False)
class IntentsRefused(PlatformError):
    """It does not grant what the bot wants to hear of."""
