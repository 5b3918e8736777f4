"""Mentions, reminders and expiry on Discord, with two processes and a clock that is set by hand."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.news import CLAIM_TIME
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access
from bot.platforms.common import catch_up
from bot.platforms.discord.client import HitblowClient
from bot.services.games.expiry import Expiry
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.clock import FakeClock
from tests.fakes.discord import Disconnect, LoopbackDiscord, Message, running
from tests.fakes.random_source import FakeRandomSource
from tests.platforms.discord.stage import Stage
from tests.platforms.discord.test_duels import begin, hide
from tests.support.snapshots import Snapshots
from tests.support.storage import migrated

DAY = timedelta(days=1)


@dataclass
class Timed(Stage):
    """A stage whose clock is set by hand, over a database that outlives its processes."""

    clock: FakeClock
    database: Database

    @asynccontextmanager
    async def processes(self, count: int = 2) -> AsyncIterator[None]:
        """Run so many processes."""
        async with AsyncExitStack() as stack:
            for _ in range(count):
                client = HitblowClient(self.services, seconds_between=0.0)
                await stack.enter_async_context(running(client, self.discord))
            yield
            await self.discord.idle()

    async def look(self) -> None:
        """Let two processes look what is due."""
        for _ in range(2):
            await Expiry(self.database.unit, self.clock).step()

    async def all_told(self) -> None:
        """Wait until no news is pending or claimed."""
        async with asyncio.timeout(5):
            while await self.pending() or await self.services.messages.outdated("discord"):  # noqa: ASYNC110  # see below
                await asyncio.sleep(0.02)  # the storage tells nobody

    async def pending(self) -> bool:
        """Whether any news is pending or claimed."""
        async with self.database.unit(Access.READ) as unit:
            late = self.clock() + 2 * CLAIM_TIME
            return bool(await unit.news.pending("discord", late, late, self.clock() - DAY, 9))

    @property
    def mentions(self) -> list[tuple[str, str]]:
        """Who is mentioned by each message, and its text."""
        names = {str(person.id): person.name for person in (self.ann, self.bob)}
        return [
            (names[user], message.content) for message in self.channel.messages for user in sorted(message.mentions)
        ]


@pytest.fixture
async def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Timed]:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.05)
    clock, database = FakeClock(), Database(f"sqlite:///{migrated(tmp_path / 'test.db')}")
    services = Services.over(database.unit, clock, FakeRandomSource(), ExecutorSolver(ThreadPoolExecutor(1)))
    async with LoopbackDiscord() as discord:
        discord.expect_error(40060)
        guild = discord.guild("Ann's")
        people = guild.member("Ann"), guild.member("Bob")
        yield Timed(discord, services, guild, guild.channel("games"), *people, clock, database)
    await database.close()


async def challenge(stage: Timed) -> Message:
    board = (await stage.ann.slash(stage.channel, "hitblow duel", opponent=stage.bob, rules="hitblow3")).message
    await stage.discord.until(lambda: len(stage.mentions) == 1)
    return board


async def test_each_turn_is_told_once_to_the_player_alone(stage: Timed, snapshots: Snapshots) -> None:
    async with stage.processes():
        board = await challenge(stage)
        await hide(stage, stage.bob, board, "683")
        await stage.discord.until(lambda: len(stage.mentions) == 2)
        await hide(stage, stage.ann, board, "527")
        await stage.discord.until(lambda: len(stage.mentions) == 3)
        first, second = (stage.ann, stage.bob) if "Ann begins" in str(board) else (stage.bob, stage.ann)
        await stage.guess(board, "012", first)
        await stage.discord.until(lambda: len(stage.mentions) == 4)
    assert [name for name, _ in stage.mentions] == ["Bob", "Ann", first.name, second.name]
    assert all(message.reference for message in stage.channel.messages[1:])
    snapshots.check("mentions", "\n".join(text.split("> ", 1)[1] for _, text in stage.mentions[:2]))


async def test_a_mention_whose_response_got_lost_is_not_repeated(stage: Timed) -> None:
    async with stage.processes():
        stage.discord.network.fail("send", Disconnect(processed=True), times=2)
        await challenge(stage)
        stage.clock.advance(CLAIM_TIME + timedelta(seconds=1))
        await stage.all_told()
    assert [name for name, _ in stage.mentions] == ["Bob"]


async def test_a_mention_that_could_not_be_sent_is_sent_after_a_restart(stage: Timed) -> None:
    async with stage.processes(1):
        with stage.discord.network.hold("send") as hold:
            await stage.ann.slash(stage.channel, "hitblow duel", opponent=stage.bob, rules="hitblow3")
            await hold.reached()
            stage.discord.network.fail("send", Disconnect(), times=2)
    assert stage.mentions == []
    stage.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    async with stage.processes():
        await stage.discord.until(lambda: len(stage.mentions) == 1)
    assert [name for name, _ in stage.mentions] == ["Bob"]


async def test_what_became_due_while_the_bot_was_down_happens_once(stage: Timed) -> None:
    async with stage.processes():
        board, first, second = await begin(stage)
        await stage.discord.until(lambda: stage.mentions[-1:] != [])
    stage.clock.advance(DAY)
    await stage.look()
    async with stage.processes():
        await stage.discord.until(lambda: "Still waiting" in stage.mentions[-1][1])
    stage.clock.advance(-3 * DAY)
    await stage.look()
    stage.clock.advance(5 * DAY)
    await stage.look()
    async with stage.processes():
        pass
    assert [name for name, text in stage.mentions if "Still waiting" in text] == [first.name]
    stage.clock.advance(30 * DAY)
    await stage.look()
    async with stage.processes():
        await stage.discord.until(lambda: "Nobody moved for too long" in str(board))
        await stage.discord.until(lambda: "Nobody moved" in stage.channel.messages[-1].content)
    assert sum("Nobody moved" in message.content for message in stage.channel.messages) == 2
    assert second.name not in [name for name, text in stage.mentions if "Still waiting" in text]


async def test_nothing_is_told_in_a_channel_that_was_deleted(stage: Timed) -> None:
    async with stage.processes(1):
        await challenge(stage)
    stage.channel.deny("view_channel")
    stage.clock.advance(2 * DAY)
    await stage.look()
    stage.clock.advance(2 * DAY)
    async with stage.processes(1):
        await stage.all_told()
    assert len(stage.mentions) == 1


async def test_board_lists_the_games_of_a_player_with_a_link_to_each(stage: Timed, snapshots: Snapshots) -> None:
    other = stage.guild.channel("other")
    async with stage.processes(1):
        await challenge(stage)
        await stage.ann.slash(stage.channel, "hitblow play")
        await stage.bob.slash(other, "hitblow play", who="me")
        await stage.discord.idle()
        await stage.bob.slash(other, "hitblow board")
        await stage.discord.idle()
        await stage.bob.slash(stage.channel, "hitblow board")
        await stage.discord.idle()
    assert [str(message) for message in stage.ann.ephemeral] == []
    both = [str(message) for message in stage.bob.ephemeral]
    for text in both:
        assert "It's your turn in #k1." in text
        assert text.count(f"https://discord.com/channels/{stage.guild.id}/") == 2
        assert f"/{other.id}/" in text
    snapshots.check("running_games", both[0])


async def test_board_where_no_game_runs_lists_those_elsewhere(stage: Timed) -> None:
    async with stage.processes(1):
        await stage.bob.slash(stage.guild.channel("other"), "hitblow play", who="me")
        await stage.bob.slash(stage.channel, "hitblow board")
        await stage.discord.idle()
    (listed,) = stage.bob.ephemeral
    assert "Your running games:" in str(listed)
    assert "https://discord.com/channels/" in str(listed)
