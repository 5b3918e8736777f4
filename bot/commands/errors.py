"""Errors in a command that are found before a service is called."""

from core.errors import CoreError


class CommandError(CoreError):
    """A command cannot be carried out as it was given."""


class UnknownCommand(CommandError):
    """`read` is not a command; `nearest` is what was probably meant, None if that is not clear."""

    read: str
    nearest: str | None


class UnknownOption(CommandError):
    """`command` has no option `read`."""

    command: str
    read: str


class OptionAlone(CommandError):
    """`read` is an option without a command; `command` is one that has it, None if none has."""

    read: str
    command: str | None


class UnknownRulesOrPeriod(CommandError):
    """`read` is neither rules nor a period of a leaderboard."""

    read: str


class MissingOption(CommandError):
    """`command` needs `option`."""

    command: str
    option: str


class BadOption(CommandError):
    """`read` is not a value of `option`: one of `choices` or, if there are none, a number from `low` to `high`."""

    command: str
    option: str
    read: str
    choices: tuple[str, ...]
    low: int
    high: int


class WrongScope(CommandError):
    """The option `option` of `settings` can be chosen only for `scopes`, by the names they have in the room."""

    option: str
    scopes: tuple[str, ...]


class UnknownTimeZone(CommandError):
    """`read` is not a time zone; `nearest` is the most similar one, None if none is similar."""

    read: str
    nearest: str | None


class UnknownChannel(CommandError):
    """`read` is not a channel."""

    read: str


class ChannelOutOfReach(CommandError):
    """The bot cannot post in the channel with the id `channel`."""

    channel: str


class UnknownOpponent(CommandError):
    """In the terminal, nobody called `read` has used the bot; `nearest` is the most similar name, None if none is."""

    read: str
    nearest: str | None


class NobodyElseHere(CommandError):
    """The command needs somebody else, and the caller is alone with the bot."""


class ThreadNotAllowed(CommandError):
    """The caller may not open a thread in the channel."""


class ThreadForbidden(CommandError):
    """The channel has no threads, or the bot may not open one."""


class SummaryWithoutChannel(CommandError):
    """A summary for a whole server needs a channel for announcements."""


class NoTerminalSetting(CommandError):
    """The option `option` of `settings` means nothing in the terminal."""

    option: str


class LanguageElsewhere(CommandError):
    """In the terminal, an option of the program sets the language."""
