"""Killing the bot during a race of thirty: no player and no guess is lost, and there is one winner."""

from __future__ import annotations

import asyncio
import re

from typing_extensions import override

from tests.processes.game_rounds import ANN, SECRET, GameRound
from tests.processes.processes import SECONDS
from tests.processes.sites import PEOPLE

ROW = re.compile(r"^[| ]*\d+ +(\S+(?: \d+)?) +(\d+) ", re.MULTILINE)
"""A player on the board of a race, and how many guesses they have made."""

GUESSES = """
    SELECT p.name || ' ' || COUNT(*) FROM turns t JOIN players p ON p.id = t.player_id
    WHERE t.game_id = ? GROUP BY p.id
"""
"""The players and how many guesses each has made."""

WINNERS = "SELECT COUNT(*) FROM turns WHERE game_id = ? AND hits = 4"

RESULTS = "SELECT COUNT(*) FROM results WHERE game_id = ? AND outcome = ?"


def wrong_codes(person: int) -> tuple[str, str]:
    """What a player guesses before they find the secret; no two players make the same guess."""
    return f"{person:02}56", f"56{person:02}"


class RaceRound(GameRound):
    """A race of thirty during which a process is killed, and whose players find the secret at the same time."""

    @override
    async def start(self) -> None:
        await self.site.send(self.channel, ANN, "play", who="race", tries=0, rules="4x10r")

    @override
    async def play_to_end(self) -> None:
        self.bots.query("UPDATE games SET secret = ? WHERE id = ?", SECRET, self.game)
        await self.guess_all({person: wrong_codes(person) for person in range(len(PEOPLE))})
        self.assert_untold(SECRET)
        async with asyncio.TaskGroup() as tasks:
            for person in range(len(PEOPLE)):
                tasks.create_task(self.guess(person, SECRET))
        assert self.bots.query(WINNERS, self.game) == ["1"]
        assert self.bots.query(RESULTS, self.game, "solved") == ["1"]
        assert self.bots.query("SELECT COUNT(*) FROM results WHERE game_id = ?", self.game) == [str(len(PEOPLE))]
        self.assert_counted_once()
        await self.site.until(self._is_shown, SECONDS)

    def _is_shown(self) -> bool:
        """Whether the only board has a line for each player, and shows the winner and the secret."""
        boards = self.site.boards(self.channel)
        found = [ROW.findall(str(board)) for board in boards]  # without any in the message about the end
        rows = [sorted(f"{name} {guesses}" for name, guesses in players) for players in found if players]
        return rows == [sorted(self.bots.query(GUESSES, self.game))] and SECRET in str(boards[0])
