"""RandomSource that deal what they are told to."""

from collections import deque
from collections.abc import Iterable
from itertools import count

from core.game.codes import Code, is_code
from core.game.rules import Rules


class FakeRandomSource:
    """Deals the given secrets in turn, then ever the lowest code; ids and nonces are numbered unless given."""

    def __init__(self, secrets: Iterable[Code] = (), names: Iterable[str] = ()) -> None:
        self.heads = True
        self.secrets = deque(secrets)
        self.names = deque(names)
        self._numbers = count(1)

    def code(self, rules: Rules) -> Code:
        """The next secret."""
        code = self.secrets.popleft() if self.secrets else tuple(range(rules.positions))
        assert is_code(code, rules)
        return code

    def nonce(self) -> str:
        """A nonce like no other."""
        return f"{next(self._numbers):064x}"

    def coin(self) -> bool:
        """Heads, unless it has been told otherwise."""
        return self.heads

    def seed(self) -> int:
        """Always the same."""
        return 0

    def name(self) -> str:
        """The next id."""
        return self.names.popleft() if self.names else f"game{next(self._numbers)}"
