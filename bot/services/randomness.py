"""The source of all random values."""

import secrets

from core.game.codes import Code
from core.game.commitment import NONCE_BYTES
from core.game.hidden import HiddenCode, HiddenText
from core.game.rules import Rules

_ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0, 1, i, l and o, which are easily confused
_RANDOM = secrets.SystemRandom()


class RandomSource:
    """Draws random values from the operating system's generator, which cannot be predicted."""

    def code(self, rules: Rules) -> Code:
        """A secret. All codes are equally likely."""
        symbols = range(rules.symbols)
        if rules.repeats:
            return HiddenCode(_RANDOM.choices(symbols, k=rules.positions))
        return HiddenCode(_RANDOM.sample(symbols, rules.positions))

    def nonce(self) -> str:
        """256 random bits as 64 hexadecimal digits."""
        return HiddenText(secrets.token_hex(NONCE_BYTES))

    def coin(self) -> bool:
        """True or False, equally likely."""
        return bool(secrets.randbits(1))

    def seed(self) -> int:
        """A seed for something that need not be secret."""
        return secrets.randbits(64)

    def game_id(self, letters: int) -> str:
        """An id of this length for people to read and type."""
        return "".join(_RANDOM.choices(_ID_LETTERS, k=letters))
