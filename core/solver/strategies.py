"""Strategies: what picks a guess.

Most are a score, a pool of guesses, a bonus for a guess that may win at once, a rule for ties and an opening. The
others pick by themselves:

- `first`: the lowest consistent code.
- `random`: any consistent code.
- `second-table`: as random, but the second guess shares with the first what a table names for the first feedback.
- `optimal`: the fewest guesses in all; see `core.solver.search`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Self, TypeAlias

from core.game.codes import Code
from core.game.feedback import Feedback
from core.solver import scores
from core.solver.errors import UnknownBonus, UnknownStrategy
from core.solver.scores import SCALE, Score


class Pool(StrEnum):
    """What may be guessed."""

    ALL = "all"
    CANDIDATES = "candidates"


class Ties(StrEnum):
    """Which of the guesses that score the same is made.

    A random one is drawn among those that differ; of guesses that are the same by symmetry only the lowest counts.
    """

    CONSISTENT = "consistent"
    LOWEST = "lowest"
    RANDOM = "random"


class Opening(StrEnum):
    """How the first guess is found, where it is not given."""

    OWN = "own"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class WinBonus:
    """What a guess gains by being a candidate itself.

    Args:
        off: taken off its score, in whole units of the sum (bits for entropy).
        factor: what the winning cell's cost is multiplied by first.
    """

    off: float = 0.0
    factor: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2` as what to take off and `x0.95` as a factor.

        Raises:
            UnknownBonus: it is neither, or not finite and at least 0.
        """
        plain = text.strip().lower().replace("×", "x")
        try:
            number = float(plain.removeprefix("x"))
        except ValueError:
            raise UnknownBonus(text) from None
        if not 0 <= number <= _MAX_BONUS:
            raise UnknownBonus(text)
        return cls(factor=number) if plain.startswith("x") else cls(off=number)

    def of(self, score: Score) -> int:
        """What it comes to under a score, in units of 1/SCALE."""
        return round(self.off * SCALE) + round((1 - self.factor) * score.of([1]))


_MAX_BONUS = 1e6

SCORES: dict[str, Callable[[], Score]] = {
    "worst-cell": scores.WorstCell,
    "expected-size": scores.expected_size,
    "entropy": scores.entropy,
    "most-parts": scores.most_parts,
    "log1p": scores.log1p,
    "landy": scores.landy,
}
"""The scores that take no argument, by name."""

NAMES = ("first", "random", *SCORES, "power:P", "second-table", "optimal")
"""Every strategy; P stands for a number."""

UNSCORED = frozenset({"first", "random", "second-table", "optimal"})


class Valuation(NamedTuple):
    """How guesses are compared.

    Args:
        score_of: the score for the sizes of the cells, in units of 1/SCALE.
        bonus: taken off the score of a candidate, in the same unit.
        after_consistent: 1 if a guess that is no candidate comes after candidates of the same score, else 0.
        every: whether others than candidates may be guessed.
    """

    score_of: Callable[[Sequence[int]], int]
    bonus: int
    after_consistent: int
    every: bool


@dataclass(frozen=True)
class Strategy:
    """A strategy by name, with how its score is put to use.

    Raises:
        UnknownStrategy: there is none of that name.
    """

    name: str = "entropy"
    pool: Pool = Pool.ALL
    ties: Ties = Ties.CONSISTENT
    win_bonus: WinBonus = WinBonus()
    opening: Opening | Code = Opening.OWN

    def __post_init__(self) -> None:
        if self.name not in UNSCORED:
            _ = self.score

    def __reduce__(self) -> tuple[type["Strategy"], tuple[object, ...]]:
        """On the way to another process, leave behind what was worked out."""
        return Strategy, (self.name, self.pool, self.ties, self.win_bonus, self.opening)

    @cached_property
    def score(self) -> Score:
        """What guesses are compared by.

        Raises:
            UnknownStrategy: this strategy has no score.
        """
        if self.name in SCORES:
            return SCORES[self.name]()
        word, _, exponent = self.name.partition(":")
        try:
            return scores.power({"power": float}[word](exponent))
        except (KeyError, ValueError):
            raise UnknownStrategy(self.name) from None

    @cached_property
    def valuation(self) -> "Valuation":
        """How this strategy's score is put to use.

        Raises:
            UnknownStrategy: this strategy has no score.
        """
        return Valuation(
            self.score.of,
            self.win_bonus.of(self.score),
            int(self.ties is Ties.CONSISTENT),
            self.pool is Pool.ALL,
        )

    @property
    def deterministic(self) -> bool:
        """Whether it plays every game alike."""
        chance = self.ties is Ties.RANDOM or self.opening is Opening.RANDOM
        return self.name not in {"random", "second-table"} and not chance


SecondTable: TypeAlias = dict[Feedback, Feedback]

SECOND_TABLE: SecondTable = {
    Feedback(*first): Feedback(*second)
    for first, second in {
        (3, 0): (1, 1),
        (2, 2): (2, 2),
        (2, 1): (2, 0),
        (2, 0): (1, 1),
        (1, 3): (2, 1),
        (1, 2): (1, 1),
        (1, 1): (1, 1),
        (1, 0): (1, 0),
        (0, 4): (0, 4),
        (0, 3): (0, 2),
        (0, 2): (0, 2),
        (0, 1): (0, 1),
        (0, 0): (0, 0),
    }.items()
}
"""The feedback that the second guess is to have with the first, by the first feedback.

N. Inoue, pyHitAndBlow, "minimum question strategy", found by trying every pair at 4x10. Under other rules a feedback
that is not here, or that no code can have, leaves the second guess to chance.
"""
