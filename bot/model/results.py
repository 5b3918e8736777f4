"""Results: how an ended game counts for each of its players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.game import policy
from core.game.boards import Board, Outcome
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.policy import Kind, ranking
from core.game.races import Race
from core.game.rated import rated_places
from core.game.sides import Level, SideOutcome

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.model.games import StoredGame
    from core.game.games import Game


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
    """The results of an ended game, one for each player who guessed; none while it runs.

    A board that a moderator ended while others played on it has no results of theirs. A game that expired has those of
    one given up.
    """
    game, ended_at = stored.game, stored.ended_at
    if ended_at is None or game.outcome is None or isinstance(game, Challenge):
        return ()
    if isinstance(game, HostedGame):
        return tuple(_hosted_results(stored, game, ended_at))
    ends = list(_duel_ends(game) if isinstance(game, Duel) else _ends(game))
    places = policy.race_places(game) if isinstance(game, Race) else {}
    places_for_ratings = rated_places(game)
    begun = ranking(game)
    rules = policy.counted_rules(game.rules, with_items=isinstance(game, Duel) and game.items is not None)
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
            level=game.level if isinstance(game, Duel) else None,
            place=places.get(player),
            rated_place=places_for_ratings.get(player),
        )
        for player, board, outcome in ends
    )


def _hosted_results(stored: StoredGame, game: HostedGame, ended_at: datetime) -> Iterator[Result]:
    """The results of those who guessed and of the host; none if nobody guessed."""
    board = game.shared_board
    guessers = dict.fromkeys(turn.by for turn in board.turns)
    if not guessers:
        return
    for player in (*guessers, game.starter):
        if game.was_stopped(board) and player != board.given_up_by:
            continue
        yield Result(
            game=stored.id,
            room=stored.room,
            player=player,
            rules=str(game.rules),
            outcome=_outcome(game, board),
            guesses=len(board.turns),
            tries=board.tries,
            kind=Kind.HOSTED,
            ended_at=ended_at,
            assisted=player in board.hinted,
            hosted=player == game.starter,
        )


def _ends(game: Game) -> Iterator[tuple[str, Board, Outcome | SideOutcome]]:
    """Everybody who guessed, their boards and outcomes, without those whose board a moderator ended."""
    for board in game.boards:
        for player in board.players:
            if player == board.given_up_by or not game.was_stopped(board):
                yield player, board, _outcome(game, board)


def _duel_ends(duel: Duel) -> Iterator[tuple[str, Board, Outcome | SideOutcome]]:
    """The people for whom a duel counts, their boards and outcomes.

    It counts for those who guessed, and for who lost once the other side has guessed: resigning then does not undo it.
    """
    for player in duel.players:
        outcome, board = duel.outcome_for(player), duel.board(player)
        has_lost = outcome in {SideOutcome.LOST, SideOutcome.RESIGNED}
        if outcome is not None and (board.turns or (has_lost and duel.has_guessed(duel.opponent_of(player).player))):
            yield player, board, outcome


def _outcome(game: Game, board: Board) -> Outcome:
    """How a board ended, which can still be open where the game has expired or somebody else has won the race."""
    return board.outcome or (Outcome.GAVE_UP if game.outcome is Outcome.EXPIRED else Outcome.OUT_OF_TRIES)
