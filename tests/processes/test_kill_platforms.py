"""After `kill -9` under load, no answered guess is missing or doubled, and the only board of a game shows it all."""

import asyncio
import random
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.fakes.discord import Channel, LoopbackDiscord, Message, NoResponse, User
from tests.processes.processes import SECONDS, BotProcess, discord_settings, start_bot, stored_guesses

BOARD_SECONDS = 10.0
"""How long after the restart every board has to be right."""


@dataclass
class Bots:
    """Processes over one database, which are killed and started again."""

    folder: Path
    command: str
    settings: Mapping[str, str]
    running: list[BotProcess] = field(default_factory=list)

    async def start(self) -> None:
        self.running.append(await start_bot(self.folder, self.command, self.settings))

    async def kill(self) -> None:
        await self.running.pop(0).kill()

    async def kill_all(self) -> None:
        while self.running:
            await self.kill()


def is_shown(board: Message, codes: Iterable[str]) -> bool:
    """Whether a board shows each of these guesses once."""
    text = str(board)
    return all(text.count(f"  {code}") == 1 for code in codes)


def make_endless(folder: Path) -> None:
    """Give the game a secret that nobody guesses."""
    with closing(sqlite3.connect(folder / "x.db")) as connection, connection:
        connection.execute("UPDATE games SET rules = '4x10r', secret = '0000'")


@dataclass
class Round:
    """One game on Discord, during which a process is killed."""

    discord: LoopbackDiscord
    channel: Channel
    people: tuple[User, User]
    bots: Bots
    generator: random.Random
    answered: set[str] = field(default_factory=set)

    async def play(self, seed: int, processes: int) -> None:
        """Guess while a process is killed; assert that what was answered is stored once and soon shown."""
        await self.people[0].slash(self.channel, "hitblow play", tries=0)
        (board,) = await self.discord.until(lambda: self.channel.messages)  # a slow reply is only acknowledged at first
        make_endless(self.bots.folder)
        before = stored_guesses(self.bots.folder)
        self.discord.network.delay(0.01, 0.1, seed=seed)
        self.discord.response_timeout = 5.0
        codes = {f"{code:04}" for code in self.generator.sample(range(1, 10_000), 25)} - set(before)
        guesses = [asyncio.create_task(self._guess(code)) for code in sorted(codes)]
        await asyncio.sleep(self.generator.uniform(0.3, 1.2))
        await self.bots.kill()
        await asyncio.gather(*guesses)
        self.discord.network.clear()
        self.discord.response_timeout = SECONDS
        await self.bots.start()
        await self.discord.connected(processes)
        new = Counter(stored_guesses(self.bots.folder)) - Counter(before)
        assert set(new.values()) <= {1}
        assert self.answered <= set(new)
        await self.discord.until(lambda: is_shown(board, new), within=BOARD_SECONDS)
        assert self.channel.messages == [board]
        await self.people[0].slash(self.channel, "hitblow giveup")
        await self.discord.idle()
        self.people[0].delete(board)

    async def _guess(self, code: str) -> None:
        person = self.generator.choice(self.people)
        await asyncio.sleep(self.generator.uniform(0, 1.5))
        try:
            await person.slash(self.channel, "hitblow guess", code=code)
        except NoResponse:
            return
        self.answered.add(code)


async def kill_often(folder: Path, processes: int, kills: int) -> None:
    generator = random.Random(20261121)  # the same delays in every run
    async with LoopbackDiscord() as discord:
        discord.expect_error(40060, 10062, 10015)  # what processes learn from the responses of one another
        guild = discord.guild("Ann's")
        channel, people = guild.channel("games"), (guild.member("Ann"), guild.member("Bob"))
        bots = Bots(folder, "discord", discord_settings(discord))
        discord.response_timeout = SECONDS
        try:
            for number in range(1, processes + 1):
                await bots.start()
                await discord.connected(number)
            for seed in range(kills):
                await Round(discord, channel, people, bots, generator).play(seed, processes)
        finally:
            await bots.kill_all()


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
async def test_guesses_on_discord_survive_three_kills(tmp_path: Path, processes: int) -> None:
    await kill_often(tmp_path, processes, 3)
