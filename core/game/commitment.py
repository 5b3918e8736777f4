"""Commitments, which prove that a secret was not changed during the game.

The bot shows a SHA-256 hash when the game starts, and the text that was hashed when it ends. The text is
`hitblow GAME RULES CODE NONCE` in ASCII, so that any shell can verify it:

    printf %s 'hitblow k3qz7 4x10 3102 9f3c...' | sha256sum

The *seal* is the beginning of the same hash, short enough for a board.
"""

import base64
import hashlib
from functools import lru_cache

from core.game.codes import Code, format_code_ascii
from core.game.hidden import reveal
from core.game.rules import Rules

NONCE_BYTES = 32

_REMEMBERED = 100
"""Commitments that are remembered: each view of a game has it."""


def opening(game: str, rules: Rules, code: Code, nonce: str) -> str:
    """The text whose hash is the commitment; `nonce` is 256 random bits in hexadecimal."""
    return f"hitblow {game} {rules} {format_code_ascii(code, rules)} {reveal(nonce)}"


@lru_cache(_REMEMBERED)
def commit(game: str, rules: Rules, code: Code, nonce: str) -> str:
    """The commitment to a secret: the SHA-256 of its `opening` as 64 hexadecimal digits."""
    return digest(opening(game, rules, code, nonce))


def duel_opening(game: str, rules: Rules, starter_secret: Code, opponent_secret: Code, nonce: str) -> str:
    """The text whose hash is the commitment of a duel between two people.

    The nonce is drawn, and its own hash shown, before anybody hides a secret. So nobody can choose the commitment,
    which decides who starts.
    """
    codes = " ".join(format_code_ascii(code, rules) for code in (starter_secret, opponent_secret))
    return f"hitblow {game} {rules} {codes} {reveal(nonce)}"


def changed_opening(game: str, rules: Rules, number: Code, nonce: str, change: int) -> str:  # noqa: D417
    """The `opening` of a number that a player has in a duel after SHUFFLE or CHANGE.

    Each has a nonce of its own, which follows from that of the game: equal numbers after a bluff have other hashes.

    Args:
        change: the number of the use of such an item in the game, from 1.
    """
    return opening(game, rules, number, digest(f"{reveal(nonce)} {change}"))


def starter_moves_first(commitment: str) -> bool:
    """Whether the challenger guesses first in a duel with this commitment: its first digit is 0 to 7."""
    return commitment[0] in "01234567"


def digest(text: str) -> str:
    """The SHA-256 of a text as `sha256sum` prints it. Accepts any string, including lone surrogates."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


SEAL_LENGTH = 26
"""Characters of a seal, of five bits each; docs/decisions/0003-commitments.md says why no fewer."""


def seal(commitment: str) -> str:
    """The first 130 bits of a SHA-256 in the base 32 of RFC 4648."""
    return base64.b32encode(bytes.fromhex(commitment)).decode()[:SEAL_LENGTH]


def is_shown_as(commitment: str, shown: str) -> bool:
    """Whether a text is a commitment or its seal, ignoring backticks, surplus spaces and case."""
    copied = " ".join(shown.replace("`", " ").split())
    return copied.lower() == commitment or copied.upper() == seal(commitment)


def verify(text: str, shown: str) -> bool:
    """Whether `text` is the opening of the commitment or seal `shown`, ignoring backticks, surplus spaces and case."""
    return is_shown_as(digest(" ".join(text.replace("`", " ").split())), shown)
