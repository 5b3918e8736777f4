"""Boards show the newest state, whatever the network does, and interactions are answered without waiting for them."""

import asyncio
import re
import time
from itertools import count
from pathlib import Path

import pytest

from bot.locales import words_for
from bot.model.errors import StorageBusy
from bot.model.room_settings import RoomSettings
from bot.platforms.discord.controller import InteractionController
from bot.presenters import phrases
from bot.presenters.boards import SHOWN_TURNS
from bot.presenters.refusals import refusal_text
from bot.presenters.views import Reply
from bot.services.settings import SharedSettings
from tests.fakes.discord import Channel, Message, instant_retries, rate_limited, server_error
from tests.fakes.discord.components import walk
from tests.platforms.discord.harness import Harness, running_harness
from tests.platforms.discord.other_games import start_other_games
from tests.support.sentences import is_japanese, solved
from tests.support.snapshots import Snapshots
from tests.support.storage import locked_when_free

CODES = [f"{first}{second}{third}9" for first in range(3) for second in range(3, 6) for third in range(6, 9)]
"""27 guesses that are not the secret, all different."""

GAMES_AT_ONCE = 20

_channels = count()


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before a board is sent again."""
    monkeypatch.setattr("bot.platforms.common.message_queue._REPEAT_SECONDS", 0.1)


def turns(message: object) -> int:
    """How many turns a board has, of which it shows the last ones."""
    numbers = re.findall(r"^[| `]*(\d+) .*\dH\dB", str(message), re.MULTILINE)
    return int(numbers[-1]) if numbers else 0


def went_backwards(board: Message) -> bool:
    """Whether the board ever showed fewer turns than before."""
    shown = [turns(revision) for revision in board.history]
    return shown != sorted(shown)


async def guess_in_form(harness: Harness, board: Message, code: str) -> None:
    """Guess with the button and its form, without waiting for the board."""
    await harness.ann.submit((await harness.ann.press(board, "Guess")).modal, entered=code)


async def type_guess(harness: Harness, code: str, channel: Channel | None = None) -> None:
    await harness.bob.slash(channel or harness.channel, "hitblow guess", code=code)


async def play(harness: Harness) -> tuple[Channel, Message]:
    """Start a game without a limit in a channel of its own."""
    channel = harness.guild.channel(f"games-{next(_channels)}")
    return channel, (await harness.ann.slash(channel, "hitblow play", tries=0)).message


async def guess_all_at_once(harness: Harness, channel: Channel, board: Message) -> None:
    typed = [type_guess(harness, code, channel) for code in CODES[:15]]
    await asyncio.gather(*typed, *[guess_in_form(harness, board, code) for code in CODES[15:]])


@pytest.mark.parametrize("boards", [2, pytest.param(200, marks=pytest.mark.slow)])
async def test_no_board_is_stale_after_a_typed_guess_and_one_in_a_form(harness: Harness, boards: int) -> None:
    harness.discord.network.delay(0.05, 0.3)
    for _ in range(max(1, boards // GAMES_AT_ONCE)):
        games = await asyncio.gather(*(play(harness) for _ in range(min(boards, GAMES_AT_ONCE))))
        typed = [type_guess(harness, CODES[0], channel) for channel, _ in games]
        in_forms = [guess_in_form(harness, board, CODES[1]) for _, board in games]
        await harness.settled(asyncio.gather(*typed, *in_forms))
        assert [turns(board) for _, board in games] == [2] * len(games)
        assert not any(went_backwards(board) for _, board in games)


@pytest.mark.slow
@pytest.mark.parametrize("busy_seconds", [60.0])  # on a busy machine, guesses wait long for each other
@pytest.mark.parametrize("boards", [1, pytest.param(48, marks=pytest.mark.slow)])
async def test_many_guesses_at_once_are_all_shown(harness: Harness, boards: int) -> None:
    harness.discord.network.delay(0.02, 0.1)
    for _ in range(max(1, boards // 3)):
        games = await asyncio.gather(*(play(harness) for _ in range(min(boards, 3))))
        await harness.settled(asyncio.gather(*(guess_all_at_once(harness, channel, board) for channel, board in games)))
        for _, board in games:
            assert turns(board) == len(CODES)
            assert sum(code in str(board) for code in CODES) == SHOWN_TURNS
            assert not went_backwards(board)


async def test_a_button_does_not_wait_behind_rate_limited_edits(tmp_path: Path) -> None:
    async with running_harness(tmp_path, seconds_between=1.0) as harness:
        board = (await harness.ann.slash(harness.channel, "hitblow play", tries=0)).message
        harness.discord.rate_limits.enable()
        typed = asyncio.gather(*(type_guess(harness, code) for code in CODES))
        await asyncio.sleep(0.5)
        form = (await harness.ann.press(board, "Guess")).modal
        pressed, edits = time.monotonic(), len(harness.discord.calls("edit_message"))
        submitted = asyncio.create_task(harness.ann.submit(form, entered="0245"))
        await harness.settled(asyncio.gather(typed, submitted))
        assert turns(board) == len(CODES) + 1
        assert len(harness.discord.calls("edit_message")) - edits < len(CODES) / 2
        (shown,) = [each.at for each in board.history if "0245" in str(each)][:1]
        assert shown - pressed < 6
        assert not went_backwards(board)


@pytest.mark.usefixtures("quick_catch_up")
async def test_an_edit_that_failed_is_caught_up_without_a_press(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    harness.discord.network.fail("edit_message", server_error(), times=2)
    with instant_retries():
        await type_guess(harness, CODES[0])
        await harness.discord.until(lambda: turns(board) == 1, within=10)


REFERENCE = re.compile(r"\b[0-9a-f]{8}\b")


async def started(harness: Harness) -> Message:
    return (await harness.ann.slash(harness.channel, "hitblow play")).message


def altered(board: Message, custom_id: str) -> Message:
    """The board with the last button of an older version."""
    for each in walk(board.components):
        if each.get("label") == "More":
            each["custom_id"] = custom_id
    return board


@pytest.mark.parametrize(
    "carried",
    [
        *("nonsense", "guess|x", "nonsense||||", "play||||trys=3", "fix||||choice=99", "daily|guess|||day=1&days=2"),
        "leaderboard|scope|||rules=" + "４" * 20,  # the id of the form it opens is longer than Discord allows
    ],
)
async def test_a_button_of_another_version_is_refused_in_private(harness: Harness, carried: str) -> None:
    others = await start_other_games(harness)
    board = await started(harness)
    before = str(board)
    await harness.settled(harness.bob.press(altered(board, f"hb:{carried}"), "More"))
    assert len(harness.bob.ephemeral) == 1
    assert str(board) == before
    assert not harness.ann.ephemeral
    others.assert_undisturbed()


async def test_a_form_of_another_version_is_refused_in_private(harness: Harness) -> None:
    board = await started(harness)
    before = str(board)
    sent = harness.bob.prepare_submit((await harness.bob.press(board, "Guess")).modal, entered="0456")
    sent.data["custom_id"] = "hb:nonsense"
    await harness.settled(harness.bob.send(sent))
    assert len(harness.bob.ephemeral) == 1
    assert str(board) == before


@pytest.mark.logs_errors
async def test_an_unexpected_error_is_reported_privately_with_its_reference(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await started(harness)
    before, chie = str(board), harness.guild.member("Chie", locale="ja")

    async def broken(*_: object) -> None:
        raise ZeroDivisionError(before)

    monkeypatch.setattr(harness.services.referee, "guess", broken)
    for person in (harness.bob, chie):
        await harness.settled(person.slash(harness.channel, "hitblow guess", code="0456"))
        (told,) = map(str, person.ephemeral)
        (reference,) = REFERENCE.findall(told)
        assert reference in caplog.text
        assert "ZeroDivision" not in told
        assert is_japanese(told) == (person is chie)
    assert str(board) == before
    assert harness.channel.messages == [board]


@pytest.mark.logs_errors
async def test_an_interaction_that_cannot_be_answered_is_logged(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    show = InteractionController.show

    async def broken(controller: InteractionController, reply: Reply) -> None:
        await show(controller, reply)
        raise ZeroDivisionError

    monkeypatch.setattr(InteractionController, "show", broken)
    await harness.settled(harness.ann.slash(harness.channel, "hitblow rules"))
    logged = [(record.name, record.exc_info and record.exc_info[0]) for record in caplog.records]
    assert ("bot.platforms.discord.router", ZeroDivisionError) in logged


@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_busy_storage_is_explained_and_nothing_is_counted(harness: Harness, tmp_path: Path) -> None:
    board = await started(harness)
    await harness.guess(board, "0456")
    async with locked_when_free(tmp_path / "test.db"):
        await harness.bob.slash(harness.channel, "hitblow guess", code="7089")
        assert await harness.ann.autocomplete(harness.channel, "hitblow review", "game", "") == {}
        await harness.discord.idle()
    (told,) = map(str, harness.bob.ephemeral)
    assert refusal_text(StorageBusy(f"{tmp_path}/test.db"), words_for("en"))[:20] in told
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="3102"))
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 0]
    assert "2 3102" in str(board)


async def test_a_board_that_cannot_be_posted_in_its_new_thread_is_shown_there_by_the_command(harness: Harness) -> None:
    with instant_retries():
        harness.discord.network.fail("send", server_error(503), times=2)
        reply = await harness.settled(harness.ann.slash(harness.channel, "hitblow play", thread=True))
    (thread,) = harness.channel.threads
    assert thread.messages == []
    assert f"/{thread.id}" in str(reply.message)
    assert "/hitblow board" in str(reply.message)
    shown = (await harness.ann.slash(thread, "hitblow board")).message
    assert thread.messages == [shown]


async def test_a_form_that_would_come_too_late_is_explained(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: object) -> RoomSettings:
        await asyncio.sleep(0.3)
        return RoomSettings()

    monkeypatch.setattr("bot.platforms.discord.responder.ACKNOWLEDGE_SECONDS", 0.05)
    monkeypatch.setattr(SharedSettings, "settings_for", slow)
    await harness.settled(harness.ann.slash(harness.channel, "hitblow versus", level="easy"))
    (told,) = harness.ann.ephemeral
    assert not harness.channel.messages
    assert words_for("en")(phrases.FORM_TOO_LATE) in str(told)


async def test_a_reply_that_discord_never_takes_leaves_the_move_counted(harness: Harness) -> None:
    board = await started(harness)
    harness.discord.response_timeout = 0.3
    with instant_retries():
        for route in ("callback", "follow_up", "edit_message", "send"):
            harness.discord.network.fail(route, server_error(503), times=8)
        with pytest.raises(AssertionError):
            await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
        await harness.discord.idle()
    harness.discord.network.clear()
    harness.discord.response_timeout = 30.0
    await harness.guess(board, "7089")
    assert [code in str(board) for code in ("0456", "7089")] == [True, True]


async def test_an_old_board_that_cannot_be_deleted_stays_and_the_new_one_goes_on(harness: Harness) -> None:
    old = await started(harness)
    with instant_retries():
        harness.discord.network.fail("delete_message", server_error(503), times=2)
        new = (await harness.settled(harness.ann.slash(harness.channel, "hitblow board"))).message
    assert harness.channel.messages == [old, new]
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    assert "0456" in str(new)
    assert "0456" not in str(old)


async def test_where_the_bot_is_no_member_nothing_is_deleted(harness: Harness) -> None:
    foreign, zoe = harness.elsewhere()
    old = (await zoe.slash(foreign, "hitblow play")).message
    shown = (await harness.settled(zoe.slash(foreign, "hitblow board"))).message
    assert foreign.messages == [old, shown]


async def test_a_deleted_board_is_posted_again(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    harness.ann.delete(board)
    await harness.settled(harness.ann.submit(form, entered="0456"))
    (again,) = harness.channel.messages
    assert "0456" in str(again)
    harness.ann.delete(again)
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="3102"))
    (end,) = harness.channel.messages
    assert solved("Bob") in str(end)


async def test_missing_permissions_are_explained(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    harness.channel.deny("view_channel")
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
    feedback, copied = map(str, harness.bob.ephemeral)
    assert "0456: 0H1B" in feedback
    assert all(part in copied for part in ("1 0456 0H1B", "View Channel", "[ Guess ]"))
    assert "0456" not in str(board)
    assert harness.channel.messages == [board]


async def test_a_board_that_discord_refused_twice_is_told_and_caught_up(harness: Harness, snapshots: Snapshots) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    with instant_retries():
        harness.discord.network.fail("edit_message", server_error(), times=2)
        await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="0456"))
        await harness.discord.until(lambda: "0456" in str(board), within=10)
    for number, message in enumerate(harness.bob.ephemeral, 1):
        snapshots.step(f"what Bob alone sees, {number}", message)
    await harness.guess(board, "7103")
    assert "0456" in str(board)
    snapshots.check_steps("board_not_taken")


async def test_a_response_that_fails_once_is_repeated(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    form = (await harness.ann.press(board, "Guess")).modal
    with instant_retries() as slept:
        harness.discord.network.fail("callback", server_error())
        await harness.ann.submit(form, entered="0456")
    assert "0456" in str(board)
    assert slept == [1]


async def test_a_rate_limit_is_waited_for(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    harness.discord.network.fail("callback", rate_limited())
    await harness.guess(board, "0456")
    harness.discord.network.fail("edit_message", rate_limited())
    await harness.settled(harness.bob.slash(harness.channel, "hitblow guess", code="3102"))
    assert solved("Bob") in str(board)


async def test_a_dropped_gateway_resumes_and_what_is_repeated_counts_once(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.bob.slash(harness.channel, "hitblow guess", code="0456")
    with instant_retries():
        await harness.discord.disconnect(replay=2)
        guessed = asyncio.create_task(harness.ann.slash(harness.channel, "hitblow guess", code="7103"))
        await harness.discord.connected()
        await guessed
    await harness.discord.idle()
    assert harness.channel.messages == [board]
    assert [str(board).count(code) for code in ("0456", "7103")] == [1, 1]


async def test_a_slow_storage_is_acknowledged_in_time(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.discord.responder.ACKNOWLEDGE_SECONDS", 0.0)
    await harness.ann.slash(harness.channel, "hitblow play")
    (board,) = await harness.discord.until(lambda: harness.channel.messages)
    await harness.guess(board, "0456")
    await harness.bob.slash(harness.channel, "hitblow guess", code="3102")
    await harness.discord.until(lambda: solved("Bob") in str(board))
    await harness.discord.until(lambda: harness.ann.ephemeral)
    assert [str(message) for message in harness.ann.ephemeral] == ["(only Ann sees this)\nThe board is up to date."]
