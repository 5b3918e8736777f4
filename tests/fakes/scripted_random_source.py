"""RandomSource that fall as they were told to."""

from core.game.codes import Code, parse_code
from core.game.rules import Rules

NONCE = "9f3c" * 16


class ScriptedRandomSource:
    """Deals the secrets given, over and over; games are called k1, k2 and so on."""

    def __init__(self, *secrets: str) -> None:
        self._secrets = secrets or ("3102",)
        self._dealt = 0

    def deal(self, *secrets: str) -> None:
        """Deal these from now on."""
        self._secrets = secrets

    def code(self, rules: Rules) -> Code:
        secret = self._secrets[self._dealt % len(self._secrets)]
        self._dealt += 1
        return parse_code(secret, rules)

    def nonce(self) -> str:
        return NONCE

    def coin(self) -> bool:
        return True

    def seed(self) -> int:
        return 0

    def name(self) -> str:
        return f"k{self._dealt}"
