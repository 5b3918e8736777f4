"""The commands: one list from which every platform, the help and the README's table are made.

What commands and options are called stands here, in every language the same, so that people can copy them; what they
do is described by `bot.wording`.
"""

from dataclasses import dataclass
from enum import StrEnum

from bot.services.records import Order, Period, Scope
from core.game.games import DEFAULT_TRIES, MAX_TRIES, NO_LIMIT, Who
from core.game.rules import NAMED_RULES
from core.game.versus import Level
from core.solver.strategies import STRATEGY_NAMES


class Kind(StrEnum):
    """What an option's value is."""

    TEXT = "text"
    INTEGER = "integer"
    CHOICE = "choice"
    RULES = "rules"
    HISTORY = "history"
    GAME = "game"
    PLAYER = "player"


class Visibility(StrEnum):
    """Who sees the answer."""

    PUBLIC = "public"
    PRIVATE = "private"


class Keep(StrEnum):
    """Where the player's secret is kept in a game against the opponent."""

    BOT = "bot"
    HEAD = "head"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a command.

    `choices` are all there are for a choice and examples for anything else; `low` and `high` bound an integer.
    `default` is what stands for an option not given, as it would be typed; None where the command decides.
    """

    name: str
    kind: Kind = Kind.TEXT
    required: bool = False
    default: str | None = None
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Command:
    """One command; the first of its options may be given without its name.

    A `portable` command needs no game in a room, so it is offered where the bot is not a member. One that `thinks` asks
    the solver before it has anything to show, so its answer may take longer than a second. `example` is what somebody
    could type.
    """

    name: str
    options: tuple[Option, ...] = ()
    visibility: Visibility = Visibility.PRIVATE
    portable: bool = False
    thinks: bool = False
    example: str = ""

    def option(self, name: str) -> Option | None:
        """The option of that name."""
        return next((option for option in self.options if option.name == name), None)


def _choice(name: str, default: StrEnum) -> Option:
    return Option(name, Kind.CHOICE, default=default.value, choices=tuple(member.value for member in type(default)))


_RULES = Option("rules", Kind.RULES, default="hitblow", choices=tuple(NAMED_RULES))
_HISTORY = Option("history", Kind.HISTORY)
_TRIES = Option("tries", Kind.INTEGER, default=str(DEFAULT_TRIES), low=NO_LIMIT, high=MAX_TRIES)

CATALOGUE: tuple[Command, ...] = (
    Command(
        "play", (_RULES, _TRIES, _choice("who", Who.EVERYONE)), Visibility.PUBLIC, example="play mastermind tries:8"
    ),
    Command("guess", (Option("code", required=True),), Visibility.PUBLIC, example="guess 0123"),
    Command("board", (), Visibility.PUBLIC),
    Command("giveup", (), Visibility.PUBLIC),
    Command("rematch", (), Visibility.PUBLIC),
    Command(
        "versus",
        (_choice("level", Level.NORMAL), _RULES, _choice("secret", Keep.BOT)),
        Visibility.PUBLIC,
        portable=True,
        example="versus hard secret:head",
    ),
    Command("hint", (), thinks=True),
    Command(
        "suggest",
        (
            _HISTORY,
            _RULES,
            Option("strategy", default="optimal", choices=STRATEGY_NAMES),
            Option("top", Kind.INTEGER, default="3", low=1, high=10),
            Option("lies", Kind.INTEGER, default="0", low=0, high=1),
        ),
        portable=True,
        thinks=True,
        example="suggest 0123 0H2B, 1435 0H1B rules:4x10",
    ),
    Command(
        "answer",
        (Option("feedback", required=True), Option("guess")),
        portable=True,
        thinks=True,
        example="answer 0H2B guess:1456",
    ),
    Command("undo", (), portable=True, thinks=True),
    Command(
        "fix",
        (Option("choice", Kind.INTEGER, required=True, low=1, high=25),),
        portable=True,
        thinks=True,
        example="fix 1",
    ),
    Command(
        "check",
        (Option("guess", required=True), _HISTORY, _RULES),
        portable=True,
        thinks=True,
        example="check 1456 history:0123 0H2B",
    ),
    Command("review", (Option("game", Kind.GAME),), portable=True, thinks=True),
    Command("stats", (Option("player", Kind.PLAYER),), portable=True, example="stats ann"),
    Command(
        "leaderboard",
        (_RULES, _choice("period", Period.ALL), _choice("scope", Scope.SERVER), _choice("order", Order.AVERAGE)),
        Visibility.PUBLIC,
        example="leaderboard mastermind period:week",
    ),
    Command(
        "rules", (Option("rules", Kind.RULES, choices=tuple(NAMED_RULES)),), portable=True, example="rules numeron"
    ),
    Command("help", (Option("command"),), portable=True, example="help play"),
)

BY_NAME = {command.name: command for command in CATALOGUE}
