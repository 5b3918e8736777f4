"""Whole games during which a process is killed, and whose players repeat what was not answered."""

from __future__ import annotations

import asyncio
import random
import re
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.processes.processes import SECONDS
from tests.processes.sites import Site, Unanswered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from tests.processes.kills import Bots

ANN, BOB = 0, 1
"""The numbers of the first two people of a site."""

SECRET = "7391"
"""No other code, id or time in what people see has these digits in a row."""

MOMENTS = (0.2, 2.5)
"""Seconds between the start and the kill."""

STORED = "SELECT guess FROM turns WHERE game_id = ? UNION ALL SELECT pending FROM boards WHERE game_id = ?"
"""The guesses with feedback, and for each board those that wait for it: "0123:a,4567:b", "a" and "b" being players."""


def guesses_on(board: object) -> list[str]:
    """The guesses that a board shows, in order."""
    return re.findall(r"^[| `]*\d+:? (\d{4})\b", str(board), re.MULTILINE)


@dataclass
class GameRound(ABC):
    """A game during which a process is killed.

    Attributes:
        number: of the round; names its channel.
        game: the id of the game.
        attempts: how often each guess was made by `guess`.
    """

    number: int
    bots: Bots
    game: str = ""
    attempts: Counter[str] = field(default_factory=Counter)

    async def play(self) -> None:
        """Play a whole game while a process is killed."""
        self.site.open_channel(self.channel)
        await self.insist(self.start, lambda: bool(self._started()))
        (self.game,) = self._started()
        moment = random.Random(self.number).uniform(*MOMENTS)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._kill(moment))
            tasks.create_task(self.play_to_end())

    @abstractmethod
    async def start(self) -> None:
        """Start the game; raises `Unanswered`."""

    @abstractmethod
    async def play_to_end(self) -> None:
        """Make every move of the game, and check what is stored and shown."""

    async def insist(self, act: Callable[[], Awaitable[None]], is_done: Callable[[], bool]) -> None:
        """Act until it is done. What was done without a reply is refused when it is repeated."""
        async with asyncio.timeout(SECONDS):
            while not is_done():
                with suppress(Unanswered):
                    await act()

    async def guess(self, person: int, code: str) -> None:
        """Make a guess, which nobody else makes, until it is stored or the game is over."""
        async with asyncio.timeout(SECONDS):
            while code not in self.stored() and not self.is_over():
                self.attempts[code] += 1
                refusals = self.site.refusals()
                with suppress(Unanswered):
                    await self.site.guess_as(self.channel, person, code)
                    was_refused = self.is_over() or self.site.refusals() > refusals
                    assert code in self.stored() or was_refused, f"{code} was answered, then lost"

    async def guess_all(self, codes: Mapping[int, Sequence[str]]) -> None:
        """Let people make their guesses at the same time; `codes` has those of each person in order."""
        async with asyncio.TaskGroup() as tasks:
            for person, own in codes.items():
                tasks.create_task(self._guess_in_turn(person, own))

    def assert_counted_once(self) -> None:
        """No guess is stored more often than it was made. Slack may deliver one again that got no reply."""
        stored = Counter(self.stored())
        assert all(stored[code] <= made for code, made in self.attempts.items()), (stored, self.attempts)

    def assert_untold(self, *secrets: str) -> None:
        """No board shows a secret."""
        for board in self.site.boards(self.channel):
            assert not any(re.search(rf"\b{secret}\b", str(board)) for secret in secrets), board

    def stored(self) -> list[str]:
        """The guesses of the game, with feedback or waiting for it."""
        rows = self.bots.query(STORED, self.game, self.game)
        return [guess.partition(":")[0] for row in rows for guess in row.split(",") if guess]

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.bots.query("SELECT ended_at IS NOT NULL FROM games WHERE id = ?", self.game) == ["1"]

    @property
    def site(self) -> Site:
        """Where the game is played."""
        return self.bots.site

    @property
    def channel(self) -> str:
        """The name of the channel in which the game is played."""
        return f"round-{self.number}"

    def _started(self) -> list[str]:
        rooms = "SELECT id FROM rooms WHERE channel = ?"
        statement = f"SELECT id FROM games WHERE room_id IN ({rooms})"
        return self.bots.query(statement, self.site.channel_id(self.channel))

    async def _guess_in_turn(self, person: int, codes: Sequence[str]) -> None:
        for code in codes:
            await self.guess(person, code)

    async def _kill(self, moment: float) -> None:
        await asyncio.sleep(moment)
        await self.bots.kill()
        await self.bots.start()
