"""Dice that fall as they were told to."""

from collections.abc import Iterable

from core.codes import Code, parse_code
from core.rules import Rules

NONCE = "9f3c" * 16


class StackedDice:
    """Deals the secrets given, over and over; games are called k1, k2 and so on."""

    def __init__(self, *secrets: str, names: Iterable[str] = (), nonce: str = NONCE) -> None:
        self._secrets = list(secrets or ("3102",))
        self._names = list(names)
        self._nonce = nonce
        self._dealt = 0

    def code(self, rules: Rules) -> Code:
        secret = self._secrets[self._dealt % len(self._secrets)]
        self._dealt += 1
        return parse_code(secret, rules)

    def nonce(self) -> str:
        return self._nonce

    def name(self) -> str:
        return self._names.pop(0) if self._names else f"k{self._dealt}"
