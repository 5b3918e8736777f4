"""Mentions, reminders and expiry on Discord, with two processes and a clock that is set by hand."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from bot.model.rooms import CLAIM_TIME, Caller, RoomKey
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access
from bot.platforms.discord.client import HitblowClient
from bot.services.background import GameExpiry
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.clock import FakeClock
from tests.fakes.discord import Disconnect, LoopbackDiscord, Message, User, running
from tests.fakes.discord.channels import PUBLIC_THREAD
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import SolverThread
from tests.platforms.discord.harness import Harness
from tests.platforms.discord.test_modes import ACCEPT, challenge, hide, start, submit
from tests.support.snapshots import Snapshots
from tests.support.storage import migrated

pytestmark = pytest.mark.usefixtures("quick_catch_up")

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
            await GameExpiry(self.database.unit, self.clock).run_step()

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
    def notices(self) -> list[Message]:
        """The messages that mention somebody: replies in the channel, and messages in its threads."""
        threads = [message for thread in self.channel.threads for message in thread.messages]
        replies = [message for message in self.channel.messages if message.reference]
        return [message for message in (*replies, *threads) if message.mentions]

    @property
    def mentions(self) -> list[tuple[str, str]]:
        """Who is mentioned by each notice, and its text."""
        names = {str(person.id): person.name for person in (self.ann, self.bob)}
        return [(names[user], message.text) for message in self.notices for user in sorted(message.mentions)]

    async def play_rounds(self, first: User, second: User, hours: int) -> None:
        """Play a duel of six rounds from its notices, which start with that for `first`; each turn takes some hours."""
        found = "683" if first is self.ann else "527"
        others = ("041", "042", "043", "045", "046", "048")
        for codes in zip(("012", "013", "014", "019", "051", found), others, strict=True):
            for who, code in zip((first, second), codes, strict=True):
                await self.told_alone(who.name)
                await self.all_told()
                self.clock.advance(timedelta(hours=hours))
                await self.look()
                await self.all_told()
                await self.guess(self.notices[-1], code, who)
        await self.discord.until(lambda: not self.notices)
        await self.all_told()

    def count(self, *routes: str) -> list[int]:
        """How many requests of each kind Discord has accepted."""
        accepted = [each.route for each in self.discord.network.exchanges if each.processed_at is not None]
        return [accepted.count(route) for route in routes]


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Timed]:
    clock, database = FakeClock(), Database(f"sqlite:///{migrated(tmp_path / 'test.db')}")
    services = Services(database.unit, clock, FakeRandomSource(), ExecutorSolver(SolverThread()))
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
            await harness.guess(harness.notices[-1], code, who)
            await harness.told_alone(other.name)
            assert f"{code} " in str(board)
    assert harness.channel.messages == [board]
    (thread,) = harness.channel.threads
    assert thread.name == "Hit & Blow #k1"
    snapshots.check("notice", harness.notices[-1])


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
        await harness.settled(harness.bob.slash(other, "hitblow play", who="me"))
        await harness.settled(harness.bob.slash(other, "hitblow board"))
        await harness.settled(harness.bob.slash(harness.channel, "hitblow board"))
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
        await harness.settled(harness.bob.slash(harness.channel, "hitblow board"))
    (listed,) = harness.bob.ephemeral
    assert "Your running games:" in str(listed)
    assert "https://discord.com/channels/" in str(listed)


@pytest.mark.slow
async def test_the_notices_of_a_slow_duel_are_told_in_a_thread(harness: Timed) -> None:
    async with harness.processes(1):
        board, first, second = await start(harness)
        await harness.play_rounds(first, second, hours=11)
        assert harness.count("send", "delete_message") == [12, 12]
    (thread,) = harness.channel.threads
    assert not thread.messages
    assert harness.channel.messages == [board]


@pytest.mark.slow
@pytest.mark.parametrize(("hours", "posts"), [(11, 1), (13, 12)])
async def test_where_no_thread_can_be_opened_one_notice_is_edited_and_mentions_again_after_a_quarter_of_the_time(
    harness: Timed, hours: int, posts: int
) -> None:
    harness.channel.deny("create_public_threads")
    async with harness.processes(1):
        _, first, second = await start(harness)
        await harness.play_rounds(first, second, hours=hours)
        assert harness.count("send", "delete_message") == [1 + posts, posts]  # the end is below the last notice
    assert not harness.channel.threads


@pytest.mark.slow
async def test_a_player_who_was_not_notified_is_after_a_quarter_of_the_time_once(harness: Timed) -> None:
    await change_settings(harness, threads="nobody", reminders="off")
    async with harness.processes():
        board, first, second = await start(harness)
        await harness.told_alone(first.name)
        posted = harness.notices
        await harness.guess(board, "012", first)
        await harness.told_alone(second.name)
        assert harness.notices == posted
        await harness.all_told()
        harness.clock.advance(DAY / 2)
        await harness.look()
        await harness.discord.until(lambda: harness.notices and harness.notices != posted)
        await harness.all_told()
        await harness.told_alone(second.name)
        posted = harness.notices
        harness.clock.advance(DAY)
        await harness.look()
        await harness.all_told()
        assert harness.notices == posted


async def test_an_edit_of_a_notice_whose_response_got_lost_is_not_repeated_and_mentions_anew(harness: Timed) -> None:
    harness.channel.deny("create_public_threads")
    async with harness.processes():
        board, first, second = await start(harness)
        await harness.told_alone(first.name)
        await harness.all_told()
        posted = harness.notices
        harness.discord.network.fail("edit_message", Disconnect(processed=True), times=2)
        await harness.guess(board, "012", first)
        await harness.told_alone(second.name)
        harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
        await harness.all_told()
        assert harness.notices == posted
        harness.clock.advance(DAY / 2)
        await harness.look()
        await harness.discord.until(lambda: harness.notices and harness.notices != posted)
        await harness.told_alone(second.name)


async def test_an_edit_that_arrives_after_another_process_has_told_the_news_leaves_the_notice(harness: Timed) -> None:
    harness.channel.deny("create_public_threads")
    async with harness.processes():
        board, first, _ = await start(harness)
        await harness.told_alone(first.name)
        await harness.all_told()
        (notice,) = harness.notices
        told = harness.discord.network.hold(
            "edit_message",
            direction="response",
            times=1,
            when=lambda call: call.parameters["message_id"] == str(notice.id),
        )
        with told as hold:
            await first.submit((await first.press(board, "Guess")).modal, entered="012")
            await hold.reached()
            harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
            await harness.all_told()
    assert harness.notices == [notice]


async def test_a_notice_that_somebody_deletes_is_posted_again(harness: Timed) -> None:
    harness.channel.deny("create_public_threads")
    async with harness.processes():
        board, first, second = await start(harness)
        await harness.told_alone(first.name)
        harness.discord.state.delete(harness.notices[0])
        await harness.guess(board, "012", first)
        await harness.told_alone(second.name)


@pytest.mark.parametrize("lost", ["the thread", "the thread and the board", "the right to write there", "the lock"])
async def test_a_thread_that_is_lost_is_done_without(harness: Timed, lost: str) -> None:
    async with harness.processes():
        board, first, second = await start(harness)
        await harness.told_alone(first.name)
        (thread,) = harness.channel.threads
        match lost:
            case "the right to write there":
                harness.channel.deny("send_messages_in_threads")
            case "the lock":
                thread.locked = thread.archived = True
            case _:
                del harness.discord.state.channels[thread.id]
                harness.channel.threads.remove(thread)
                board.thread = None
        if lost == "the thread and the board":
            harness.discord.state.delete(board)
            await first.slash(harness.channel, "hitblow guess", code="012")
        else:
            await harness.guess(board, "012", first)
        await harness.discord.until(lambda: harness.mentions and harness.mentions[-1][0] == second.name)
        await harness.all_told()


async def test_notices_follow_a_board_that_moves_in_the_thread_where_they_are(
    harness: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.discord.places._LEAST_TIME_BETWEEN", -1_000 << 22)
    async with harness.processes():
        board, first, second = await start(harness)
        await harness.told_alone(first.name)
        await first.slash(harness.channel, "hitblow board")
        await harness.discord.until(lambda: harness.channel.messages[-1] is not board)
        await harness.guess(harness.notices[-1], "012", first)
        await harness.told_alone(second.name)
    assert len(harness.channel.threads) == 1


async def test_a_notice_in_a_thread_that_is_archived_is_deleted_at_the_end(harness: Timed) -> None:
    async with harness.processes():
        board, first, _ = await start(harness)
        await harness.told_alone(first.name)
        (thread,) = harness.channel.threads
        thread.archived = True
        await harness.settled(first.press(board, "Give up"))
        await first.press(first.ephemeral[-1], "Give up")
        await harness.discord.until(lambda: not thread.messages)


async def test_notices_go_into_a_thread_that_somebody_has_opened_on_the_board(harness: Timed) -> None:
    async with harness.processes():
        board = await challenge(harness)
        thread = harness.discord.state.open_thread(harness.channel, "Ann and Bob", PUBLIC_THREAD, starter=board)
        board.thread = thread
        await hide(harness, harness.bob, board, "683")
        await harness.discord.until(lambda: thread.messages)


async def test_a_board_in_a_thread_has_its_notices_beside_it(harness: Timed) -> None:
    thread = harness.discord.state.open_thread(harness.channel, "Ann and Bob", PUBLIC_THREAD)
    async with harness.processes():
        board, first, second = await start(harness, channel=thread)
        await harness.told_alone(first.name)
        posted = harness.notices
        await harness.guess(board, "012", first)
        await harness.told_alone(second.name)
        assert harness.notices[0] not in posted  # the mention notifies
    assert harness.channel.threads == [thread]


async def change_settings(harness: Timed, **texts: str) -> None:
    """Change settings of the server, as a manager."""
    room = RoomKey("discord", str(harness.guild.id), str(harness.channel.id))
    manager = Caller(room, room.player_key(str(harness.ann.id)), "Ann", "settings", is_manager=True)
    await harness.services.shared_settings.change(manager, texts)
