"""Playing against a hidden secret."""

from bot.adapters.handlers.ask import Ask
from bot.adapters.pictures.board import code_text, own_board, public_board
from bot.adapters.views import Reply, Text, View
from bot.services.model import GameView
from core.feedback import Turn, format_feedback
from core.game import Who


async def play(ask: Ask) -> Reply:
    """Begin a game."""
    options = ask.invocation
    view = await ask.services.referee.play(
        ask.caller, options.rules(), options.integer("tries"), options.choice("who", Who)
    )
    return _shown(view, ask)


async def guess(ask: Ask) -> Reply:
    """Guess."""
    text = ask.invocation.text("code") or ""
    guessed = await ask.services.referee.guess(ask.caller, text, ask.invocation.game)
    return _shown(guessed.view, ask, guessed.turn)


async def giveup(ask: Ask) -> Reply:
    """Give up."""
    return _shown(await ask.services.referee.give_up(ask.caller, ask.invocation.game), ask)


async def board(ask: Ask) -> Reply:
    """Show the game."""
    return _shown(await ask.services.referee.board(ask.caller, ask.invocation.game), ask)


def _shown(view: GameView, ask: Ask, turn: Turn | None = None) -> Reply:
    """The game's board; in a race the caller's own beside it, else what their guess was answered, for their ears."""
    board = public_board(view, ask.public)
    if view.game.who is Who.RACE and view.game.outcome is None:
        return Reply(board, own_board(view, ask.words))
    if turn is None:
        return Reply(board)
    rules = view.game.rules
    answer = ask.words.guess_answered(code_text(turn.guess, rules), format_feedback(turn.feedback, rules))
    return Reply(board, View((Text(answer),)))
