"""What people type on Slack: commands, codes, mentions of the bot and chat."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from html import unescape

from bot.commands.catalogue import BY_NAME
from bot.commands.command import CommandError, MissingOption, UnknownCommand
from bot.commands.invocation import Invocation
from bot.commands.parsing import most_similar, parse_line
from bot.locales import LANGUAGES, translatable_in_context
from core.game.rules import ALPHABETS, COLORS, FRUIT

_MENTION = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^>]*)?>")
_ADDRESS = re.compile(rf"(?:\s*{_MENTION.pattern}[\s,:\u3001\uff0c\uff1a]*)+")
_CHANNEL = re.compile(r"<#([CG][A-Z0-9]+)(?:\|[^>]*)?>")
_CHANNEL_ID = re.compile(r"[CG][A-Z0-9]{6,}")
_EMOJI = re.compile(r":([a-z0-9_+-]+):")
_BETWEEN_WORDS = re.compile(r"[\W_]+")

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

_SIMILAR = 0.75
"""How similar a word must be to a command, from 0 to 1, to be a misspelled one."""

MOVES = {"guess", "answer"}
"""Commands whose values can also be read in chat: a word of letters can be a code."""

_BY_NAME_ALONE = {"board", "claim", "draw", "giveup", "hint", "rematch", "review"}
"""Commands that a reply to a board can give if it consists of nothing else."""

_VERIFIES: Mapping[str, str] = {"verify": "on"}

_GREETINGS = translatable_in_context(
    "typed to greet the bot or to ask what it does, with / between the texts",
    "hi/hello/hey/hiya/good morning/good evening/what can you do/what do you do/how does this work/how to play/"
    "how do i play/who are you",
)
_MAX_GREETING = 3
"""Words of a greeting, with what follows, as in `hi everyone`."""


def normalize_typed(typed: str, bot: str | None = None) -> str:
    """What was typed: people and channels as their ids, pictures as themselves, `& < >` as they were.

    Mentions of the user `bot` are left out, except of the opponent in a duel.
    """
    if bot is not None and bot in typed:
        typed = _without_bot(typed, bot)
    named = _CHANNEL.sub(r"\1", _MENTION.sub(r"\1", typed))
    return unescape(_EMOJI.sub(lambda match: _PICTURES.get(match[1], match[0]), named)).strip()


def _without_bot(typed: str, bot: str) -> str:
    address = _ADDRESS.match(typed)
    is_to_bot = address is not None and {match[1] for match in _MENTION.finditer(address[0])} == {bot}
    text = typed[len(address[0]) :] if address is not None and is_to_bot else typed
    others = _MENTION.sub(lambda match: " " if match[1] == bot else match[0], text)
    names_bot = _MENTION.search(others) is None and _is_duel(others)
    return text if names_bot else others


def _is_duel(text: str) -> bool:
    try:
        invocation = parse_line(text)
    except MissingOption as error:
        return error.command == "duel"
    except CommandError:
        return False
    return invocation is not None and invocation.command.name == "duel"


def mentions_bot(typed: str, bot: str | None) -> bool:
    """Whether a text mentions the bot, whose user id is `bot`."""
    return any(match[1] == bot for match in _MENTION.finditer(typed))


def invocation_in(text: str) -> Invocation | None:
    """The command that a typed line gives, None if it gives none."""
    try:
        return parse_line(text)
    except CommandError:
        return None


def channel_id_or_none(text: str) -> str | None:
    """The id of a channel, if a text is one."""
    return text if _CHANNEL_ID.fullmatch(text) else None


def reply_to_board_in(text: str, game: str) -> Invocation | None:
    """What a reply to the board of that game may ask for: a guess, an answer, or a command by its name alone.

    None for what can only be chat.
    """
    invocation = invocation_in(text)
    if invocation is None:
        return None
    is_named = invocation.command.name in _BY_NAME_ALONE and invocation.options in ({}, _VERIFIES)
    return replace(invocation, game=game) if is_named or invocation.command.name in MOVES else None


def is_small_talk(text: str, *, is_direct: bool = False) -> bool:
    """Whether a text is neither a command, however misspelled, nor a code: `Thanks!`.

    In a direct message to the bot, it is none either if a command can be suggested for it: `a hint please`.
    """
    try:
        invocation = parse_line(text)
    except UnknownCommand as error:
        return error.nearest is None if is_direct else most_similar(error.read, BY_NAME, _SIMILAR) is None
    except CommandError:
        return False
    is_guess = invocation is not None and invocation.options.get("code") == text.strip()
    has_digit = any(character.isdigit() for character in text)
    return is_guess and not has_digit and any(each.isalpha() and each not in _SYMBOLS for each in text.upper())


def is_greeting(text: str) -> bool:
    """Whether a text has no words, or is a greeting or the question what the bot does, in any language."""
    words = _BETWEEN_WORDS.sub(" ", unicodedata.normalize("NFKC", text).lower()).strip()
    is_short = len(words.split()) <= _MAX_GREETING
    return words in {"", *_greetings()} or (is_short and any(words.startswith(f"{each} ") for each in _greetings()))


@cache
def _greetings() -> frozenset[str]:
    return frozenset(each for words in LANGUAGES.values() for each in words(_GREETINGS).split("/"))
