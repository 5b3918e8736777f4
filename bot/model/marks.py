"""Marks: the skill and luck of ranked games, of which sums are stored.

Each is from 0 to 99, the mean of its turns; see `core.solver.review`. Games are reviewed some seconds after their end.
"""

from dataclasses import dataclass
from datetime import date, datetime

from bot.model.results import Result
from core.game.rules import Rules

MOST_CODES = 200_000
"""Codes of the largest rules under which games are marked. A review of a game under them takes about 0.3 s."""

MOST_GUESSES = 30
"""Guesses of the longest game that is marked."""


@dataclass(frozen=True, slots=True)
class MarkSum:
    """The sum of the marks of some games.

    Args:
        games: the number of games with a skill mark.
        skill: the sum of the skill marks.
        exact: the number of skill marks that are exact.
        lucky_games: the number of games with a luck mark.
        luck: the sum of the luck marks.
    """

    games: int = 0
    skill: int = 0
    exact: int = 0
    lucky_games: int = 0
    luck: int = 0

    @classmethod
    def of_game(cls, skill: int | None, luck: int | None, *, is_exact: bool) -> "MarkSum":
        """The marks of one game.

        Args:
            skill: the skill mark, None if no turn offered a choice.
            luck: the luck mark, None if every feedback was certain in advance.
            is_exact: whether the skill was computed exactly for every turn.
        """
        has_skill, has_luck = skill is not None, luck is not None
        return cls(has_skill, skill or 0, has_skill and is_exact, has_luck, luck or 0)

    def __add__(self, other: "MarkSum") -> "MarkSum":
        """The games of both."""
        return MarkSum(
            self.games + other.games,
            self.skill + other.skill,
            self.exact + other.exact,
            self.lucky_games + other.lucky_games,
            self.luck + other.luck,
        )

    @property
    def mean_skill(self) -> float | None:
        """The mean skill of the games, None without any."""
        return self.skill / self.games if self.games else None

    @property
    def mean_luck(self) -> float | None:
        """The mean luck of the games, None without any."""
        return self.luck / self.lucky_games if self.lucky_games else None

    @property
    def is_exact(self) -> bool:
        """Whether all skill marks are exact."""
        return self.exact == self.games


@dataclass(frozen=True, slots=True)
class MarkedMonth:
    """The marks of the games of a calendar month, in UTC.

    Args:
        first_day: the first day of the month.
        marks: the sum of the marks of the games that ended in it.
    """

    first_day: date
    marks: MarkSum


@dataclass(frozen=True, slots=True)
class DueMarks:
    """A result that is to be marked.

    Args:
        game: the id of the game.
        player: the id of the player.
        mark_at: when it is to be marked.
    """

    game: str
    player: str
    mark_at: datetime


def is_marked(result: Result) -> bool:
    """Whether a result is to be marked: it is ranked, without a hint, and a review of the game is not too costly."""
    if not result.ranked or result.assisted:
        return False
    return 0 < result.guesses <= MOST_GUESSES and Rules.parse(result.rules).codes <= MOST_CODES
