"""Proof that a secret was not changed during the game: a hash shown at the start, what was hashed at the end.

The text hashed is `hitblow GAME RULES CODE NONCE`, in ASCII, so that any shell can check it:

    printf %s 'hitblow k3qz7 4x10 3102 9f3c...' | sha256sum
"""

import hashlib

from core.game.codes import Code, spell_code
from core.game.rules import Rules

NONCE_BYTES = 32


def opening(game: str, rules: Rules, code: Code, nonce: str) -> str:
    """The text whose hash is the commitment; `nonce` is 256 bits in hexadecimal."""
    return f"hitblow {game} {rules} {spell_code(code, rules)} {nonce}"


def commit(game: str, rules: Rules, code: Code, nonce: str) -> str:
    """The commitment to a secret: SHA-256 of its opening, 64 hexadecimal digits."""
    return digest(opening(game, rules, code, nonce))


def digest(text: str) -> str:
    """SHA-256 of an opening, as `sha256sum` prints it; of any other text as well, half-surrogates included."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def verify(text: str, commitment: str) -> bool:
    """Whether a text is the opening of a commitment, whatever spaces, backticks and capitals copying gave them."""
    opened, hashed = (" ".join(copied.replace("`", " ").split()) for copied in (text, commitment))
    return digest(opened) == hashed.lower()
