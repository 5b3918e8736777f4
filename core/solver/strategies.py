"""Strategies, which select a guess for a state.

Most strategies consist of a score, a pool of guesses, a bonus for guesses that can win at once, a rule for ties and an
opening. The others select guesses in their own way:

- `first`: the lowest candidate.
- `random`: a random candidate.
- `second-table`: a random candidate, except that the second guess is taken from a table; see `SECOND_TABLE`.
- `optimal`: the guess that leads to the fewest guesses on average; see `core.solver.search`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from core.game.codes import Code
from core.game.feedback import Feedback
from core.game.rules import Rules
from core.solver import scores
from core.solver.errors import UnknownStrategy, UnreadableBonus
from core.solver.scores import SCALE, Score


class Pool(StrEnum):
    """Which codes may be guessed."""

    ALL = "all"
    CANDIDATES = "candidates"


class TieRule(StrEnum):
    """Which of several guesses with the same score is made.

    `consistent` is the lowest candidate among them, or the lowest guess if none is a candidate. `random` selects among
    inequivalent guesses only; see `core.solver.symmetry`.
    """

    CONSISTENT = "consistent"
    LOWEST = "lowest"
    RANDOM = "random"


class OpeningRule(StrEnum):
    """How the first guess is selected, if it is not a given code: by the strategy itself, or at random."""

    OWN = "own"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class WinBonus:
    """The bonus of a guess that is a candidate.

    Args:
        amount: subtracted from its score, in whole units of the score (bits for entropy).
        factor: multiplied with the cost of the winning cell.
    """

    amount: float = 0.0
    factor: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an amount such as `2` or a factor such as `x0.95`.

        Raises:
            UnreadableBonus: the text is neither, or the number is not between 0 and 1,000,000.
        """
        plain = text.strip().lower().replace("×", "x")
        try:
            number = float(plain.removeprefix("x"))
        except ValueError:
            raise UnreadableBonus(text) from None
        if not 0 <= number <= _MAX_BONUS:
            raise UnreadableBonus(text)
        return cls(factor=number) if plain.startswith("x") else cls(amount=number)

    def scaled_bonus(self, score: Score) -> int:
        """The bonus under a score, in units of 1/SCALE."""
        return round(self.amount * SCALE) + round((1 - self.factor) * score.scaled_score([1]))


_MAX_BONUS = 1e6

SCORES: dict[str, Callable[[], Score]] = {
    "worst-cell": scores.WorstCell,
    "expected-size": scores.expected_size,
    "entropy": scores.entropy,
    "most-parts": scores.most_parts,
    "log1p": scores.log1p,
    "landy": scores.landy,
}
"""The scores without a parameter, by name."""

STRATEGY_NAMES = ("first", "random", *SCORES, "power:P", "second-table", "optimal")
"""The names of all strategies; P stands for a number."""

UNSCORED = frozenset({"first", "random", "second-table", "optimal"})
"""The strategies without a score."""


class Valuation(NamedTuple):
    """How a strategy compares guesses.

    Args:
        score: the score.
        bonus: subtracted from the score of candidates, in units of 1/SCALE.
        tie_penalty: 1 if candidates win ties against other guesses, else 0.
        any_code: whether guesses may be codes that are not candidates.
    """

    score: Score
    bonus: int
    tie_penalty: int
    any_code: bool


@dataclass(frozen=True)
class Strategy:
    """A strategy.

    Args:
        name: one of `STRATEGY_NAMES`.
        pool: which codes may be guessed.
        ties: which of several guesses with the same score is made.
        win_bonus: the bonus of guesses that are candidates.
        opening: the first guess, or how it is selected.

    Raises:
        UnknownStrategy: there is no strategy of this name.
    """

    name: str = "entropy"
    pool: Pool = Pool.ALL
    ties: TieRule = TieRule.CONSISTENT
    win_bonus: WinBonus = WinBonus()
    opening: OpeningRule | Code = OpeningRule.OWN

    def __post_init__(self) -> None:
        if self.name not in UNSCORED:
            _ = self.score

    def __reduce__(self) -> tuple[type["Strategy"], tuple[object, ...]]:
        """Pickle the arguments only, without cached properties."""
        return Strategy, (self.name, self.pool, self.ties, self.win_bonus, self.opening)

    @property
    def score(self) -> Score:
        """The score that guesses are compared by.

        Raises:
            UnknownStrategy: this strategy has no score.
        """
        return _score(self.name)

    @cached_property
    def valuation(self) -> Valuation:
        """How this strategy compares guesses.

        Raises:
            UnknownStrategy: this strategy has no score.
        """
        return Valuation(
            self.score,
            self.win_bonus.scaled_bonus(self.score),
            int(self.ties is TieRule.CONSISTENT),
            self.pool is Pool.ALL,
        )

    @property
    def is_deterministic(self) -> bool:
        """Whether it plays all games for a secret alike."""
        draws = self.ties is TieRule.RANDOM or self.opening is OpeningRule.RANDOM
        return self.name not in {"random", "second-table"} and not draws


@lru_cache(maxsize=16)  # anybody can name another power
def _score(name: str) -> Score:
    if name in SCORES:
        return SCORES[name]()
    kind, _, exponent = name.partition(":")
    if kind != "power":
        raise UnknownStrategy(name)
    try:
        return scores.power(float(exponent))
    except ValueError:
        raise UnknownStrategy(name) from None


SECOND_TABLE = {
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
"""For the feedback to the first guess, the feedback that the second guess must have with the first one.

N. Inoue, pyHitAndBlow, "minimum question strategy", found by trying every pair at 4x10. Under other rules, where a
feedback is missing from the table or impossible, the second guess is a random candidate.
"""


TOTALS: Mapping[str, int] = {
    "2x10": 451,
    "3x10": 3_575,
    "3x5r": 451,
    "3x6r": 854,
    "3x7": 836,
    "3x7r": 1_474,
    "3x8": 1_449,
    "3x8r": 2_359,
    "3x9": 2_337,
    "4x10": 26_274,
    "4x5r": 2_463,
    "4x6": 1_446,
    "4x6r": 5_625,
    "4x7": 3_639,
    "4x7r": 11_228,
    "4x8": 7_817,
    "4x8r": 20_471,
    "4x9": 14_914,
    "5x6": 3_434,
    "5x6r": 36_721,
    "5x7": 12_305,
    "5x8": 34_444,
}
"""The number of guesses that the best strategy needs for all secrets together, by the notation of the rules.

The shipped books contain the same numbers, but reading a book takes too long for a lookup.
"""

SOURCES: Mapping[str, str] = {
    "2x10": (
        "S.-T. Chen, S.-S. Lin: Optimal algorithms for 2 x n AB games (2004), completed by M. Peczarski in "
        "arXiv:1808.03849 (2018)"
    ),
    "3x10": "Several independent exhaustive searches",
    "3x6r": "Exhaustive search",
    "4x10": "T. Tanaka: An optimal MOO strategy, Game Programming Workshop (1996)",
    "4x6": "github.com/arfst23/Mastermind, an exhaustive search in C",
    "4x6r": "K. Koyama, T. W. Lai: An optimal Mastermind strategy, J. Recreational Mathematics 25 (1993)",
    "4x7r": "G. Ville: An optimal Mastermind (4,7) strategy and more results, arXiv:1305.1010 (2013)",
    "4x8": "github.com/arfst23/Mastermind, an exhaustive search in C",
    "4x8r": "github.com/arfst23/Mastermind, an exhaustive search in C",
    "4x9": "mastermind-strategy, an exhaustive search in C++ (2012)",
}
"""Who proved the least total, by the notation of the rules. `hitblow book build` proved the others first."""


def best_average(rules: Rules) -> float | None:
    """The smallest possible average number of guesses over all secrets, None if it is not known."""
    total = TOTALS.get(str(rules.with_default_notation))
    return None if total is None else total / rules.code_count
