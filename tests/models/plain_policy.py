"""What counts for what, in its plainest form: what an ended game gives to everybody in it."""

from typing import NamedTuple

from core.game.any_game import AnyGame, Who
from core.game.boards import Board
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.sides import BOT, DuelEnding

RANKED_TRIES = 12
UNSOLVED = 13


class Counted(NamedTuple):
    """How a game counts for one person.

    Args:
        kind: of the game.
        is_ranked: whether it counts in averages and streaks.
        is_solved: whether they, alone or together, found the secret without a hint of their own.
        cost: the guesses with which it counts if it is ranked, else 0.
    """

    kind: str
    is_ranked: bool
    is_solved: bool
    cost: int


def counted(game: AnyGame, stopped_by: str | None) -> dict[str, Counted]:
    """How an ended game counts, for everybody for whom it does.

    Args:
        game: the game.
        stopped_by: who ended it for others as a moderator, None if nobody did.
    """
    if isinstance(game, Challenge):
        return {}
    if isinstance(game, Duel):
        return _duel(game)
    if stopped_by == game.starter and game.who is not Who.RACE:
        stopped_by = None  # who started it may give it up, moderator or not
    boards = [board for board in game.boards if _is_over_for_its_players(board, stopped_by)]
    kind = "hosted" if isinstance(game, HostedGame) else _KINDS[game.who]
    is_ranked = kind == "solo" and (not game.tries or game.tries >= RANKED_TRIES)
    found = {
        player: _counted(board, player, kind, is_ranked=is_ranked)
        for board in boards
        for player in dict.fromkeys(turn.by for turn in board.turns)
        if stopped_by in {None, player} or board.given_up_by != stopped_by
    }
    if kind == "hosted" and found:
        found[game.starter] = _counted(boards[0], game.starter, kind, is_ranked=False)
    return found


_KINDS = {Who.ME: "solo", Who.EVERYONE: "together", Who.RACE: "race"}


def _is_over_for_its_players(board: Board, stopped_by: str | None) -> bool:
    """Whether a board ended in another way than by a moderator who plays elsewhere."""
    players = {turn.by for turn in board.turns}
    return stopped_by is None or board.given_up_by != stopped_by or stopped_by in players


def _counted(board: Board, player: str, kind: str, *, is_ranked: bool) -> Counted:
    is_found = board.turns[-1].feedback.hits == board.rules.positions
    is_solved, guesses = is_found and player not in board.hinted, len(board.turns)
    cost = guesses if is_solved else max(UNSOLVED, guesses + 1)
    return Counted(kind, is_ranked, is_solved, cost if is_ranked else 0)


def _duel(duel: Duel) -> dict[str, Counted]:
    """A duel counts for those who guessed, and for a loser once the other side has guessed."""
    if duel.outcome is DuelEnding.STOPPED:
        return {}
    kind = "duel" if duel.is_between_people else "versus"
    guessed = {side.player for side in duel.sides if side.turns}
    if duel.outcome is DuelEnding.EXPIRED and duel.winner is None:
        return {}
    people, winner = [side.player for side in duel.sides if side.player != BOT], duel.winner
    has_lost = {player for player in people if winner is not None and player != winner and winner in guessed}
    return {
        player: Counted(kind, is_ranked=False, is_solved=False, cost=0)
        for player in people
        if player in guessed | has_lost
    }
