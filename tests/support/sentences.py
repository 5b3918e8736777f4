"""Sentences that many tests look for, as the presenters write them, and the language of a text."""

import re

from bot.locales import LANGUAGES
from bot.presenters.boards import tries_left_text


def solved(player: str) -> str:
    """That somebody solved a game, as its board says above the rows."""
    return LANGUAGES["en"]("{player} solved it.", player=player)


def solved_in(player: str, guesses: int) -> str:
    """The news that somebody solved a game."""
    return LANGUAGES["en"]("{player} solved it in {guesses}.", player=player, guesses=guesses)


def allowed(tries: int, language: str = "en") -> str:
    """How many tries a new board has."""
    return tries_left_text(LANGUAGES[language], tries, is_new=True)


def left(tries: int, language: str = "en") -> str:
    """How many tries are left after the first."""
    return tries_left_text(LANGUAGES[language], tries)


_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def is_japanese(text: object) -> bool:
    """Whether a text has kana or kanji in it."""
    return _JAPANESE.search(str(text)) is not None
