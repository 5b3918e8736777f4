"""Killing the bot during a hosted game: the host's secret and feedback and all guesses are there, each once."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import suppress

from typing_extensions import override

from bot.commands.command import SecretKeeper
from core.game.codes import parse_code
from core.game.feedback import compute_feedback, format_feedback
from core.game.rules import Rules
from tests.processes.game_rounds import ANN, BOB, SECRET, GameRound, guesses_on
from tests.processes.processes import SECONDS
from tests.processes.sites import Unanswered

RULES = Rules(4, 10)

WRONG = {BOB: ("0123", "4567"), 2: ("1234", "5678"), 3: ("2345", "6789"), 4: ("3456", "7890")}
"""What the guessers guess at the same time, before one of them finds the secret."""

ASKED = re.compile(r"^[| ]*Ann, how many .*'s \W*(\d{4})", re.MULTILINE)
"""The guess for which a board asks the host to give feedback."""

TURNS = "SELECT guess || ' ' || hits || 'H' || blows || 'B' FROM turns WHERE game_id = ?"

PAUSE_SECONDS = 0.02
"""Between two looks of a host at the board."""


def true_feedback(code: str) -> str:
    """The feedback that a guess gets, as a button shows it."""
    return format_feedback(compute_feedback(parse_code(SECRET, RULES), parse_code(code, RULES)), RULES)


class HostedRound(GameRound):
    """A game that Ann hosts, and during which a process is killed."""

    keeper: SecretKeeper

    @override
    async def start(self) -> None:
        if self.keeper is SecretKeeper.BOT:
            await self.site.tell(self.channel, ANN, SECRET, "host", tries=0)
        else:
            await self.site.send(self.channel, ANN, "host", tries=0, keep=self.keeper)

    @override
    async def play_to_end(self) -> None:
        if self.keeper is SecretKeeper.BOT:
            await self._find()
        else:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._give_feedback())
                tasks.create_task(self._find())
        codes = self.stored()
        turns = self.bots.query(TURNS, self.game)
        assert Counter(turns) == Counter(f"{code} {true_feedback(code)}" for code in codes)
        assert self.bots.query("SELECT outcome FROM games WHERE id = ?", self.game) == ["solved"]
        self.assert_counted_once()
        await self.site.until(self._is_shown, SECONDS)

    async def _find(self) -> None:
        await self.guess_all(WRONG)
        self.assert_untold(SECRET)
        await self.guess(BOB, SECRET)

    async def _give_feedback(self) -> None:
        """Press the button with the true feedback to the guess for which the board asks, until the game is over."""
        async with asyncio.timeout(SECONDS):
            while not self.is_over():
                for board in self.site.boards(self.channel):
                    if asked := ASKED.search(str(board)):
                        with suppress(Unanswered):
                            await self.site.press(self.channel, ANN, true_feedback(asked[1]))
                await asyncio.sleep(PAUSE_SECONDS)

    def _is_shown(self) -> bool:
        """Whether the only board shows every guess once, and who found the secret."""
        boards = self.site.boards(self.channel)
        shown = [sorted(codes) for board in boards if (codes := guesses_on(board))]  # the end is a message, too
        return shown == [sorted(self.stored())] and "Bob solved it" in str(boards[0])


class BotHostedRound(HostedRound):
    """The bot keeps the secret."""

    keeper = SecretKeeper.BOT


class HeadHostedRound(HostedRound):
    """Ann keeps the secret in her head, and gives the feedback."""

    keeper = SecretKeeper.HEAD
