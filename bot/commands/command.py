"""What a command and its options are, the values that options take, and the errors in a command as it was given."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from zoneinfo import available_timezones

from msgspec import Struct, field

from bot.model.room_settings import Activity
from core.errors import CoreError

ON, OFF = "on", "off"

SWITCH_VALUES = {ON: True, "yes": True, "true": True, OFF: False, "no": False, "false": False, "ask": False}
"""What can be typed for an option that is on or off. Buttons of earlier versions say `ask`."""


class OptionType(StrEnum):
    """The type of an option."""

    TEXT = "text"
    INTEGER = "integer"
    CHOICE = "choice"
    RULES = "rules"
    HISTORY = "history"
    GAME = "game"
    PLAYER = "player"
    CHANNEL = "channel"
    SWITCH = "switch"
    DAY = "day"
    CODE = "code"
    ZONE = "zone"


class HelpGroup(StrEnum):
    """The groups of commands in the help, by the words that name them there."""

    GAMES = "games"
    OTHERS = "others"
    COACH = "coach"
    RECORDS = "records"
    YOU = "you"


class RaceStart(StrEnum):
    """When a race starts."""

    SIGNAL = "signal"
    """Later, at a signal of its starter."""

    NOW = "now"
    """At once: this value gives the signal."""


class PrivacyAction(StrEnum):
    """What a player does with what is stored about them."""

    SHOW = "show"
    EXPORT = "export"
    HIDE = "hide"
    UNHIDE = "unhide"
    DELETE = "delete"


class StatisticsPart(StrEnum):
    """What is shown of a player's statistics."""

    CARD = "card"
    ALL = "all"
    GAMES = "games"
    """The last games, to review one."""

    SHARED = "shared"
    """The card, for everybody."""


class SecretKeeper(StrEnum):
    """Who keeps a secret in a game against the opponent or a hosted game: the bot, or the player in their head."""

    BOT = "bot"
    HEAD = "head"


class DailyAction(StrEnum):
    """What to do with a game of the daily."""

    PLAY = "play"
    GIVE_UP = "giveup"
    SHARE = "share"
    BOARDS = "boards"
    TEXT = "text"
    ARCHIVE = "archive"
    VERIFY = "verify"


class Option(Struct, frozen=True):
    """An option of a command.

    Args:
        name: its name, in lower-case ASCII.
        description: what it means in English, at most 100 characters, without a full stop.
        kind: the type of its value.
        required: whether the command needs it.
        default: the value if it is not given, as it would be typed; None if the command decides.
        choices: all values if the kind is `CHOICE` or `SWITCH`, otherwise examples.
        low: the smallest value if the kind is `INTEGER`.
        high: the largest value if the kind is `INTEGER`.
        needs_name: whether its value is recognized in typed text only after its name.
        synonyms: other words for choices, with the choices that they stand for.
    """

    name: str
    description: str
    kind: OptionType = OptionType.TEXT
    required: bool = False
    default: str | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    needs_name: bool = False
    synonyms: Mapping[str, str] = field(default_factory=dict)


def choice_option(name: str, description: str, default: StrEnum, synonyms: Mapping[str, str] | None = None) -> Option:
    """An option whose value is a member of an enumeration."""
    choices = tuple(member.value for member in type(default))
    return Option(name, description, OptionType.CHOICE, default=default.value, choices=choices, synonyms=synonyms or {})


def switch_option(name: str, description: str, default: str | None = OFF) -> Option:
    """An option that is on or off."""
    return Option(name, description, OptionType.SWITCH, default=default, choices=(ON, OFF))


def one_of_option(name: str, description: str, choices: Iterable[str]) -> Option:
    """An option whose value is one of several, without a default."""
    return Option(name, description, OptionType.CHOICE, choices=tuple(map(str, choices)))


def number_option(name: str, description: str, low: int, high: int, default: int | None = None) -> Option:
    """An option whose value is an integer from `low` to `high`."""
    shown = None if default is None else str(default)
    return Option(name, description, OptionType.INTEGER, default=shown, low=low, high=high)


class Command(Struct, frozen=True):
    """A command.

    Args:
        name: its name, in lower-case ASCII.
        group: where the help lists it.
        description: what it does in English, at most 100 characters, without a full stop.
        options: its options. In typed text, the first may be given without its name, and so may values that can belong
            to no other option.
        is_public: whether everybody sees the reply.
        uses_solver: whether it waits for the solver, so that the reply may take longer than a second.
        example: the command with options, as a user could type it; empty for none.
        activity: what it does that settings can reserve for managers, None for nothing.
        on_discord: whether Discord lists it. What a button on a board does, which `board` shows again, need not be a
            slash command; it stays a typed word on other platforms.
    """

    name: str
    group: HelpGroup
    description: str
    options: tuple[Option, ...] = ()
    is_public: bool = False
    uses_solver: bool = False
    example: str = ""
    activity: Activity | None = None
    on_discord: bool = True

    def option(self, name: str | None) -> Option | None:
        """The option of that name, None if there is none."""
        return next((option for option in self.options if option.name == name), None)


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


class OptionWithoutCommand(CommandError):
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


class InvalidOptionValue(CommandError):
    """`read` is not a value of `option`: one of `choices` or, if there are none, a number from `low` to `high`."""

    command: str
    option: str
    read: str
    choices: tuple[str, ...]
    low: int
    high: int


class WrongSettingScope(CommandError):
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


class CallerMayNotOpenThread(CommandError):
    """The caller may not open a thread in the channel."""


class CannotOpenThreadInChannel(CommandError):
    """The channel has no threads, or the bot may not open one."""


class ServerSummaryNeedsChannel(CommandError):
    """A summary for a whole server needs a channel for announcements."""


class SettingNotInTerminal(CommandError):
    """The option `option` of `settings` means nothing in the terminal."""

    option: str


class LanguageSetByProgramOption(CommandError):
    """In the terminal, an option of the program sets the language."""


@cache
def time_zones() -> Mapping[str, str]:
    """The names of time zones, by themselves in lower case."""
    return {name.lower(): name for name in available_timezones()}
