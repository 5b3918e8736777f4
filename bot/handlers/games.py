"""Playing against a hidden secret, and against the opponent."""

from bot.commands.catalogue import BY_NAME, Keep
from bot.commands.invocation import Invocation
from bot.handlers.request import Ask
from bot.presenters.board import code_text, own_board, public_board
from bot.presenters.versus import versus_board
from bot.presenters.views import Prompt, Reply, Text, View
from bot.services.errors import GameRunning
from bot.services.model import GameView
from core.game.codes import example_code
from core.game.feedback import Turn, format_feedback
from core.game.games import Who
from core.game.versus import Level, Versus


async def play(ask: Ask) -> Reply:
    """Begin a game against a hidden secret."""
    options = ask.invocation
    view = await ask.services.referee.play(
        ask.caller, options.rules(), options.integer("tries"), options.choice("who", Who)
    )
    return shown(view, ask)


async def versus(ask: Ask) -> Reply:
    """Begin a game against the opponent, after asking for the player's secret if it is to be told."""
    options = ask.invocation
    rules, level, keep = options.rules(), options.choice("level", Level), options.choice("secret", Keep)
    if keep is Keep.BOT and options.private is None:
        text = ask.words.tell_secret(f"`{example_code(rules)}`", rules)
        return Reply(prompt=Prompt(text, "versus", {"level": level.value, "rules": str(rules), "secret": keep.value}))
    told = options.private if keep is Keep.BOT else None
    return shown(await ask.services.opponent.begin(ask.caller, rules, level, told), ask)


async def rematch(ask: Ask) -> Reply:
    """Play the last game here again."""
    view = await ask.services.referee.board(ask.caller, ask.invocation.game)
    game = view.game
    if game.outcome is None:
        raise GameRunning(view.id)
    if isinstance(game, Versus):
        keep = Keep.HEAD if game.player_secret is None else Keep.BOT
        again = {"level": game.level.value, "rules": str(game.rules), "secret": keep.value}
        return await versus(ask.instead(Invocation(BY_NAME["versus"], again)))
    again = {"rules": str(game.rules), "tries": str(game.tries), "who": game.who.value}
    return await play(ask.instead(Invocation(BY_NAME["play"], again)))


async def guess(ask: Ask) -> Reply:
    """Guess."""
    text = ask.invocation.text("code") or ""
    guessed = await ask.services.referee.guess(ask.caller, text, ask.invocation.game)
    return shown(guessed.view, ask, guessed.turn)


async def giveup(ask: Ask) -> Reply:
    """Give up."""
    return shown(await ask.services.referee.give_up(ask.caller, ask.invocation.game), ask)


async def board(ask: Ask) -> Reply:
    """Show the game."""
    return shown(await ask.services.referee.board(ask.caller, ask.invocation.game), ask)


def shown(view: GameView, ask: Ask, turn: Turn | None = None) -> Reply:
    """The boards of a game; beside them, for screen readers, the feedback that a guess got."""
    game, public = view.game, view.public
    if isinstance(game, Versus) or isinstance(public, Versus):
        boards = versus_board(view, public, ask.public) if isinstance(public, Versus) else None
        return Reply(boards, _answered(view, ask, turn), echoes=True)
    board = public_board(view, public, ask.public)
    if game.who is Who.RACE and game.outcome is None:
        return Reply(board, own_board(view, game, ask.words))
    return Reply(board, _answered(view, ask, turn), echoes=True)


def _answered(view: GameView, ask: Ask, turn: Turn | None) -> View | None:
    if turn is None:
        return None
    rules = view.game.rules
    answer = ask.words.guess_answered(code_text(turn.guess, rules), format_feedback(turn.feedback, rules))
    return View((Text(answer),))
