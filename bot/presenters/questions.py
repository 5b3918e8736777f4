"""Questions that a player confirms before something is done that cannot be undone."""

from bot.commands.catalogue import CONFIRM, YES
from bot.presenters.board import quoted_code
from bot.presenters.views import Button, Footnote, Paragraph, View
from bot.services.games.doubtful_guesses import Doubt
from bot.services.games.referee import GiveUpEffect, GiveUpPreview
from bot.services.model import GameView
from bot.wording import Words
from core.game.codes import format_code_ascii
from core.game.hosting import HostedGame


def give_up_question(preview: GiveUpPreview, words: Words) -> View:
    """Whether the player really wants to give up, and what that does."""
    game, is_in_head = preview.view.id, isinstance(preview.view.game, HostedGame) and preview.view.game.in_head
    text = {
        GiveUpEffect.ENDS_GAME: words.confirm_end_hosted(game) if is_in_head else words.confirm_give_up(game),
        GiveUpEffect.ENDS_PART: words.confirm_give_up_part(game),
        GiveUpEffect.VOTE: words.confirm_vote(game, preview.votes, preview.needed),
    }[preview.effect]
    label = words.vote_button() if preview.effect is GiveUpEffect.VOTE else words.button("giveup")
    return View((Paragraph(text),), (Button(label, "giveup", {CONFIRM: YES}),), game)


def guess_question(view: GameView, doubt: Doubt, words: Words) -> View:
    """Whether the player means a guess that cannot be the secret."""
    rules = view.game.rules
    guess = quoted_code(doubt.guess, rules)
    text = words.guess_repeated(guess, doubt.turn) if doubt.is_repeated else words.guess_ruled_out(guess, doubt.turn)
    options = {"code": format_code_ascii(doubt.guess, rules), CONFIRM: YES}
    button = Button(words.guess_anyway_button(), "guess", options)
    return View((Paragraph(text), Footnote(words.how_to_stop_warnings())), (button,), view.id)
