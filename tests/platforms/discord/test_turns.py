"""Mentions, reminders and expiry on Discord, with two processes and a clock that is set by hand."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.messages import CLAIM_TIME
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access
from bot.platforms.common import catch_up
from bot.platforms.discord.client import HitblowClient
from bot.services.games.moves import Expiry
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.clock import FakeClock
from tests.fakes.discord import Disconnect, LoopbackDiscord, running
from tests.fakes.random_source import FakeRandomSource
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_duels import ACCEPT, challenge, hide, start, submit
from tests.support.snapshots import Snapshots
from tests.support.storage import migrated

DAY = timedelta(days=1)


@dataclass
class Timed(Harness):
    """A harness whose clock is set by hand, over a database that outlives its processes."""

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
        async with asyncio.timeout(30):
            while await self.pending() or await self.services.messages.outdated("discord"):  # noqa: ASYNC110  # see below
                await asyncio.sleep(0.02)  # the storage tells nobody

    async def pending(self) -> bool:
        """Whether any news is pending or claimed."""
        async with self.database.unit(Access.READ) as unit:
            late = self.clock() + 2 * CLAIM_TIME
            return bool(await unit.news.pending("discord", late, late, self.clock() - DAY, 9))

    async def told_alone(self, name: str) -> None:
        """Wait until only one message mentions somebody, the player with this name."""
        await self.discord.until(lambda: [who for who, _ in self.mentions] == [name])

    @property
    def mentions(self) -> list[tuple[str, str]]:
        """Who is mentioned by each notice, and its text."""
        names = {str(person.id): person.name for person in (self.ann, self.bob)}
        notices = (message for message in self.channel.messages if message.reference)
        return [(names[user], message.text) for message in notices for user in sorted(message.mentions)]


@pytest.fixture
async def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Timed]:
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.05)
    clock, database = FakeClock(), Database(f"sqlite:///{migrated(tmp_path / 'test.db')}")
    services = Services(database.unit, clock, FakeRandomSource(), ExecutorSolver(ThreadPoolExecutor(1)))
    async with LoopbackDiscord() as discord:
        discord.expect_error(40060)
        guild = discord.guild("Ann's")
        people = guild.member("Ann"), guild.member("Bob")
        yield Timed(discord, services, guild, guild.channel("games"), *people, clock, database)
    await database.close()


async def test_each_turn_is_told_once_to_the_player_alone(harness: Timed, snapshots: Snapshots) -> None:
    async with harness.processes():
        board = await challenge(harness)
        await hide(harness, harness.bob, board, "683")
        first, second = (harness.ann, harness.bob) if "Ann's turn" in str(board) else (harness.bob, harness.ann)
        await harness.told_alone(first.name)
        for who, other, code in ((first, second, "012"), (second, first, "345")):
            await harness.guess(harness.channel.messages[-1], code, who)
            await harness.told_alone(other.name)
            assert f"{code} " in str(board)
    assert harness.channel.messages[-1].reference
    snapshots.check("notice", harness.channel.messages[-1])


async def test_a_mention_whose_response_got_lost_is_not_repeated(harness: Timed) -> None:
    async with harness.processes():
        harness.discord.network.fail("send", Disconnect(processed=True), times=2)
        _, first, _ = await start(harness)
        await harness.discord.until(lambda: harness.mentions)
        harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
        await harness.all_told()
    assert [name for name, _ in harness.mentions] == [first.name]


async def test_a_notice_that_got_lost_is_deleted_after_the_turn(harness: Timed) -> None:
    async with harness.processes():
        harness.discord.network.fail("send", Disconnect(processed=True), times=2)
        board, first, second = await start(harness)
        await harness.discord.until(lambda: harness.mentions)
        await harness.guess(board, "012", first)
        await harness.told_alone(second.name)


async def test_a_mention_that_could_not_be_sent_is_sent_after_a_restart(harness: Timed) -> None:
    async with harness.processes(1):
        with harness.discord.network.hold("send") as hold:
            board = await challenge(harness)
            await submit(harness, harness.bob, await harness.bob.press(board, ACCEPT), "683", waits=False)
            await hold.reached()
            harness.discord.network.fail("send", Disconnect(), times=2)
    assert harness.mentions == []
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    async with harness.processes():
        await harness.discord.until(lambda: len(harness.mentions) == 1)


async def test_nothing_is_told_in_a_channel_that_was_deleted(harness: Timed) -> None:
    async with harness.processes(1):
        await challenge(harness)
    harness.channel.deny("view_channel")
    harness.clock.advance(2 * DAY)
    await harness.look()
    harness.clock.advance(2 * DAY)
    async with harness.processes(1):
        await harness.all_told()
    assert harness.mentions == []


async def test_board_lists_the_games_of_a_player_with_a_link_to_each(harness: Timed, snapshots: Snapshots) -> None:
    other = harness.guild.channel("other")
    async with harness.processes(1):
        await challenge(harness)
        await harness.ann.slash(harness.channel, "hitblow play")
        await harness.bob.slash(other, "hitblow play", who="me")
        await harness.discord.idle()
        await harness.bob.slash(other, "hitblow board")
        await harness.discord.idle()
        await harness.bob.slash(harness.channel, "hitblow board")
        await harness.discord.idle()
    assert [str(message) for message in harness.ann.ephemeral] == []
    both = [str(message) for message in harness.bob.ephemeral]
    for text in both:
        assert "It's your turn in #k1." in text
        assert text.count(f"https://discord.com/channels/{harness.guild.id}/") == 2
        assert f"/{other.id}/" in text
    snapshots.check("running_games", both[0])


async def test_board_where_no_game_runs_lists_those_elsewhere(harness: Timed) -> None:
    async with harness.processes(1):
        await harness.bob.slash(harness.guild.channel("other"), "hitblow play", who="me")
        await harness.bob.slash(harness.channel, "hitblow board")
        await harness.discord.idle()
    (listed,) = harness.bob.ephemeral
    assert "Your running games:" in str(listed)
    assert "https://discord.com/channels/" in str(listed)


@pytest.mark.slow
async def test_a_duel_of_six_rounds_leaves_two_messages(harness: Timed) -> None:
    async with harness.processes(1):
        _, first, second = await start(harness)
        found = "683" if first is harness.ann else "527"
        others = ("041", "042", "043", "045", "046", "048")
        for codes in zip(("012", "013", "014", "019", "051", found), others, strict=True):
            for who, code in zip((first, second), codes, strict=True):
                await harness.told_alone(who.name)
                await harness.guess(harness.channel.messages[-1], code, who)
        await harness.discord.until(lambda: len(harness.channel.messages) == 2)
    requests = [exchange.route for exchange in harness.discord.network.exchanges]
    assert [requests.count(route) for route in ("send", "delete_message")] == [13, 12]
