"""What a command and its options are, and the values that options take."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.model.room_settings import Activity

ON, OFF = "on", "off"

SWITCH_VALUES = {ON: True, "yes": True, "true": True, OFF: False, "no": False, "false": False, "ask": False}
"""What can be typed for an option that is on or off. Buttons of earlier versions say `ask`."""


class Kind(StrEnum):
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


class Group(StrEnum):
    """The groups of commands in the help, by the words that name them there."""

    GAMES = "games"
    OTHERS = "others"
    COACH = "coach"
    RECORDS = "records"
    YOU = "you"


class Visibility(StrEnum):
    """Who sees the reply."""

    PUBLIC = "public"
    PRIVATE = "private"


class Start(StrEnum):
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


@dataclass(frozen=True, slots=True)
class Option:
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
    kind: Kind = Kind.TEXT
    required: bool = False
    default: str | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    needs_name: bool = False
    synonyms: Mapping[str, str] = field(default_factory=dict)


def choice(name: str, description: str, default: StrEnum, synonyms: Mapping[str, str] | None = None) -> Option:
    """An option whose value is a member of an enumeration."""
    choices = tuple(member.value for member in type(default))
    return Option(name, description, Kind.CHOICE, default=default.value, choices=choices, synonyms=synonyms or {})


def switch(name: str, description: str, default: str | None = OFF) -> Option:
    """An option that is on or off."""
    return Option(name, description, Kind.SWITCH, default=default, choices=(ON, OFF))


def one_of(name: str, description: str, choices: Iterable[str]) -> Option:
    """An option whose value is one of several, without a default."""
    return Option(name, description, Kind.CHOICE, choices=tuple(map(str, choices)))


def number(name: str, description: str, low: int, high: int, default: int | None = None) -> Option:
    """An option whose value is an integer from `low` to `high`."""
    shown = None if default is None else str(default)
    return Option(name, description, Kind.INTEGER, default=shown, low=low, high=high)


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Args:
        name: its name, in lower-case ASCII.
        group: where the help lists it.
        description: what it does in English, at most 100 characters, without a full stop.
        options: its options. In typed text, the first may be given without its name, and so may values that can belong
            to no other option.
        visibility: who sees the reply.
        uses_solver: whether it waits for the solver, so that the reply may take longer than a second.
        example: the command with options, as a user could type it; empty for none.
        activity: what it does that settings can reserve for managers, None for nothing.
        on_discord: whether Discord lists it. What a button on a board does, which `board` shows again, need not be a
            slash command; it stays a typed word on other platforms.
    """

    name: str
    group: Group
    description: str
    options: tuple[Option, ...] = ()
    visibility: Visibility = Visibility.PRIVATE
    uses_solver: bool = False
    example: str = ""
    activity: Activity | None = None
    on_discord: bool = True

    def option(self, name: str) -> Option | None:
        """The option of that name, None if there is none."""
        return next((option for option in self.options if option.name == name), None)
