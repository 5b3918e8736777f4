"""Sentences that many tests look for, as the presenters write them, usually in English."""

from bot.locales import LANGUAGES
from bot.presenters.endings import _ended
from bot.presenters.phrases import tries_left
from core.game.boards import Outcome


def solved(player: str, guesses: int) -> str:
    """That somebody solved a game."""
    return _ended(Outcome.SOLVED, player, guesses, LANGUAGES["en"])


def left(tries: int, language: str = "en") -> str:
    """How many tries are left."""
    return tries_left(LANGUAGES[language], tries)
