"""The catalogue of commands, from which every platform, the help and the README's table are made.

Names of commands and options are the same in every language, so that users can copy each other's commands.
`bot.wording` describes what they do.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from bot.commands.settings_options import DEFAULT, MAX_HOURS, SettingsGroup, SettingsScope
from bot.model.leaderboards import Order, Period, Scope
from bot.model.room_settings import Activity, Permission, Summary
from bot.services.daily.days import TODAY, YESTERDAY
from core.game.boards import DEFAULT_TRIES, MAX_TRIES, NO_LIMIT
from core.game.games import Who
from core.game.races import MAX_MINUTES, NO_TIME_LIMIT
from core.game.rules import FEEDBACK_WORDS, NAMED_RULES
from core.game.sides import Level
from core.solver.strategies import STRATEGY_NAMES


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


class SecretKeeper(StrEnum):
    """Who keeps a secret in a game against the opponent or a hosted game: the bot, or the player in their head."""

    BOT = "bot"
    HEAD = "head"


class DailyAction(StrEnum):
    """What to do with a game of the daily."""

    PLAY = "play"
    GIVE_UP = "giveup"
    SHARE = "share"
    TEXT = "text"
    ARCHIVE = "archive"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    Args:
        name: its name, in lower-case ASCII.
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
    kind: Kind = Kind.TEXT
    required: bool = False
    default: str | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    needs_name: bool = False
    synonyms: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command:
    """A command.

    Args:
        name: its name, in lower-case ASCII.
        options: its options. In typed text, the first may be given without its name, and so may values that can belong
            to no other option.
        visibility: who sees the reply.
        uses_solver: whether it waits for the solver, so that the reply may take longer than a second.
        example: the command with options, as a user could type it; empty for none.
        activity: what it does that settings can reserve for managers, None for nothing.
    """

    name: str
    options: tuple[Option, ...] = ()
    visibility: Visibility = Visibility.PRIVATE
    uses_solver: bool = False
    example: str = ""
    activity: Activity | None = None

    def option(self, name: str) -> Option | None:
        """The option of that name, None if there is none."""
        return next((option for option in self.options if option.name == name), None)


def _choice(name: str, default: StrEnum) -> Option:
    return Option(name, Kind.CHOICE, default=default.value, choices=tuple(member.value for member in type(default)))


ON, OFF = "on", "off"

SWITCH_VALUES = {ON: True, "yes": True, "true": True, OFF: False, "no": False, "false": False, "ask": False}
"""What can be typed for an option that is on or off. Buttons of earlier versions say `ask`."""


def _switch(name: str, default: str | None = OFF) -> Option:
    return Option(name, Kind.SWITCH, default=default, choices=(ON, OFF))


_RULES = Option("rules", Kind.RULES, default="hitblow", choices=tuple(NAMED_RULES))
_START = Option("start", Kind.CHOICE, choices=tuple(start.value for start in Start))
_MINUTES = Option("minutes", Kind.INTEGER, default=str(NO_TIME_LIMIT), high=MAX_MINUTES, needs_name=True)
_HISTORY = Option("history", Kind.HISTORY)
_TRIES = Option("tries", Kind.INTEGER, default=str(DEFAULT_TRIES), low=NO_LIMIT, high=MAX_TRIES)

CONFIRM = "confirm"
"""The name of the option that confirms a question."""

YES = "yes"
"""The value of that option in buttons."""

_CONFIRM = _switch(CONFIRM)

_PERIOD = replace(
    _choice("period", Period.ALL),
    synonyms={"daily": Period.TODAY.value, "weekly": Period.WEEK.value, "monthly": Period.MONTH.value},
)

_DUEL_TRIES = Option("tries", Kind.INTEGER, default=str(NO_LIMIT), low=NO_LIMIT, high=MAX_TRIES)

_SETTINGS = (
    Option("scope", Kind.CHOICE, choices=tuple(scope.value for scope in SettingsScope)),
    Option("group", Kind.CHOICE, choices=tuple(group.value for group in SettingsGroup)),
    *(_switch(name, default=None) for name in ("warnings", "mentions")),
    Option("language", choices=("en", "ja", DEFAULT)),
    Option("rules", Kind.RULES, choices=tuple(NAMED_RULES)),
    Option("words", Kind.CHOICE, choices=(*FEEDBACK_WORDS, DEFAULT)),
    Option("channels"),
    *(Option(name, Kind.CHOICE, choices=(*map(str, Permission), DEFAULT)) for name in ("begin", "threads", "hints")),
    Option("announcements", Kind.CHANNEL),
    Option("summary", Kind.CHOICE, choices=(*map(str, Summary), DEFAULT)),
    Option("hour", Kind.INTEGER, low=0, high=23),
    Option("timezone"),
    _switch("reminders", default=None),
    *(Option(name, Kind.INTEGER, low=1, high=MAX_HOURS) for name in ("turn", "challenge", "idle")),
)

THREAD = _switch("thread")
"""An option that only Discord has: to play in a new thread."""

WITH_THREAD_OPTION = ("play",)
"""Commands with the option `THREAD`."""

CATALOGUE: tuple[Command, ...] = (
    Command(
        "play",
        (_RULES, _TRIES, _choice("who", Who.EVERYONE), _START, _MINUTES),
        Visibility.PUBLIC,
        example="play mastermind tries:8",
        activity=Activity.BEGIN,
    ),
    Command("guess", (Option("code", required=True), _CONFIRM), Visibility.PUBLIC, example="guess 0123"),
    Command(
        "daily",
        (
            _RULES,
            Option("day", Kind.DAY, default=TODAY, choices=(TODAY, YESTERDAY)),
            Option("guess", Kind.CODE),
            _choice("action", DailyAction.PLAY),
            _CONFIRM,
        ),
        example="daily numeron 012",
    ),
    Command("board", (Option("turn", Kind.INTEGER, low=1, high=9999), _switch("verify")), Visibility.PUBLIC),
    Command("giveup", (_CONFIRM,), Visibility.PUBLIC, example="giveup confirm:on"),
    Command("rematch", (), Visibility.PUBLIC, activity=Activity.BEGIN),
    Command(
        "host",
        (_RULES, _TRIES, _choice("keep", SecretKeeper.BOT)),
        Visibility.PUBLIC,
        example="host numeron keep:head",
        activity=Activity.BEGIN,
    ),
    Command(
        "versus",
        (_choice("level", Level.NORMAL), _RULES, _choice("secret", SecretKeeper.BOT)),
        Visibility.PUBLIC,
        example="versus hard secret:head",
        activity=Activity.BEGIN,
    ),
    Command(
        "duel",
        (Option("opponent", Kind.PLAYER, required=True), _RULES, _DUEL_TRIES, _switch("hidden")),
        Visibility.PUBLIC,
        example="duel ann numeron",
        activity=Activity.BEGIN,
    ),
    Command("secret", (), Visibility.PUBLIC),
    Command("draw", (), Visibility.PUBLIC),
    Command("claim", (), Visibility.PUBLIC),
    Command("hint", (), uses_solver=True, activity=Activity.HINTS),
    Command(
        "suggest",
        (
            _HISTORY,
            _RULES,
            Option("strategy", default="optimal", choices=STRATEGY_NAMES),
            Option("top", Kind.INTEGER, default="3", low=1, high=10),
            Option("lies", Kind.INTEGER, default="0", low=0, high=1),
        ),
        uses_solver=True,
        example="suggest 0123 0H2B, 1435 0H1B rules:4x10",
    ),
    Command(
        "answer",
        (Option("feedback", required=True), Option("guess")),
        uses_solver=True,
        example="answer 0H2B guess:1456",
    ),
    Command("undo", (), uses_solver=True),
    Command(
        "fix",
        (Option("choice", Kind.INTEGER, low=1, high=25),),
        uses_solver=True,
        example="fix 1",
    ),
    Command(
        "check",
        (Option("guess", required=True), _HISTORY, _RULES),
        uses_solver=True,
        example="check 1456 history:0123 0H2B",
    ),
    Command("review", (Option("game", Kind.GAME),), uses_solver=True),
    Command("stats", (Option("player", Kind.PLAYER),), example="stats ann"),
    Command(
        "leaderboard",
        (
            _RULES,
            _PERIOD,
            _choice("scope", Scope.SERVER),
            _choice("order", Order.AVERAGE),
            Option("page", Kind.INTEGER, default="1", low=1, high=999),
        ),
        Visibility.PUBLIC,
        example="leaderboard mastermind period:week",
    ),
    Command("settings", _SETTINGS, example="settings server timezone:Asia/Tokyo idle:48"),
    Command("privacy", (_choice("action", PrivacyAction.SHOW), _CONFIRM, _switch("really")), example="privacy export"),
    Command("rules", (Option("rules", Kind.RULES, choices=tuple(NAMED_RULES)),), example="rules numeron"),
    Command("help", (Option("command"),), example="help play"),
)

BY_NAME = {command.name: command for command in CATALOGUE}
"""The commands of the catalogue by their names."""
