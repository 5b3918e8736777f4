"""Results: how an ended game counts for each of its players."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.model.games import StoredGame
from core.game.boards import Board, Outcome
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.games import Game, Who
from core.game.hosting import HostedGame
from core.game.sides import BOT, Level, SideOutcome

_PLACES = {SideOutcome.WON: 1, SideOutcome.DRAWN: 1, SideOutcome.LOST: 2, SideOutcome.RESIGNED: 2}


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for one player.

    Args:
        game: the id of the game.
        room: the id of the game's room.
        player: the id of the player.
        rules: the notation of the rules.
        outcome: the outcome of the player's board or, in a duel, of the player's side.
        guesses: the number of guesses on the board, the winning one included.
        tries: the number of guesses allowed on the board, 0 for no limit.
        solo: whether only this player guessed on the board.
        ended_at: when the game ended.
        assisted: whether the player got a hint.
        level: the level of the bot in a duel against it, None in other games.
        hosted: whether the player hid the secret. `guesses` are then those of the other players together.
        place: the place among the players of a rated game, from 1; equal results share a place. None in other games. A
            result that is read from the storage has None too: the place is stored with the rated game.
    """

    game: str
    room: str
    player: str
    rules: str
    outcome: Outcome | SideOutcome
    guesses: int
    tries: int
    solo: bool
    ended_at: datetime
    assisted: bool = False
    level: Level | None = None
    hosted: bool = False
    place: int | None = None

    @property
    def ranked(self) -> bool:
        """Whether it counts on leaderboards: guessed alone, without hints, and not in a duel."""
        return self.solo and not self.assisted and isinstance(self.outcome, Outcome)


def results_of(stored: StoredGame) -> tuple[Result, ...]:
    """The results of an ended game, one for each player who guessed; none while it runs.

    A game that expired, or that was ended by a moderator who does not play, has no results. A result on a board on
    which several players guessed is not solo, because it does not tell how well each of them plays.
    """
    game, ended_at = stored.game, stored.ended_at
    if ended_at is None or game.outcome is None or isinstance(game, Challenge) or stored.was_ended_by_moderator:
        return ()
    if game.outcome is Outcome.EXPIRED:
        return ()
    if isinstance(game, HostedGame):
        return tuple(_hosted_results(stored, game, ended_at))
    ends = [
        (player, board, outcome)
        for board in game.boards
        for player in board.players
        if (outcome := _outcome_for(player, game, board)) is not None
    ]
    places = _places(game, {player: outcome for player, _, outcome in ends})
    return tuple(
        Result(
            game=stored.id,
            room=stored.room,
            player=player,
            rules=str(game.rules),
            outcome=outcome,
            guesses=len(board.turns),
            tries=board.tries,
            solo=len(board.players) == 1,
            ended_at=ended_at,
            assisted=player in board.hinted,
            level=game.level if isinstance(game, Duel) else None,
            place=places.get(player),
        )
        for player, board, outcome in ends
    )


def _hosted_results(stored: StoredGame, game: HostedGame, ended_at: datetime) -> Iterator[Result]:
    """The results of those who guessed and of the host; none if nobody guessed.

    No result is solo: the secret was chosen by a person, who may have told it.
    """
    board = game.shared_board
    guessers = dict.fromkeys(turn.by for turn in board.turns)
    if not guessers or board.outcome is None:
        return
    for player in (*guessers, game.starter):
        yield Result(
            game=stored.id,
            room=stored.room,
            player=player,
            rules=str(game.rules),
            outcome=board.outcome,
            guesses=len(board.turns),
            tries=board.tries,
            solo=False,
            ended_at=ended_at,
            assisted=player in board.hinted,
            hosted=player == game.starter,
        )


def _outcome_for(player: str, game: Game | Duel, board: Board) -> Outcome | SideOutcome | None:
    if isinstance(game, Duel):
        return None if player == BOT else game.outcome_for(player)
    return board.outcome or Outcome.OUT_OF_TRIES  # lost a race


def _places(game: Game | Duel, outcomes: Mapping[str, Outcome | SideOutcome]) -> Mapping[str, int]:
    """The places of the players of a race or duel; empty if nobody can be compared.

    In a race that nobody has solved, all share the first place, unless all have given up. A duel does not count before
    both have guessed, nor does a game against the bot in which the player's secret is in their head: it might change.
    """
    if isinstance(game, Duel):
        is_comparable = len(outcomes) == len(game.players) and all(side.secret is not None for side in game.sides)
        return {player: _PLACES[SideOutcome(outcome)] for player, outcome in outcomes.items()} if is_comparable else {}
    if game.who is not Who.RACE or len(outcomes) == 1 or game.outcome is Outcome.GAVE_UP:
        return {}
    is_solved = Outcome.SOLVED in outcomes.values()
    return {player: 2 if is_solved and outcome is not Outcome.SOLVED else 1 for player, outcome in outcomes.items()}
