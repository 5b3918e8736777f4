"""Making what people typed safe to show: nothing in it can hide, reorder, break out of its place or flood a channel."""

import unicodedata
from itertools import groupby, islice

from bot.wording.columns import width

MAX_QUOTE = 40
MAX_NAME = 24

_REPLACEMENT = "\ufffd"
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that look like a space but are none
_MAX_MARKS = 3
"""Accents on one letter; languages need two or three, heaps of them cover the lines around."""


def quote(text: str) -> str:
    """What somebody typed, between backticks, shortened in the middle of a sentence."""
    shown = shorten(visible(text), MAX_QUOTE)
    return f"`{shown if width(shown) else ' '}`"


def name(text: str) -> str:
    """What somebody calls themselves."""
    shown = shorten(visible(text), MAX_NAME)
    return shown if width(shown) else "?"


def visible(text: str) -> str:
    """The text on one line, without backticks, and with a mark for every character that cannot be seen."""
    line = " ".join(text[: 4 * MAX_QUOTE].split())
    runs = groupby(line, lambda character: unicodedata.category(character)[0] == "M")
    kept = (islice(run, _MAX_MARKS) if accents else run for accents, run in runs)
    return "".join(_visible(character) for run in kept for character in run)


def shorten(text: str, cells: int) -> str:
    """The text cut to a number of cells, with an ellipsis where something was cut."""
    if width(text) <= cells:
        return text
    while width(text) >= cells:
        text = text[:-1]
    return text + "…"


def _visible(character: str) -> str:
    if character == "`":
        return "'"
    hidden = unicodedata.category(character)[0] == "C" or character in _BLANK
    return _REPLACEMENT if hidden else character
