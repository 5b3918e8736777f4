"""Sentences that many tests look for, as the presenters write them, usually in English."""

from bot.locales import LANGUAGES
from bot.presenters.phrases import tries_left


def solved(player: str, _guesses: int) -> str:
    """That somebody solved a game, as its board and its news begin; rows or the news tell the number of guesses."""
    return LANGUAGES["en"]("{player} solved it.", player=player).removesuffix(".")


def solved_in(player: str, guesses: int) -> str:
    """The news that somebody solved a game."""
    return LANGUAGES["en"]("{player} solved it in {guesses}.", player=player, guesses=guesses)


def left(tries: int, language: str = "en") -> str:
    """How many tries are left; that of a new board, which has them all, begins the same in English."""
    return tries_left(LANGUAGES[language], tries).removesuffix(" left")
