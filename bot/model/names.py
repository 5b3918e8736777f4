"""Names of players: how they are stored, and which of them would pass for the bot's own words."""

import re
import unicodedata
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache

from bot.locales import LANGUAGES, translatable_in_context
from bot.model.rooms import MAX_NAME

_REMEMBERED = 10_000

_MARKS = "★☆✭✯⭐🌟✕✖✗✘×❌="
"""The marks before the result of a game, and signs that look like them."""

_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that look like spaces."""

_ALIKE = str.maketrans(
    "АВЕЗКМНОРСТУХаеоруіѕјсхԁɡһкмтвнѵԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχωγ" + "01|!3$5@łøđıɪ",
    "abe3kmhopctyxaeopyisjcxdghkmtbhvw" + "abezhikmnoptyxaeikvoptuxwy" + "oiiiessalodii",
)
"""Letters and figures that look like others."""

_PARTS = re.compile("[,\u3001]")
_CALLED = translatable_in_context(
    "refused as names of players", "you, me, a former player, former player, former, elsewhere, the bot, Hit & Blow"
)
_RESULTS = translatable_in_context(
    "refused in names of players",
    "solved it, found the secret, ran out of time, it's a draw, gave up",
)


@lru_cache(_REMEMBERED)
def player_name(text: str, user: str) -> str:
    """The name by which a player is stored and shown: `readable_name`, or their user id if there is none."""
    return readable_name(text) or user[:MAX_NAME]


def readable_name(text: str) -> str:
    """A name in Unicode's form NFKC, on one line, without characters that are invisible or change the direction.

    Returns:
        At most `MAX_NAME` characters; none if nothing is left, or if the name looks like what the bot calls somebody,
        such as "You", or like the result of a game.
    """
    plain = unicodedata.normalize("NFKC", text[: 4 * MAX_NAME])
    spaced = (" " if each.isspace() or each in _BLANK else each for each in plain)
    line = " ".join("".join(each for each in spaced if unicodedata.category(each)[0] != "C").split())
    name = line.lstrip(_MARKS + " ")[:MAX_NAME].rstrip()
    has_symbols = any(unicodedata.category(each)[0] in "SP" for each in name)
    return "" if not (_skeleton(name) or has_symbols) or _looks_like_bot(name) else name


def name_key(name: str) -> str:
    """The name as it is searched: in any case."""
    return name.casefold()[:MAX_NAME]


def _looks_like_bot(name: str) -> bool:
    skeleton, (called, results) = _skeleton(name), _skeletons()
    return skeleton in called or any(each in skeleton for each in results)


@cache
def _skeletons() -> tuple[AbstractSet[str], AbstractSet[str]]:
    """What the bot calls people, and parts of what it says about results, in every language."""
    every = list(LANGUAGES.values())
    called, results = (_PARTS.split(",".join(words(text) for words in every)) for text in (_CALLED, _RESULTS))
    return frozenset(map(_skeleton, called)), frozenset(map(_skeleton, results))


def _skeleton(text: str) -> str:
    """The letters and figures of a text without case, accents and other differences that are hard to see."""
    alike = unicodedata.normalize("NFKD", text).translate(_ALIKE).casefold().translate(_ALIKE)
    return "".join(each for each in alike if each.isalnum()).replace("l", "i")
