"""Results: how an ended game counts for each of its players; and marks: the skill and luck of ranked games.

Sums of marks are stored. Each is from 0 to 99, the mean of its turns; see `core.solver.marks`. Games are reviewed some
seconds after their end.
"""

from datetime import date, datetime
from typing import Self

from msgspec import Struct

from bot.model.games import StoredGame
from core.game import policy
from core.game.any_game import GameKind
from core.game.boards import Outcome
from core.game.rated import rated_places
from core.game.rules import Rules
from core.game.sides import Level, OutcomeForSide


class Result(Struct, frozen=True):
    """How a game ended for one player.

    Args:
        game: the id of the game.
        room: the id of the game's room.
        player: the id of the player.
        rules: the notation of the rules; see `core.game.policy.counted_rules`.
        outcome: the outcome of the player's board or, in a duel, of the player's side.
        guesses: the number of guesses on the board, the winning one included.
        tries: the number of guesses allowed on the board, 0 for no limit.
        kind: the kind of the game.
        ended_at: when the game ended.
        ranked: whether it counts for averages, streaks and leaderboards; see `core.game.policy.ranked_status`.
        assisted: whether the player got a hint.
        level: the level of the bot in a duel against it, None in other games.
        hosted: whether the player hid the secret. `guesses` are then those of the other players together.
        place: the place in a race, from 1; equal results share a place. None in other games and if nobody else
            guessed.
        rated_place: the place for ratings, from 1; None if the game is not rated. A result that is read from the
            storage has None too: the place is stored with the rated game.
    """

    game: str
    room: str
    player: str
    rules: str
    outcome: Outcome | OutcomeForSide
    guesses: int
    tries: int
    kind: GameKind
    ended_at: datetime
    ranked: bool = False
    assisted: bool = False
    level: Level | None = None
    hosted: bool = False
    place: int | None = None
    rated_place: int | None = None

    @property
    def is_solved_unassisted(self) -> bool:
        """Whether the player's board was solved and they got no hint."""
        return self.outcome is Outcome.SOLVED and not self.assisted

    @property
    def cost(self) -> int:
        """The number of guesses with which it enters averages."""
        return policy.counted_guesses(self.outcome, self.guesses, hinted=self.assisted)


def results_of(stored: StoredGame) -> tuple[Result, ...]:
    """The results of an ended game, one for each player for whom it counts; none while it runs.

    A board that a moderator ended while others played on it has no results of theirs. A game that expired has those of
    one given up.
    """
    game, ended_at = stored.game, stored.ended_at
    if ended_at is None or game.outcome is None:
        return ()
    places, places_for_ratings, begun = game.race_places, rated_places(game), policy.ranked_status(game)
    rules = policy.counted_rules(game.rules, with_items=game.items is not None)
    return tuple(
        Result(
            game=stored.id,
            room=stored.room,
            player=player,
            rules=rules,
            outcome=outcome,
            guesses=len(board.turns),
            tries=board.tries,
            kind=begun.kind,
            ended_at=ended_at,
            ranked=begun.is_ranked,
            assisted=player in board.hinted,
            level=game.level,
            hosted=game.is_host(player),
            place=places.get(player),
            rated_place=places_for_ratings.get(player),
        )
        for player, board, outcome in game.counted_results
    )


MOST_CODES = 200_000
"""Codes of the largest rules under which games are marked. A review of a game under them takes about 0.3 s."""

MOST_GUESSES = 30
"""Guesses of the longest game that is marked."""


class MarkSum(Struct, frozen=True):
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
    def of_game(cls, skill: int | None, luck: int | None, *, is_exact: bool) -> Self:
        """The marks of one game.

        Args:
            skill: the skill mark, None if no turn offered a choice.
            luck: the luck mark, None if every feedback was certain in advance.
            is_exact: whether the skill was computed exactly for every turn.
        """
        has_skill, has_luck = skill is not None, luck is not None
        return cls(has_skill, skill or 0, has_skill and is_exact, has_luck, luck or 0)

    def __add__(self, other: Self) -> Self:
        """The games of both."""
        return type(self)(
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


class MonthlyMarkSum(Struct, frozen=True):
    """The marks of the games of a calendar month, in UTC.

    Args:
        first_day: the first day of the month.
        marks: the sum of the marks of the games that ended in it.
    """

    first_day: date
    marks: MarkSum


class ResultToReview(Struct, frozen=True):
    """A result that is to be marked.

    Args:
        game: the id of the game.
        player: the id of the player.
        mark_at: when it is to be marked.
    """

    game: str
    player: str
    mark_at: datetime


def can_be_marked(result: Result) -> bool:
    """Whether a result is to be marked: it is ranked, without a hint, and a review of the game is not too costly."""
    if not result.ranked or result.assisted:
        return False
    return 0 < result.guesses <= MOST_GUESSES and Rules.parse(result.rules).code_count <= MOST_CODES
