"""Text typed by users, made safe to show: it cannot hide or reorder anything, leave its place, or flood a channel."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby, islice

from bot.locales.columns import width

MAX_QUOTE = 40
MAX_NAME = 24

CHANNEL_START, CHANNEL_END = "\ue000", "\ue001"
_CHANNEL = re.compile(f"{CHANNEL_START}([^{CHANNEL_END}]*){CHANNEL_END}")
PERSON_START, PERSON_NAME, PERSON_END = "\ue002", "\ue003", "\ue004"
_PERSON = re.compile(f"{PERSON_START}([^{PERSON_NAME}]*){PERSON_NAME}([^{PERSON_END}]*){PERSON_END}")
_REPLACEMENT = "\ufffd"
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # they look like spaces, but are letters and symbols
_REMEMBERED_NAMES = 10_000
_MAX_MARKS = 3
"""Combining marks on one letter. Languages need up to three; more of them cover the lines above and below."""


def quote(text: str) -> str:
    """Typed text within a sentence: shortened, between backticks."""
    shown = shorten(visible_text(text), MAX_QUOTE)
    return f"`{shown if width(shown) else ' '}`"


def quote_whole(text: str) -> str:
    """A file, an address or a message of a library, for the operator: not shortened, between backticks."""
    return f"`{visible_text(text, len(text))}`"


@lru_cache(_REMEMBERED_NAMES)
def safe_name(text: str) -> str:
    """The name of a player or room, shortened; `?` if none of it is visible."""
    shown = shorten(visible_text(text), MAX_NAME)
    return shown if width(shown) else "?"


def visible_text(text: str, most: int = 4 * MAX_QUOTE) -> str:
    """The first `most` characters on one line, without backticks; invisible ones are replaced by U+FFFD."""
    line = " ".join(text[:most].split())
    runs = groupby(line, lambda character: unicodedata.category(character)[0] == "M")
    kept = (islice(run, _MAX_MARKS) if accents else run for accents, run in runs)
    return "".join(_visible(character) for run in kept for character in run)


def mark_channel(identifier: str) -> str:
    """A channel, by its id, as renderers recognize it; no typed text that was made safe can look like it."""
    return f"{CHANNEL_START}{identifier}{CHANNEL_END}"


def show_channels(text: str, show: Callable[[str], str]) -> str:
    """The text with each channel in it shown as a platform does, by its id."""
    return _CHANNEL.sub(lambda found: show(found[1]), text)


def mark_person(user: str, shown: str) -> str:
    """A person to be mentioned, by their id on the platform, with the name for platforms without mentions."""
    return f"{PERSON_START}{user}{PERSON_NAME}{shown}{PERSON_END}"


def show_people(text: str, show: Callable[[str, str], str]) -> str:
    """The text with each person who is mentioned in it shown as a platform does, by their id and name."""
    return _PERSON.sub(lambda found: show(found[1], found[2]), text)


def mentions_as_names(text: str) -> str:
    """The text with the names of those who are mentioned in it."""
    return show_people(text, lambda _, shown: shown)


def shorten(text: str, cells: int) -> str:
    """The text cut to a width in cells, ending in an ellipsis if it was cut."""
    if width(text) <= cells:
        return text
    while width(text) >= cells:
        text = text[:-1]
    return text + "…"


def shorten_distinctly(texts: Sequence[str], cells: int) -> list[str]:
    """The texts cut to a width in cells. Different ones that begin the same keep their ends instead, or get numbers."""
    cut = {text: shorten(text, cells) for text in texts}
    for shortened in (_without_middle, _numbered):
        alike = Counter(cut.values())
        cut = {
            text: shortened(text, cells, number) if alike[short] > 1 else short
            for number, (text, short) in enumerate(cut.items(), 1)
        }
    return [cut[text] for text in texts]


def _without_middle(text: str, cells: int, _: int) -> str:
    end = text
    while width(end) > cells // 2:
        end = end[1:]
    return shorten(text, cells - width(end)) + end


def _numbered(text: str, cells: int, number: int) -> str:
    return f"{shorten(text, cells - len(str(number)))}{number}"


def _visible(character: str) -> str:
    if character == "`":
        return "'"
    hidden = unicodedata.category(character)[0] == "C" or character in _BLANK
    return _REPLACEMENT if hidden else character
