"""News: a new message for everybody, because the edits of a board notify nobody."""

from bot.presenters.board import ending_of
from bot.presenters.versus import versus_ending
from bot.presenters.views import Paragraph, View
from bot.services.model import GameView
from bot.wording import Words
from core.game.games import Game


def end_news(view: GameView, words: Words) -> View | None:
    """The end of a game in one line; None if it is news for nobody."""
    if not view.has_news:
        return None
    game = view.public
    ending = ending_of(view, game, words) if isinstance(game, Game) else versus_ending(view, game, words)
    return View((Paragraph(f"#{view.id}: {ending}"),))
