"""The source of all random values, and its implementation with the operating system's generator."""

import secrets
from typing import Protocol

from typing_extensions import override

from core.game.codes import Code
from core.game.commitment import NONCE_BYTES
from core.game.hidden import HiddenCode, HiddenText
from core.game.rules import Rules

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0, 1, i, l and o, which are easily confused


class RandomSource(Protocol):
    """Draws random values."""

    def code(self, rules: Rules) -> Code:
        """A secret. All codes are equally likely and cannot be predicted."""
        ...

    def nonce(self) -> str:
        """256 random bits as 64 hexadecimal digits."""
        ...

    def coin(self) -> bool:
        """True or False, equally likely."""
        ...

    def seed(self) -> int:
        """A seed for something that need not be secret."""
        ...

    def game_id(self, letters: int) -> str:
        """An id of this length for people to read and type."""
        ...


class SystemRandomSource(RandomSource):
    """Draws from the operating system's generator, which cannot be predicted."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    @override
    def code(self, rules: Rules) -> Code:
        symbols = range(rules.symbols)
        if rules.repeats:
            return HiddenCode(self._random.choices(symbols, k=rules.positions))
        return HiddenCode(self._random.sample(symbols, rules.positions))

    @override
    def nonce(self) -> str:
        return HiddenText(secrets.token_hex(NONCE_BYTES))

    @override
    def coin(self) -> bool:
        return bool(secrets.randbits(1))

    @override
    def seed(self) -> int:
        return secrets.randbits(64)

    @override
    def game_id(self, letters: int) -> str:
        return "".join(self._random.choices(_ID_LETTERS, k=letters))
