"""Games in threads of their own."""

from typing import Any

import pytest
from discord import Permissions

from bot.locales import words_for
from bot.model.errors import NotPermitted
from bot.model.operations import TooFast
from bot.model.room_settings import Activity, Permission
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import Access
from bot.presenters.refusals import refusal
from bot.presenters.rules import game_name
from bot.services.admission import BURST
from core.game.rules import Rules
from tests.fakes.discord import Channel, Message
from tests.platforms.discord.harness import Harness, id_of
from tests.platforms.discord.test_settings import open_form
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots


async def started_in_archived_thread(harness: Harness) -> tuple[Channel, Message]:
    """A thread that has been archived, and the board of the game in it."""
    await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    (thread,) = harness.channel.threads
    (board,) = thread.messages
    thread.archived = True
    return thread, board


async def test_a_game_can_be_played_in_a_thread(harness: Harness) -> None:
    told = await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    (thread,) = harness.channel.threads
    (board,) = thread.messages
    assert thread.name == "Hit & Blow: Ann"
    assert "The game is in a new thread:" in str(told.message)
    assert f"https://discord.com/channels/{harness.guild.id}/{thread.id}" in str(told.message)
    assert id_of(board) == "k1"
    await harness.guess(board, "0456")
    await harness.settled(harness.bob.slash(thread, "hitblow guess", code="3102"))
    assert solved("Bob") in str(board)
    assert harness.channel.messages == []
    assert thread.messages == [board]


async def test_the_channel_and_its_thread_are_two_rooms(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play", thread=True)
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    assert harness.channel.messages == [board]


@pytest.mark.parametrize("options", [{"rules": "0x0"}, {"minutes": 5}, {"start": "signal"}], ids=str)
async def test_no_thread_is_opened_for_options_that_are_refused(harness: Harness, options: dict[str, Any]) -> None:
    reply = await harness.ann.slash(harness.channel, "hitblow play", thread=True, **options)
    assert reply.message.ephemeral
    assert harness.channel.threads == []


async def test_a_race_that_is_to_start_now_needs_no_thread(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play", thread=True, start="now")
    assert harness.channel.threads == []


async def test_a_game_in_a_thread_counts_once_for_the_cooldown_which_opens_no_thread(harness: Harness) -> None:
    await harness.services.admission.set_cooldown(60)
    for _ in range(BURST + 1):
        await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    assert [len(thread.messages) for thread in harness.channel.threads] == [1] * BURST
    refusals = [refusal(TooFast(seconds), words_for("en")) for seconds in range(30, 61)]
    assert harness.ann.ephemeral[-1].content in refusals


async def test_a_new_thread_has_the_settings_of_its_channel(harness: Harness) -> None:
    mia = harness.guild.member("Mia", manages=True)
    await mia.submit((await open_form(harness, mia, "rules", "channel")).modal, rules="bulls")
    await mia.slash(harness.channel, "hitblow settings", scope="channel", language="ja")
    await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    (thread,) = harness.channel.threads
    assert game_name(Rules.parse("bulls"), words_for("ja")) in str(thread.messages[0])
    key = RoomKey("discord", str(harness.guild.id), str(thread.id))
    async with harness.services.administration._units(Access.READ) as unit:
        assert (await unit.room_settings.get(key)).rules == Rules.parse("bulls")
    form = (await mia.slash(thread, "hitblow settings", scope="channel", group="games")).modal
    await mia.submit(form, hints="nobody")
    await harness.ann.slash(harness.channel, "hitblow hint")
    assert refusal(NotPermitted(Activity.HINTS, Permission.NOBODY), words_for("en")) in str(harness.ann.ephemeral[-1])


async def test_an_archived_thread_is_opened_again_to_edit_its_board(harness: Harness) -> None:
    harness.discord.expect_error(50083)
    thread, board = await started_in_archived_thread(harness)
    await harness.settled(harness.bob.slash(thread, "hitblow guess", code="0456"))
    assert "0456" in str(board)
    assert not thread.archived
    assert thread.messages == [board]


async def test_a_locked_thread_stays_archived_and_that_is_said(harness: Harness) -> None:
    harness.discord.expect_error(50083, 50013)
    thread, board = await started_in_archived_thread(harness)
    thread.locked = True
    await harness.settled(harness.bob.slash(thread, "hitblow guess", code="0456"))
    assert "0456" not in str(board)
    assert "Only you see this copy" in str(harness.bob.ephemeral[-1])
    assert "Send Messages" in str(harness.bob.ephemeral[-1])
    assert harness.discord.calls("edit_channel")


async def test_where_no_thread_can_be_opened_that_is_said(harness: Harness, snapshots: Snapshots) -> None:
    harness.channel.deny("create_public_threads")
    snapshots.step("in a channel", await harness.ann.slash(harness.channel, "hitblow play", thread=True))
    snapshots.step("in direct messages", await harness.ann.slash(harness.ann.dm, "hitblow play", thread=True))
    snapshots.check_steps("no_thread")


async def test_a_member_who_may_not_open_threads_does_not_get_one(harness: Harness) -> None:
    harness.guild.members[harness.ann.id] = Permissions(view_channel=True, send_messages=True)
    response = await harness.ann.slash(harness.channel, "hitblow play", thread=True)
    assert "You need Create Public Threads" in str(response)
    assert harness.channel.threads == []
