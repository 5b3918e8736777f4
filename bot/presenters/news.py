"""News: a new message for everybody, because the edits of a board notify nobody."""

from bot.presenters.board import ending_of
from bot.presenters.duels import challenge_ending, duel_ending
from bot.presenters.hosting import hosted_ending
from bot.presenters.versus import versus_ending
from bot.presenters.views import Paragraph, View
from bot.services.model import GameView
from bot.wording import Words
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.games import Game
from core.game.hosting import HostedGame


def end_news(view: GameView, words: Words) -> View | None:
    """The end of a game in one line; None if it is news for nobody."""
    if not view.has_news:
        return None
    game = view.public
    return View((Paragraph(f"#{view.id}: {_ending(view, game, words)}"),))


def _ending(view: GameView, game: Game | Duel | Challenge, words: Words) -> str:
    if isinstance(game, HostedGame):
        return hosted_ending(view, game, words)
    if isinstance(game, Game):
        return ending_of(view, game, words)
    if isinstance(game, Challenge):
        return challenge_ending(view, game, words)
    return duel_ending(view, game, words) if game.level is None else versus_ending(view, game, words)
