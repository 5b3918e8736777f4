"""A random source that draws what a test tells it to."""

from collections import deque
from collections.abc import Iterable
from itertools import count

from typing_extensions import override

from bot.services.solver import RandomSource
from core.game.codes import Code, parse_code
from core.game.hidden import HiddenText
from core.game.rules import Rules

NONCE = HiddenText("9f3c" * 16)
"""The nonce of every game."""


class FakeRandomSource(RandomSource):
    """Draws the given secrets over and over; game ids are k1, k2 and so on unless some are given."""

    def __init__(self, *secrets: str, game_ids: Iterable[str] = ()) -> None:
        self.coin_shows = True
        self.game_ids = deque(game_ids)
        self._secrets = deque(secrets or ["3102"])
        self._numbers = count(1)

    def deal(self, *secrets: str) -> None:
        """Draw these secrets from now on."""
        self._secrets = deque(secrets)

    @override
    def code(self, rules: Rules) -> Code:
        self._secrets.rotate(-1)
        return parse_code(self._secrets[-1], rules)

    @override
    def nonce(self) -> HiddenText:
        return NONCE

    @override
    def coin(self) -> bool:
        return self.coin_shows

    @override
    def seed(self) -> int:
        return 0

    @override
    def game_id(self, letters: int) -> str:  # the ids are short
        return self.game_ids.popleft() if self.game_ids else f"k{next(self._numbers)}"
