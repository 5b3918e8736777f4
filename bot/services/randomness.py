"""Chance, from the operating system's generator."""

import secrets

from core.game.codes import Code
from core.game.commitment import NONCE_BYTES
from core.game.rules import Rules

_NAME_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is mistaken for something else when read aloud
_NAME_LENGTH = 5


class SystemRandomSource:
    """RandomSource that cannot be predicted."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def code(self, rules: Rules) -> Code:
        """A secret, every code equally likely."""
        symbols = range(rules.symbols)
        if rules.repeats:
            return tuple(self._random.choices(symbols, k=rules.positions))
        return tuple(self._random.sample(symbols, rules.positions))

    def nonce(self) -> str:
        """256 bits in hexadecimal."""
        return secrets.token_hex(NONCE_BYTES)

    def coin(self) -> bool:
        """Heads or tails."""
        return self._random.random() < 1 / 2

    def seed(self) -> int:
        """64 bits."""
        return secrets.randbits(64)

    def name(self) -> str:
        """Five letters and digits, of which there are 28 million."""
        return "".join(self._random.choices(_NAME_LETTERS, k=_NAME_LENGTH))
