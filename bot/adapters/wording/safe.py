"""Making what people typed safe to show: nothing in it can hide, reorder, break out of its place or flood a channel."""

import unicodedata

from bot.adapters.columns import width

MAX_QUOTE = 40
MAX_NAME = 24

_REPLACEMENT = "\ufffd"


def quote(text: str) -> str:
    """What somebody typed, between backticks, shortened in the middle of a sentence."""
    return f"`{shorten(visible(text), MAX_QUOTE) or ' '}`"


def name(text: str) -> str:
    """What somebody calls themselves."""
    return shorten(visible(text), MAX_NAME) or "?"


def visible(text: str) -> str:
    """The text on one line, without backticks, and with a mark for every character that cannot be seen."""
    return "".join(_visible(character) for character in " ".join(text[: 4 * MAX_QUOTE].split()))


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
    hidden = unicodedata.category(character)[0] == "C" or unicodedata.bidirectional(character) in {"RLE", "RLO"}
    return _REPLACEMENT if hidden else character
