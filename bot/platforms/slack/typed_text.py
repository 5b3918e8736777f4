"""Text typed on Slack: control sequences, and codes among chat."""

import re
from dataclasses import replace
from html import unescape

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import CommandError, UnknownCommand
from bot.commands.invocation import Invocation
from bot.commands.parsing import nearest, parse_line
from core.game.rules import ALPHABETS, COLORS, FRUIT

_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^>]*)?>")
_CHANNEL = re.compile(r"<#([CG][A-Z0-9]+)(?:\|[^>]*)?>")
_CHANNEL_ID = re.compile(r"[CG][A-Z0-9]{6,}")
_EMOJI = re.compile(r":([a-z0-9_+-]+):")

_COLOR_NAMES = (
    "red_circle large_yellow_circle large_green_circle large_blue_circle large_purple_circle large_orange_circle "
    "large_brown_circle black_circle white_circle large_red_square large_yellow_square large_green_square "
    "large_blue_square large_purple_square large_orange_square large_brown_square"
)
_FRUIT_NAMES = (
    "apple banana grapes tangerine strawberry watermelon pineapple cherries kiwifruit lemon peach pear coconut mango "
    "melon blueberries"
)
_PICTURES = {
    name: glyph
    for alphabet, names in ((COLORS, _COLOR_NAMES), (FRUIT, _FRUIT_NAMES))
    for name, glyph in zip(names.split(), alphabet.glyphs, strict=True)
}
"""Slack sends the pictures of our alphabets by these names."""

_SYMBOLS = frozenset("".join(alphabet.glyphs + alphabet.keys for alphabet in ALPHABETS.values()))

_SIMILAR = 75.0
"""How similar a word must be to a command, of 100, to be a misspelled one."""


def text_of(typed: str) -> str:
    """What was typed: people and channels as their ids, pictures as themselves, `& < >` as they were."""
    named = _CHANNEL.sub(r"\1", _MENTION.sub(r"\1", typed))
    return unescape(_EMOJI.sub(lambda match: _PICTURES.get(match[1], match[0]), named)).strip()


def channel_in(text: str) -> str | None:
    """The id of a channel, if a text is one."""
    return text if _CHANNEL_ID.fullmatch(text) else None


def move_in(text: str, game: str) -> Invocation | None:
    """The guess or answer that a reply to the board of that game may be, None for what can only be chat."""
    try:
        invocation = parse_line(text)
    except CommandError:
        return None
    if invocation is None or invocation.command.name not in {"guess", "answer"}:
        return None
    return replace(invocation, game=game)


def is_small_talk(text: str) -> bool:
    """Whether a text is neither a command, however misspelled, nor a code: `Thanks!`."""
    try:
        invocation = parse_line(text)
    except UnknownCommand as error:
        return nearest(error.read, BY_NAME, _SIMILAR) is None
    except CommandError:
        return False
    is_guess = invocation is not None and invocation.options.get("code") == text.strip()
    has_digit = any(character.isdigit() for character in text)
    return is_guess and not has_digit and any(each.isalpha() and each not in _SYMBOLS for each in text.upper())
