"""Questions that a player confirms before something is done that cannot be undone."""

from bot.commands.catalogue import CONFIRM, YES
from bot.presenters.board import quoted_code
from bot.presenters.views import Block, Button, Footnote, Paragraph, View
from bot.services.games.referee import GiveUpEffect, GiveUpPreview
from bot.services.model import GameView
from bot.wording import Words
from core.game.boards import Repetition
from core.game.codes import format_code_ascii
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.rules import Rules


def give_up_question(preview: GiveUpPreview, words: Words) -> View:
    """Whether the player really wants to give up, and what that does."""
    game = preview.view.id
    text = {
        GiveUpEffect.ENDS_GAME: _confirm_end(preview.view, words),
        GiveUpEffect.ENDS_PART: words.confirm_give_up_part(game),
        GiveUpEffect.VOTE: words.confirm_vote(game, preview.votes, preview.needed),
    }[preview.effect]
    label = words.vote_button() if preview.effect is GiveUpEffect.VOTE else words.button("giveup")
    return View((Paragraph(text),), (Button(label, "giveup", {CONFIRM: YES}),), game)


def _confirm_end(view: GameView, words: Words) -> str:
    game = view.game
    if isinstance(game, HostedGame) and game.in_head:
        return words.confirm_end_hosted(view.id)
    if isinstance(game, Duel) and game.is_between_people and view.viewer in game.players:
        return words.confirm_resign(view.id, view.name_of(game.opponent_of(view.viewer).player))
    return words.confirm_give_up(view.id)


def guess_question(view: GameView, repetition: Repetition, words: Words) -> View:
    """Whether the player means a guess that repeats a turn."""
    options = {"code": format_code_ascii(repetition.guess, view.game.rules), CONFIRM: YES}
    button = Button(words.guess_anyway_button(), "guess", options)
    return View(repetition_blocks(repetition, view.game.rules, words), (button,), view.id)


def repetition_blocks(repetition: Repetition, rules: Rules, words: Words) -> tuple[Block, ...]:
    """The question before a guess that repeats a turn, and how to turn such questions off."""
    text = words.guess_repeated(quoted_code(repetition.guess, rules), repetition.turn)
    return (Paragraph(text), Footnote(words.how_to_stop_warnings()))
