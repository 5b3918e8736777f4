"""What counts for what, and why not.

Whether a game counts is decided by how it starts: who may guess, how many tries there are, and against whom. Nothing
that anybody does later changes it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from core.game.any_game import AnyGame, GameKind
from core.game.boards import DEFAULT_TRIES, NO_LIMIT, Outcome
from core.game.rules import Rules
from core.game.sides import OutcomeForSide

MIN_RANKED_TRIES = DEFAULT_TRIES
"""The least limit of tries with which a game alone is ranked."""

UNSOLVED_COST = DEFAULT_TRIES + 1
"""The least number of guesses that a game which was not solved counts as."""


class UnrankedReason(StrEnum):
    """Why a game is not ranked."""

    SHARED = "shared"
    SHORT_LIMIT = "short_limit"
    RACE = "race"
    DUEL = "duel"
    VERSUS = "versus"
    HOSTED = "hosted"


_REASONS: Mapping[GameKind, UnrankedReason] = {
    GameKind.TOGETHER: UnrankedReason.SHARED,
    GameKind.RACE: UnrankedReason.RACE,
    GameKind.DUEL: UnrankedReason.DUEL,
    GameKind.VERSUS: UnrankedReason.VERSUS,
    GameKind.HOSTED: UnrankedReason.HOSTED,
}


@dataclass(frozen=True, slots=True)
class RankedStatus:
    """Whether a game counts for averages, streaks and leaderboards.

    Args:
        kind: the kind of the game.
        reason: why it does not count, None if it does.
    """

    kind: GameKind
    reason: UnrankedReason | None = None

    @property
    def is_ranked(self) -> bool:
        """Whether the game counts."""
        return self.reason is None


def ranked_status(game: AnyGame, *, is_direct: bool = False) -> RankedStatus:
    """Whether a game is ranked: one person alone guesses the bot's secret, with enough tries.

    Args:
        game: the game. What has happened in it does not matter.
        is_direct: whether it was started in a direct message with the bot.
    """
    kind = GameKind.SOLO if is_direct and game.kind is GameKind.TOGETHER else game.kind
    if kind is GameKind.SOLO and game.tries != NO_LIMIT and game.tries < MIN_RANKED_TRIES:
        return RankedStatus(kind, UnrankedReason.SHORT_LIMIT)
    return RankedStatus(kind, _REASONS.get(kind))


_WITH_ITEMS = "+items"


def counted_rules(rules: Rules, *, with_items: bool) -> str:
    """The notation under which a game counts: games with items have records and ratings of their own."""
    return f"{rules}{_WITH_ITEMS * with_items}"


def read_rules_and_items(notation: str) -> tuple[Rules, bool]:
    """The rules in what `counted_rules` wrote, and whether the games have items."""
    return Rules.parse(notation.removesuffix(_WITH_ITEMS)), notation.endswith(_WITH_ITEMS)


def counted_guesses(outcome: Outcome | OutcomeForSide, guesses: int, *, hinted: bool) -> int:
    """The number of guesses with which a game enters averages.

    Args:
        outcome: how the game ended for the player.
        guesses: the number of guesses on the board.
        hinted: whether the player got a hint, so that the game counts as not solved.
    """
    return guesses if outcome is Outcome.SOLVED and not hinted else max(UNSOLVED_COST, guesses + 1)


@cache
def typical_average(rules: Rules) -> float:
    """The average that small records are pulled to, in guesses; about one more than that of best play.

    It depends on the rules alone. A mean over players would change with accounts that are made for it and deleted.
    """
    return 2 * math.log(rules.code_count) / math.log(len(list(rules.feedbacks())))
