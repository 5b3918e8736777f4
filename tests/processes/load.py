"""People who guess all the time while something is done to the bot or to its database."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.processes.processes import SECONDS
from tests.processes.sites import Unanswered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.processes.kills import Bots

PLAYERS = 8
CHANNELS = tuple(f"games-{number}" for number in range(4))
PAUSE_SECONDS = 0.3
"""Between an answer and the same person's next guess."""


@dataclass
class Guess:
    """A guess on its way.

    Attributes:
        sent_at: in monotonic seconds.
        answered_at: the same, None if it was not answered.
    """

    code: str
    sent_at: float
    answered_at: float | None = None

    @property
    def seconds(self) -> float:
        """How long the answer took."""
        return (self.answered_at or time.monotonic()) - self.sent_at


@dataclass
class Load:
    """The guesses of everybody, each code once.

    Attributes:
        guesses: in the order in which they were sent.
        codes: that are yet to be guessed.
        stopped_at: when the bot was asked to stop, in monotonic seconds.
    """

    bots: Bots
    guesses: list[Guess] = field(default_factory=list)
    codes: Iterator[str] = field(default_factory=lambda: (f"{code:04}" for code in range(1, 10_000)))
    stopped_at: float = 0.0
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        """Start a game in each channel, whose secret nobody guesses."""
        for channel in CHANNELS:
            self.bots.site.open_channel(channel)
            await self.bots.site.play(channel)
        await self.bots.site.until(lambda: all(self.bots.site.boards(channel) for channel in CHANNELS), SECONDS)
        self.bots.query("UPDATE games SET rules = '4x10r', secret = '0000', revision = revision + 1")

    async def run(self) -> None:
        """Guess until `end`."""
        await asyncio.gather(*(self._play(player) for player in range(PLAYERS)))

    def continued(self) -> Load:
        """The same games, with nothing guessed yet."""
        return Load(self.bots, codes=self.codes)

    def end(self) -> None:
        """Let nobody make another guess."""
        self._over.set()

    def stored(self) -> list[str]:
        """The guesses that are stored, each of which has to be there once."""
        stored = self.bots.query("SELECT guess FROM turns")
        assert len(stored) == len(set(stored)), "a guess is stored twice"
        return stored

    async def _play(self, player: int) -> None:
        while not self._over.is_set():
            guess = Guess(next(self.codes), time.monotonic())
            self.guesses.append(guess)
            with suppress(Unanswered):
                await self.bots.site.guess_as(CHANNELS[player % len(CHANNELS)], player, guess.code)
                guess.answered_at = time.monotonic()
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE_SECONDS):
                    await self._over.wait()
