"""Servers, threads, conversations and names, and boards that move below newer messages."""

import re
from typing import Any

import pytest
from discord import Permissions

from bot.locales import words_for
from bot.model.errors import NotPermitted
from bot.model.operations import TooFast
from bot.model.room_settings import Activity, Permission
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import Access
from bot.presenters import phrases
from bot.presenters.refusals import refusal_text
from bot.presenters.rules import game_name
from bot.services.admission import BURST
from core.game.rules import Rules
from tests.fakes.discord import Channel, Message
from tests.fakes.discord.components import ComponentType, walk
from tests.platforms.discord.harness import Harness, id_of
from tests.platforms.discord.test_modes import challenge, hide
from tests.platforms.discord.test_settings import open_form
from tests.support.sentences import solved
from tests.support.snapshots import Snapshots

HOSTILE = "@everyone **x** [a](b)"
ESCAPED = "@\u200beveryone \\*\\*x\\*\\* \\[a\\](b)"


async def test_the_bot_plays_in_direct_messages(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.ann.dm, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.settled(harness.ann.slash(harness.ann.dm, "hitblow guess", code="3102"))
    assert solved("Ann") in str(board)
    assert harness.ann.dm.messages == [board]


@pytest.mark.parametrize("keep", ["bot", "head"])
async def test_nobody_hosts_a_game_alone_with_the_bot(harness: Harness, keep: str) -> None:
    refused = (await harness.ann.slash(harness.ann.dm, "hitblow host", keep=keep)).message
    assert "takes another person" in str(refused)
    assert "plays against me" in str(refused)
    assert harness.ann.dm.messages == []


async def test_whoever_has_installed_the_bot_uses_it_where_it_is_no_member(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await zoe.slash(foreign, "hitblow versus", secret="head")).message
    assert "Versus" in str(board)
    assert (await zoe.slash(foreign, "hitblow suggest")).message.ephemeral
    assert (await zoe.slash(foreign, "hitblow check", guess="0123")).message.ephemeral
    for line in ("hitblow stats", "hitblow review"):
        assert (await zoe.slash(foreign, line)).message.ephemeral
    assert foreign.messages == [board]


async def test_a_game_where_the_bot_is_no_member_goes_on_in_private_copies(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await zoe.slash(foreign, "hitblow play")).message
    await harness.guess(board, "0456", zoe)
    assert "0456" in str(board)
    await harness.settled(zoe.slash(foreign, "hitblow guess", code="3102"))
    assert foreign.messages == [board]
    assert solved("Zoe") in str(zoe.ephemeral[-1])
    assert str(board.id) in str(zoe.ephemeral[-1])
    await zoe.press(board, "Guess")


async def test_where_the_bot_is_no_member_a_press_or_the_board_command_shows_everybody_a_typed_guess(
    harness: Harness,
) -> None:
    foreign, zoe = harness.elsewhere()
    board = (await zoe.slash(foreign, "hitblow play")).message
    await harness.settled(zoe.slash(foreign, "hitblow guess", code="0456"))
    assert foreign.messages == [board]
    assert "0456" not in str(board)
    await harness.guess(board, "0789", zoe)
    assert "0456" in str(board)
    await zoe.slash(foreign, "hitblow guess", code="1789")
    again = (await zoe.slash(foreign, "hitblow board")).message
    assert foreign.messages == [board, again]
    assert "1789" in str(again)


async def test_where_the_bot_is_no_member_players_are_mentioned_by_responses(harness: Harness) -> None:
    foreign = harness.discord.guild("Zoe's", has_bot=False)
    lobby, zoe, yan = (
        foreign.channel("lobby"),
        foreign.member("Zoe", installs=True),
        foreign.member("Yan", installs=True),
    )
    board = await challenge(harness, zoe, lobby, opponent=yan)
    assert board.mentions == {str(yan.id)}
    await hide(harness, yan, board, "683")
    first, second = (zoe, yan) if "Zoe's turn" in str(board) else (yan, zoe)
    await harness.guess(board, "012", first)
    assert [message.mentions for message in lobby.messages[1:]] == [{str(one.id)} for one in (first, second)]
    assert lobby.messages[0] is board
    await harness.settled(yan.press(board, "Verify"))
    assert len(lobby.messages) == 3


async def test_where_external_apps_are_forbidden_everything_is_private(harness: Harness) -> None:
    foreign = harness.discord.guild("Zoe's", has_bot=False, external_apps=False).channel("lobby")
    zoe = harness.discord.user("Zoe", installs=True)
    board = (await zoe.slash(foreign, "hitblow play")).message
    await harness.guess(board, "0456", zoe)
    assert "0456 0H1B" in str(board)
    assert zoe.ephemeral == [board]
    await harness.settled(zoe.press(board, "More"))
    assert "0456 0H1B" in str(board)
    await harness.guess(board, "3102", zoe)
    assert solved("Zoe") in str(board)
    assert foreign.messages == []


async def test_a_group_of_friends_plays_together(harness: Harness) -> None:
    zoe = harness.discord.user("Zoe", installs=True)
    group = harness.discord.group(zoe, harness.ann)
    board = (await zoe.slash(group, "hitblow play")).message
    await harness.guess(board, "0456", harness.ann)
    await harness.guess(board, "3102", zoe)
    *_, end = group.messages
    assert solved("Zoe") in str(end)
    assert end is board or str(end.id) in board.text


async def test_a_name_mentions_nobody_and_forges_nothing(harness: Harness) -> None:
    eve = harness.guild.member(HOSTILE)
    board = (await eve.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "3102", eve)
    record = (await harness.ann.slash(harness.channel, "hitblow stats", player=eve)).message
    assert all(ESCAPED in str(message) for message in (board, record))
    assert "@everyone" not in "\n".join(_outside_code(harness.channel))
    assert not any(message.mentions for message in harness.channel.messages)


def _outside_code(channel: Channel) -> list[str]:
    """What is said outside code blocks, where markup means something."""
    return [part for message in channel.messages for part in message.text.split("```")[::2]]


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
    assert (await harness.ann.slash(harness.channel, "hitblow play", thread=True, **options)).message.ephemeral
    assert harness.channel.threads == []


async def test_a_race_that_is_to_start_now_needs_no_thread(harness: Harness) -> None:
    await harness.ann.slash(harness.channel, "hitblow play", thread=True, start="now")
    assert harness.channel.threads == []


async def test_a_game_in_a_thread_counts_once_for_the_cooldown_which_opens_no_thread(harness: Harness) -> None:
    await harness.services.admission.set_cooldown(60)
    for _ in range(BURST + 1):
        await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    assert [len(thread.messages) for thread in harness.channel.threads] == [1] * BURST
    refusals = [refusal_text(TooFast(seconds), words_for("en")) for seconds in range(30, 61)]
    assert harness.ann.ephemeral[-1].content in refusals


async def test_a_new_thread_has_the_settings_of_its_channel(harness: Harness) -> None:
    mia = harness.guild.member("Mia", manages=True)
    await mia.submit((await open_form(harness, mia, "rules", "channel")).modal, rules="bulls")
    await mia.slash(harness.channel, "hitblow settings", scope="channel", language="ja")
    await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    (thread,) = harness.channel.threads
    assert game_name(Rules.parse("bulls"), words_for("ja")) in str(thread.messages[0])
    key = RoomKey("discord", str(harness.guild.id), str(thread.id))
    async with harness.services.shared_settings._units(Access.READ) as unit:
        assert (await unit.room_settings.get(key)).rules == Rules.parse("bulls")
    form = (await mia.slash(thread, "hitblow settings", scope="channel", group="games")).modal
    await mia.submit(form, hints="nobody", threads="nobody")
    await harness.ann.slash(harness.channel, "hitblow hint")
    assert refusal_text(NotPermitted(Activity.HINTS, Permission.NOBODY), words_for("en")) in str(
        harness.ann.ephemeral[-1]
    )
    await harness.ann.slash(harness.channel, "hitblow play", thread=True)
    assert refusal_text(NotPermitted(Activity.THREADS, Permission.NOBODY), words_for("en")) in str(
        harness.ann.ephemeral[-1]
    )


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


BRING_DOWN = "Bring down"


@pytest.fixture
def _old_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every board is old enough to move."""
    monkeypatch.setattr("bot.platforms.discord.places._LEAST_TIME_BETWEEN", -1_000 << 22)


def chat(harness: Harness, messages: int) -> None:
    for number in range(messages):
        harness.bob.say(harness.channel, f"{number}")


def live(harness: Harness) -> list[Message]:
    """The messages with buttons."""
    return [
        message
        for message in harness.channel.messages
        if any(each["type"] == ComponentType.BUTTON for each in walk(message.components))
    ]


async def play(harness: Harness) -> Message:
    return (await harness.ann.slash(harness.channel, "hitblow play")).message


@pytest.mark.usefixtures("_old_boards")
async def test_the_button_moves_the_board_and_leaves_a_link(harness: Harness) -> None:
    former = await play(harness)
    await harness.guess(former, "0456")
    chat(harness, 1)
    await harness.settled(harness.bob.press(former, BRING_DOWN))
    (board,) = live(harness)
    assert board is harness.channel.messages[-1]
    assert "1 0456" in board.text
    assert re.findall(r"https://discord.com/channels/\d+/\d+/(\d+)", former.text) == [str(board.id)]
    await harness.guess(board, "7089")
    assert "2 7089" in board.text
    assert len(harness.bob.ephemeral) == 1


@pytest.mark.usefixtures("_old_boards")
async def test_a_board_that_is_the_newest_message_stays(harness: Harness) -> None:
    board = await play(harness)
    await harness.settled(harness.bob.press(board, BRING_DOWN))
    assert harness.channel.messages == [board]
    assert [told.text for told in harness.bob.ephemeral[1:]] == [words_for("en")(phrases.BOARD_NOT_MOVED)]


async def test_a_board_moves_at_most_every_thirty_seconds(harness: Harness) -> None:
    board = await play(harness)
    chat(harness, 9)
    await harness.bob.press(board, BRING_DOWN)
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    assert live(harness) == [board]
    assert "1 0456" in board.text


@pytest.mark.usefixtures("_old_boards")
@pytest.mark.parametrize(("messages", "moves"), [(4, False), (5, True)])
async def test_a_typed_guess_moves_a_board_that_is_out_of_sight(
    harness: Harness, messages: int, *, moves: bool
) -> None:
    first = await play(harness)
    chat(harness, messages)
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    (board,) = live(harness)
    assert (board is not first) is moves
    assert "1 0456" in board.text
    assert "0H1B" in harness.bob.ephemeral[0].text


@pytest.mark.usefixtures("_old_boards")
async def test_a_late_press_on_the_former_message_counts_and_leaves_the_link(harness: Harness) -> None:
    former = await play(harness)
    late = harness.ann.prepare_press(former, "Guess")
    chat(harness, 1)
    await harness.bob.press(former, BRING_DOWN)
    await harness.settled(harness.ann.submit((await harness.ann.send(late)).modal, entered="0456"))
    (board,) = live(harness)
    assert "1 0456" in board.text
    assert str(board.id) in former.text


@pytest.mark.usefixtures("_old_boards")
async def test_where_the_bot_is_no_member_the_message_whose_button_is_used_shows_all_turns(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    former = (await zoe.slash(foreign, "hitblow play")).message
    zoe.say(foreign, "hello")
    await harness.settled(zoe.press(former, BRING_DOWN))
    board = foreign.messages[-1]
    assert board is not former
    await harness.guess(former, "0456", zoe)
    assert "1 0456" in former.text
    await harness.guess(board, "7089", zoe)
    assert "1 0456" in board.text
    assert "2 7089" in board.text


@pytest.mark.usefixtures("_old_boards")
async def test_a_refused_press_moves_nothing(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play", who="me")).message
    chat(harness, 9)
    await harness.settled(harness.bob.press(board, "Guess"))
    assert live(harness) == [board]
    assert harness.bob.ephemeral
