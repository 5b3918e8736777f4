"""Guesses that cannot be the secret. Players are asked to confirm them, because each costs a try."""

from dataclasses import dataclass

from bot.services.context import CallContext
from bot.services.model import StoredGame
from core.game.boards import NO_LIMIT, Board
from core.game.codes import Code
from core.game.games import Game


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a guess cannot be the secret.

    Args:
        guess: the guess that the player is asked to confirm.
        turn: the number, from 1, of a turn on the player's board that rules the guess out.
        is_repeated: whether that turn was the same guess.
    """

    guess: Code
    turn: int
    is_repeated: bool


async def find_doubt(context: CallContext, stored: StoredGame, guess: Code) -> Doubt | None:
    """Why the caller is asked to confirm a guess, None if they are not. The question is stored, but not committed.

    Players are asked only in games with a limited number of tries. Repeating the guess confirms it.
    """
    if not context.player.warnings or not _has_limit(stored):
        return None
    board = stored.game.board(context.player.id)
    turn = board.refuting_turn(guess)
    if turn is None:
        return None
    asked = context.unit.doubtful_guesses
    if await asked.get(stored.id, context.player.id) == guess:
        await asked.remove(stored.id, context.player.id)
        return None
    await asked.save(stored.id, context.player.id, guess)
    return _doubt(board, guess, turn)


async def pending_doubt(context: CallContext, stored: StoredGame, guess: Code) -> Doubt | None:
    """Why the caller was asked to confirm this guess, None if they were not; nothing is changed."""
    if not _has_limit(stored) or await context.unit.doubtful_guesses.get(stored.id, context.player.id) != guess:
        return None
    board = stored.game.board(context.player.id)
    turn = board.refuting_turn(guess)
    return None if turn is None else _doubt(board, guess, turn)


def _doubt(board: Board, guess: Code, turn: int) -> Doubt:
    made = [*(each.guess for each in board.turns), *(waiting.guess for waiting in board.pending)]
    return Doubt(guess, turn, made[turn - 1] == guess)


def _has_limit(stored: StoredGame) -> bool:
    return isinstance(stored.game, Game) and stored.game.tries != NO_LIMIT
