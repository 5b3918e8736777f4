"""Outdated boards and news are caught up, those that are refused not too often, and removals of the bot are noticed."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import partial
from unittest.mock import AsyncMock

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from bot.handlers.request import current_board
from bot.locales import Words
from bot.model.errors import StorageBusy
from bot.model.observer import Observer
from bot.model.rooms import MessageKey, NewsKey, OutdatedBoard, RoomKey
from bot.persistence.database import Database
from bot.persistence.tables.games import bot_workspaces, games
from bot.platforms.common import catch_up, message_queue
from bot.platforms.common.catch_up import BotWorkspaceMonitor, CatchUp
from bot.platforms.common.delivery import DeliveryError, DeliveryOutcome
from bot.platforms.common.intake import DeduplicatingIntake
from bot.platforms.common.message_queue import MessageQueue
from bot.presenters.views import View
from bot.services.messages import UNREACHABLE_TIME, Messages
from core.game.any_game import Who
from tests.fakes.transport import FakeTransport
from tests.services.harness import ANN, BOB, CAT, WRONG, Harness, again
from tests.support.sentences import is_japanese
from tests.support.snapshots import as_text

BOARD = MessageKey("lobby", "m1")


class FakeChannel(FakeTransport):
    """The message of a board, and what was told beside it."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.told: list[str] = []
        self.links: list[str] = []
        self.changed = asyncio.Event()
        self.error: DeliveryOutcome | None = None

    async def post(self, view: View) -> MessageKey:
        await self.edit(BOARD, view)
        return BOARD

    async def find_board(self, game: str) -> MessageKey | None:
        return None if game not in "".join(self.shown) else BOARD

    async def edit(self, message: MessageKey, view: View, /) -> None:
        assert message == BOARD or message.message in self.told
        self.changed.set()
        if self.error is not None:
            raise DeliveryError(self.error)
        self.shown.append(as_text(view))

    async def send_news(
        self, key: NewsKey, board: MessageKey | None, view: View, _before: MessageKey | None = None
    ) -> MessageKey:
        assert (board, key.subject in f"{view.game} {as_text(view)}") == (BOARD, True)
        self.told.append(as_text(view))
        self.changed.set()
        return MessageKey(BOARD.channel, as_text(view))

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        assert (message, is_over, words.code in {"en", "ja"}) == (BOARD, True, True)
        self.links.append(moved.message)
        self.changed.set()

    async def is_newest(self, message: MessageKey) -> bool:
        assert message == BOARD
        return False


@asynccontextmanager
async def catching_up(harness: Harness, channel: FakeChannel) -> AsyncIterator[None]:
    """A process that catches up on the platform `chat`."""
    intake, services = DeduplicatingIntake(), harness.services

    async def transport_to(room: RoomKey, _message: MessageKey | None) -> FakeChannel:
        assert room == ANN.room
        return channel

    queue = MessageQueue(services.messages, partial(current_board, services), intake, Observer(), "chat")
    task = asyncio.create_task(CatchUp(services, "chat", queue, transport_to, "en").run())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})
        await intake.drain(5)


class Looks:
    """Counts how often the storage was asked for outdated boards."""

    def __init__(self) -> None:
        self._number = 0
        self._changed = asyncio.Event()

    def note(self) -> None:
        self._number += 1
        self._changed.set()

    async def more(self) -> None:
        """Wait for some more looks, so that what comes after at least one of them is done."""
        wanted = self._number + 8
        async with asyncio.timeout(30):
            while self._number < wanted:
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    found, outdated = Looks(), Messages.outdated

    async def counted(messages: Messages, platform: str, most: int = 100) -> Sequence[OutdatedBoard]:
        found.note()
        return await outdated(messages, platform, most)

    monkeypatch.setattr(Messages, "outdated", counted)
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.01)
    return found


async def shared_end(harness: Harness) -> None:
    """A game that two have guessed in and whose end is to be told."""
    view = await harness.play(ANN)
    await harness.services.messages.record_posted(view.id, BOARD, "en")
    await harness.guess(BOB, WRONG, view.id)
    await harness.guess(ANN, "0123", view.id)


@pytest.fixture
def channel() -> FakeChannel:
    return FakeChannel()


@pytest.fixture
def harness(database: Database) -> Harness:
    return Harness(database)


@pytest.mark.parametrize("error", [None, DeliveryOutcome.GONE, DeliveryOutcome.FAILED])
async def test_the_board_of_an_ended_game_is_edited_once_if_possible_when_a_player_is_deleted(
    harness: Harness, channel: FakeChannel, looks: Looks, error: DeliveryOutcome | None
) -> None:
    view = await harness.play(ANN)
    await harness.guess(ANN, "0123")
    messages = harness.services.messages
    await messages.record_posted(view.id, BOARD, "en")
    await messages.record_shown({view.id: (await harness.board(ANN, view.id)).revision}, {view.id})
    await harness.services.privacy.delete(again(ANN))
    await harness.database.run(lambda connection: connection.execute(sa.update(games).values(sender="another")))
    channel.error = error
    async with catching_up(harness, channel):
        await looks.more()
    assert ["ann" in shown for shown in channel.shown] == [False] * (error is None)
    assert [board.game for board in await messages.outdated("chat")] == [view.id] * (error is DeliveryOutcome.FAILED)


async def test_the_board_of_a_process_that_has_ended_is_sent_until_no_older_edit_can_arrive(
    harness: Harness, channel: FakeChannel, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_queue, "_CHECK_SECONDS", 0.02)
    await harness.play(ANN)
    await harness.database.run(lambda connection: connection.execute(sa.update(games).values(sender="another")))
    async with catching_up(harness, channel), asyncio.timeout(30):
        while await harness.services.messages.outdated("chat"):
            await looks.more()
        sent = len(channel.shown)
        await looks.more()
    assert len(channel.shown) == sent >= 2


async def test_the_board_that_moved_longest_ago_is_looked_at_first(harness: Harness) -> None:
    players = [ANN, BOB, CAT]
    games = [(await harness.play(player, Who.ME)).id for player in players]
    for player in reversed(players):
        harness.clock.advance(timedelta(seconds=1))
        await harness.guess(player, WRONG)
    outdated = await harness.services.messages.outdated("chat", 2)
    assert [board.game for board in outdated] == [games[2], games[1]]


async def test_the_end_of_a_game_that_is_gone_is_told_to_nobody(
    harness: Harness, channel: FakeChannel, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    await shared_end(harness)
    monkeypatch.setattr(catch_up, "news_view", AsyncMock(return_value=None))
    async with catching_up(harness, channel):
        await looks.more()
    assert channel.told == []
    assert not await harness.services.news.pending("chat")


async def test_news_that_nobody_has_told_is_told_at_the_start_in_the_language_of_the_room(
    harness: Harness, channel: FakeChannel
) -> None:
    view = await harness.play(ANN)
    await harness.services.messages.record_posted(view.id, BOARD, "en")
    manager = replace(again(ANN), is_manager=True)
    await harness.services.shared_settings.change(manager, {"language": "ja"}, in_channel=True)
    await harness.guess(BOB, WRONG)
    await harness.guess(ANN, "0123")
    await harness.services.messages.record_shown({view.id: 2}, {view.id})
    async with catching_up(harness, channel), asyncio.timeout(30):
        while not channel.links:
            await channel.changed.wait()
            channel.changed.clear()
    (told,) = channel.told
    assert "ann" in told
    assert all(map(is_japanese, (*channel.shown, told)))
    assert channel.links == [told]


@pytest.mark.parametrize(
    ("delivery", "is_given_up"), [(DeliveryOutcome.OUT_OF_REACH, True), (DeliveryOutcome.FAILED, False)]
)
async def test_a_game_that_ended_long_ago_in_a_channel_out_of_reach_is_given_up(
    harness: Harness, channel: FakeChannel, looks: Looks, *, delivery: DeliveryOutcome, is_given_up: bool
) -> None:
    await harness.play(ANN)
    await harness.guess(ANN, "0123")
    channel.error = delivery
    for _ in range(2):
        async with catching_up(harness, channel), asyncio.timeout(30):
            await channel.changed.wait()
        channel.changed.clear()
        assert len(await harness.services.messages.outdated("chat")) == 1
        harness.clock.advance(UNREACHABLE_TIME / 2 - timedelta(seconds=1))
    harness.clock.advance(timedelta(seconds=2))
    async with catching_up(harness, channel), asyncio.timeout(30):
        await channel.changed.wait()
        await looks.more()
    assert (await harness.services.messages.outdated("chat") == []) is is_given_up


async def left(harness: Harness) -> dict[str, datetime | None]:
    """The workspaces that have had the bot, and when they removed it."""
    return {row.workspace: row.left_at for row in await harness.rows(bot_workspaces)}


async def test_workspaces_are_noted_and_missed_ones_have_left(database: Database) -> None:
    harness, present = Harness(database), {"T1", "T2"}

    async def listed() -> set[str]:
        return present

    presence = BotWorkspaceMonitor(harness.services.bot_workspaces, "chat", listed)
    await presence.record_workspaces()
    assert await left(harness) == {"T1": None, "T2": None}
    present = {"T2"}
    await presence.record_workspaces()
    assert await left(harness) == {"T1": harness.clock(), "T2": None}
    present = {"T1", "T2"}
    await presence.record_workspaces()
    assert await left(harness) == {"T1": None, "T2": None}


@pytest.mark.logs_errors
async def test_nothing_changes_while_the_platform_or_the_storage_does_not_answer(database: Database) -> None:
    harness = Harness(database)

    async def silent() -> None:
        return None

    async def busy() -> set[str]:
        raise StorageBusy("games.db")

    async def broken() -> set[str]:
        raise RuntimeError

    await harness.services.bot_workspaces.record_present("chat", {"T1"})
    for listed in (silent, busy, broken):
        await BotWorkspaceMonitor(harness.services.bot_workspaces, "chat", listed).record_workspaces()
    assert await left(harness) == {"T1": None}
