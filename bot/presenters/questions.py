"""Questions that a player confirms before something is done that cannot be undone."""

from bot.commands.catalogue import CONFIRM, YES
from bot.locales import Words
from bot.model.games import GameView
from bot.presenters import phrases
from bot.presenters.board import quoted_code
from bot.presenters.views import Block, Button, Footnote, Paragraph, View
from bot.services.games.referee import GiveUpEffect, GiveUpPreview
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
        GiveUpEffect.ENDS_PART: words("Give up your part of game #{game}? The others keep playing.", game=game),
        GiveUpEffect.VOTE: words(
            "Vote to give up game #{game}? It ends when most of its players have voted: yours is vote "
            "{votes} of {needed}. The player who started it, or a moderator, can end it alone.",
            game=game,
            votes=preview.votes,
            needed=preview.needed,
        ),
    }[preview.effect]
    label = words("Vote to give up") if preview.effect is GiveUpEffect.VOTE else phrases.button_label(words, "giveup")
    return View((Paragraph(text),), (Button(label, "giveup", {CONFIRM: YES}),), game)


def _confirm_end(view: GameView, words: Words) -> str:
    game = view.game
    if isinstance(game, HostedGame) and game.in_head:
        return words("End game #{game}? Nobody can guess after that.", game=view.id)
    if isinstance(game, Duel) and game.is_between_people and view.viewer in game.players:
        return words(
            "Give up game #{game}? {opponent} then wins, and both secrets are shown.",
            game=view.id,
            opponent=words.person(view.name_of(game.opponent_of(view.viewer).player), first=True),
        )
    return words("Give up game #{game}? This ends it and reveals the secret.", game=view.id)


def guess_question(view: GameView, repetition: Repetition, words: Words) -> View:
    """Whether the player means a guess that repeats a turn."""
    options = {"code": format_code_ascii(repetition.guess, view.game.rules), CONFIRM: YES}
    button = Button(phrases.guess_anyway_button(words), "guess", options)
    return View(repetition_blocks(repetition, view.game.rules, words), (button,), view.id)


def repetition_blocks(repetition: Repetition, rules: Rules, words: Words) -> tuple[Block, ...]:
    """The question before a guess that repeats a turn, and how to turn such questions off."""
    text = words(
        "{guess} was already guessed in turn {turn}. Guess it anyway?",
        guess=quoted_code(repetition.guess, rules),
        turn=repetition.turn,
    )
    return (Paragraph(text), Footnote(words("Nothing was counted. `settings warnings:off` turns these questions off.")))
