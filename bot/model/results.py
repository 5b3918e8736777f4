"""Results: how an ended game counts for each of its players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.game import policy
from core.game.boards import Outcome
from core.game.policy import ranking
from core.game.rated import rated_places

if TYPE_CHECKING:
    from datetime import datetime

    from bot.model.games import StoredGame
    from core.game.any_game import Kind
    from core.game.sides import Level, SideOutcome


@dataclass(frozen=True, slots=True)
class Result:
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
        ranked: whether it counts for averages, streaks and leaderboards; see `core.game.policy.ranking`.
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
    outcome: Outcome | SideOutcome
    guesses: int
    tries: int
    kind: Kind
    ended_at: datetime
    ranked: bool = False
    assisted: bool = False
    level: Level | None = None
    hosted: bool = False
    place: int | None = None
    rated_place: int | None = None

    @property
    def is_solved(self) -> bool:
        """Whether the player's board was solved and they got no hint."""
        return self.outcome is Outcome.SOLVED and not self.assisted

    @property
    def cost(self) -> int:
        """The number of guesses with which it enters averages."""
        return policy.cost(self.outcome, self.guesses, hinted=self.assisted)


def results_of(stored: StoredGame) -> tuple[Result, ...]:
    """The results of an ended game, one for each player for whom it counts; none while it runs.

    A board that a moderator ended while others played on it has no results of theirs. A game that expired has those of
    one given up.
    """
    game, ended_at = stored.game, stored.ended_at
    if ended_at is None or game.outcome is None:
        return ()
    places, places_for_ratings, begun = game.places, rated_places(game), ranking(game)
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
        for player, board, outcome in game.results
    )
