"""Killing the bot during a duel of two people, who repeat what was not answered: nothing is lost or counted twice."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tests.processes.processes import SECONDS
from tests.processes.sites import Unanswered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.processes.kills import Bots

ANN, BOB = 0, 1
SECRETS = {ANN: "7391", BOB: "8206"}
"""No other code, id or time in what people see has these digits in a row."""

WRONG = [("0123", "4567"), ("1234", "5678"), ("2345", "6789")]
"""What both guess in each round before the last."""

HIDDEN = """
    SELECT (g.secret IS NOT NULL AND g.secret <> '') + (d.starter_secret IS NOT NULL)
    FROM games g JOIN duels d ON d.game_id = g.id WHERE g.id = ?
"""
"""How many have hidden a secret in a duel."""

BEGINS = "SELECT opponent_begins FROM duels WHERE game_id = ?"

TURNS = """
    SELECT guess FROM turns WHERE game_id = ?
    ORDER BY number, board <> (SELECT opponent_begins FROM duels WHERE duels.game_id = turns.game_id)
"""
"""The guesses of a duel in the order of play; the boards are the challenger's and the opponent's."""

MOMENTS = (0.2, 2.5)
"""Seconds between the challenge and the kill."""


def order_of_play(opponent_begins: list[str]) -> tuple[int, int]:
    """Who begins, and who follows; Ann has challenged."""
    return (BOB, ANN) if int(opponent_begins[0]) else (ANN, BOB)


def planned_guesses(first: int, second: int) -> list[tuple[int, str]]:
    """Who guesses what: the one who begins finds the secret in the last round."""
    rounds = [*WRONG, (SECRETS[second], "9876")]
    return [pair for codes in rounds for pair in zip((first, second), codes, strict=True)]


@dataclass
class DuelRound:
    """A duel during which a process is killed.

    Attributes:
        number: of the round; names its channel.
        game: the id of the duel.
    """

    number: int
    bots: Bots
    game: str = ""

    async def play(self) -> None:
        """Play a whole duel while a process is killed."""
        self.bots.site.open_channel(self._channel)
        await self._insist(lambda: self.bots.site.challenge(self._channel), lambda: bool(self._begun()))
        (self.game,) = self._begun()
        moment = random.Random(self.number).uniform(*MOMENTS)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._kill(moment))
            tasks.create_task(self._duel())

    async def _kill(self, moment: float) -> None:
        await asyncio.sleep(moment)
        await self.bots.kill()
        await self.bots.start()

    async def _duel(self) -> None:
        site = self.bots.site
        for hidden, (person, secret) in enumerate(SECRETS.items(), 1):
            hide = partial(site.hide, self._channel, person, secret)
            await self._insist(hide, partial(self._has_hidden, hidden))
        guesses = planned_guesses(*self._order())
        for played, (person, code) in enumerate(guesses, 1):
            self._assert_untold()
            guess = partial(site.guess_as, self._channel, person, code)
            await self._insist(guess, partial(self._has_played, [code for _, code in guesses[:played]]))
            assert self._is_over() == (played == len(guesses))
        await site.until(lambda: self._shows(*(code for _, code in guesses)), SECONDS)

    def _shows(self, *codes: str) -> bool:
        """Whether the only board shows every guess and, at the end, both secrets."""
        shown = (*codes, *SECRETS.values())
        return sum(all(code in str(board) for code in shown) for board in self.bots.site.boards(self._channel)) == 1

    def _assert_untold(self) -> None:
        """Nobody is shown a secret while the duel runs."""
        for board in self.bots.site.boards(self._channel):
            assert not any(secret in str(board) for secret in SECRETS.values()), board

    def _begun(self) -> list[str]:
        channel = self.bots.site.channel_id(self._channel)
        rooms = "SELECT id FROM rooms WHERE channel = ?"
        return self.bots.query(f"SELECT id FROM games WHERE room_id IN ({rooms})", channel)  # noqa: S608  # constant

    def _has_hidden(self, people: int) -> bool:
        return int(self.bots.query(HIDDEN, self.game)[0]) == people

    def _order(self) -> tuple[int, int]:
        return order_of_play(self.bots.query(BEGINS, self.game))

    def _has_played(self, codes: list[str]) -> bool:
        return self.bots.query(TURNS, self.game) == codes

    def _is_over(self) -> bool:
        return self.bots.query("SELECT ended_at IS NOT NULL FROM games WHERE id = ?", self.game) == ["1"]

    async def _insist(self, act: Callable[[], Awaitable[None]], is_done: Callable[[], bool]) -> None:
        """Act until it is done. What was done without a reply is refused when it is repeated."""
        async with asyncio.timeout(SECONDS):
            while not is_done():
                with suppress(Unanswered):
                    await act()

    @property
    def _channel(self) -> str:
        return f"duel-{self.number}"
