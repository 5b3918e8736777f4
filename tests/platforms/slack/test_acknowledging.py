"""What people type is acknowledged when it is stored or refused, a slow command with words that promise nothing."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import timedelta

import pytest

from tests.fakes.slack import Message, NotAcknowledged, payloads
from tests.platforms.slack.harness import ConnectionType, Harness
from tests.support.storage import locked_when_free

NOT_COUNTED, NOT_CONFIRMED = re.compile("nothing was counted", re.IGNORECASE), re.compile("Not confirmed yet")


@pytest.fixture(params=["socket", pytest.param("http", marks=pytest.mark.slow)])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


@pytest.fixture(autouse=True)
def _acknowledged_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.slack.router.ACKNOWLEDGE_SECONDS", 0.1)


@pytest.fixture
async def board(harness: Harness) -> AsyncIterator[Message]:
    """The board of a game, with the bot running."""
    async with harness.bot():
        board = await harness.start_game("play")
        await harness.slack.idle()  # the message is recorded
        yield board


def stored(harness: Harness) -> list[str]:
    """The guesses in the database."""
    with closing(sqlite3.connect(harness.file)) as connection:
        return [guess for (guess,) in connection.execute("SELECT guess FROM turns ORDER BY number")]


def told(harness: Harness) -> str:
    return "\n".join(map(str, harness.ann.ephemeral))


async def typed(harness: Harness, board: Message, text: str = "0456") -> Message:
    """What Ann has typed below a board, which is yet to be delivered."""
    message: Message = harness.games.add({"text": text, "thread_ts": board.ts}, harness.ann.id)
    await asyncio.sleep(0.01)
    return message


async def deliver(harness: Harness, message: Message) -> None:
    await harness.slack.deliver_message_event(message.channel, payloads.message_event(message))


async def error_logged(caplog: pytest.LogCaptureFixture) -> None:
    """Wait until an error is logged, as when the storage has not been free for `busy_seconds`."""
    async with asyncio.timeout(30):
        while not any(record.levelno >= logging.ERROR for record in caplog.records):  # noqa: ASYNC110  # no event tells
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("copies", [1, 3])
async def test_a_typed_guess_is_acknowledged_when_it_is_stored_however_often_it_is_delivered(
    harness: Harness, board: Message, copies: int
) -> None:
    deliveries = harness.slack.deliveries
    deliveries.copies, deliveries.at_once, deliveries.ack_within = copies, True, 30
    async with locked_when_free(harness.file):
        guessing = asyncio.create_task(harness.ann.reply(board, "0456"))
        await asyncio.sleep(0.3)
        assert not guessing.done()
    await guessing
    assert all(each.acknowledgement for each in deliveries.log[-copies:])
    assert stored(harness) == ["0456"]


@pytest.mark.slow
@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.4])
async def test_a_guess_that_the_storage_refuses_is_never_counted(
    harness: Harness, board: Message, caplog: pytest.LogCaptureFixture
) -> None:
    message = await typed(harness, board)
    async with locked_when_free(harness.file):
        guessing = asyncio.create_task(deliver(harness, message))
        await error_logged(caplog)  # the refusal is being recorded
        assert not NOT_COUNTED.search(told(harness))
    await guessing
    await harness.slack.until(lambda: NOT_COUNTED.search(told(harness)))
    await deliver(harness, message)
    await harness.shown_after(harness.ann.reply(board, "7089"), board, "7089 ")
    assert stored(harness) == ["7089"]


@pytest.mark.slow
@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_refusal_holds_after_a_restart(harness: Harness, caplog: pytest.LogCaptureFixture) -> None:
    async with harness.bot():
        board = await harness.start_game("play")
        await harness.slack.idle()
        message = await typed(harness, board)
        async with locked_when_free(harness.file):
            guessing = asyncio.create_task(deliver(harness, message))
            await error_logged(caplog)
        await guessing
        await harness.slack.idle()
    is_refused = NOT_COUNTED.search(told(harness)) is not None
    async with harness.bot():
        await deliver(harness, message)
        await harness.slack.idle()
    assert stored(harness) == ([] if is_refused else ["0456"])


@pytest.mark.slow
@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.1])
async def test_a_guess_that_cannot_be_refused_either_is_left_to_its_next_delivery(
    harness: Harness, board: Message, caplog: pytest.LogCaptureFixture
) -> None:
    harness.slack.deliveries.pauses, harness.slack.deliveries.ack_within = (0.3, 3.0, 3.0), 0.4
    async with locked_when_free(harness.file):
        guessing = asyncio.create_task(harness.ann.reply(board, "0456"))
        await harness.slack.until(lambda: NOT_CONFIRMED.search(told(harness)))
        await error_logged(caplog)
        while not harness.slack.deliveries.log[-1].attempt:  # noqa: ASYNC110  # no event tells
            await asyncio.sleep(0.01)
        assert not NOT_COUNTED.search(told(harness))
    await guessing
    assert stored(harness) == ["0456"]
    assert not NOT_COUNTED.search(told(harness))
    assert [each.attempt for each in harness.slack.deliveries.log if each.kind == "events_api"][-1] > 0


@pytest.mark.slow
@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.05])
async def test_the_last_delivery_is_acknowledged_and_refused(harness: Harness, board: Message) -> None:
    harness.slack.deliveries.ack_within = 0.3
    async with locked_when_free(harness.file):
        await harness.until_after(harness.ann.reply(board, "0456"), lambda: NOT_COUNTED.search(told(harness)))
    assert harness.slack.deliveries.log[-1].attempt == 3
    await harness.slack.idle()
    assert stored(harness) == []


@pytest.mark.slow
async def test_more_than_can_wait_is_left_to_the_next_delivery(
    harness: Harness, board: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.platforms.common.intake._MOST_TASKS", 2)
    harness.slack.deliveries.pauses, harness.slack.deliveries.ack_within = (0.3, 0.3, 0.3), 0.4
    codes = ["0456", "0567", "0678", "0789"]
    async with locked_when_free(harness.file):
        guesses = [asyncio.create_task(harness.ann.reply(board, code)) for code in codes]
        await asyncio.sleep(0.1)
        with pytest.raises(NotAcknowledged):
            await harness.bob.command(harness.games, "/hitblow", "guess 7089")
    await asyncio.gather(*guesses)
    assert sorted(stored(harness)) == codes


async def test_a_guess_delivered_late_counts_if_nothing_has_happened_since(harness: Harness, board: Message) -> None:
    message = await typed(harness, board)
    harness.delay = timedelta(minutes=5)
    await deliver(harness, message)
    assert stored(harness) == ["0456"]


@pytest.mark.parametrize("minutes", [0, 5])
async def test_a_guess_delivered_late_reaches_no_later_turn(harness: Harness, board: Message, minutes: int) -> None:
    message = await typed(harness, board)
    await harness.bob.reply(board, "7089")
    harness.delay = timedelta(minutes=minutes)
    await deliver(harness, message)
    assert stored(harness) == (["7089"] if minutes else ["7089", "0456"])
    await harness.slack.until(lambda: bool(NOT_COUNTED.search(told(harness))) == bool(minutes))


@pytest.mark.parametrize("text", ["0456", "giveup yes", "daily 0456"])
async def test_what_is_delivered_late_reaches_no_newer_game(harness: Harness, board: Message, text: str) -> None:  # noqa: ARG001  # the bot is running
    direct = harness.team.dm(harness.ann)
    message = direct.add({"text": text}, harness.ann.id)
    await harness.ann.say(direct, "play")
    await harness.ann.say(direct, "daily 7089")
    harness.delay = timedelta(minutes=5)
    await deliver(harness, message)
    await harness.slack.until(lambda: NOT_COUNTED.search(str(direct)))
    with closing(sqlite3.connect(harness.file)) as connection:
        assert connection.execute("SELECT count(*) FROM games WHERE ended_at IS NULL").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM turns").fetchone() == (0,)


async def test_a_slow_command_is_acknowledged_with_words_that_promise_nothing(harness: Harness, board: Message) -> None:
    await harness.slack.idle()
    before = len(harness.ann.ephemeral)  # starting the game may have been slow, too
    async with locked_when_free(harness.file):
        acknowledged = await harness.ann.command(harness.games, "/hitblow", "guess 0456")
        assert NOT_CONFIRMED.search((acknowledged.payload or {})["text"])
        assert len(harness.ann.ephemeral) == before + 1
    await harness.slack.until(lambda: len(harness.ann.ephemeral) == before + 2)
    assert "0456" in str(harness.ann.ephemeral[-1])
    await harness.wait_until_shown(board, "0456 ")


@pytest.mark.logs_errors
@pytest.mark.parametrize("busy_seconds", [0.2])
async def test_a_slow_command_that_the_storage_refuses_is_said_not_to_count(harness: Harness, board: Message) -> None:
    async with locked_when_free(harness.file):
        await harness.until_after(
            harness.ann.command(harness.games, "/hitblow", "guess 0456"), lambda: NOT_COUNTED.search(told(harness))
        )
    await harness.slack.idle()
    assert stored(harness) == []
    assert "0456" not in str(board)


async def test_a_slow_form_stays_open_until_the_outcome_takes_its_place(harness: Harness, board: Message) -> None:
    await harness.opened_by(harness.ann.click(board, "Guess"))
    async with locked_when_free(harness.file):
        await harness.ann.submit(harness.ann.view, code="0456")
        assert NOT_CONFIRMED.search(str(harness.ann.view))
    await harness.slack.until(lambda: not NOT_CONFIRMED.search(str(harness.ann.view)))
    assert stored(harness) == ["0456"]
    await harness.wait_until_shown(board, "0456 ")


async def test_a_slow_press_is_followed_by_words_that_promise_nothing_and_by_the_outcome(
    harness: Harness, board: Message
) -> None:
    await harness.ann.click(board, "Give up")
    question = await harness.wait_for_question()
    async with locked_when_free(harness.file):
        await harness.until_after(harness.ann.click(question, "Give up"), lambda: NOT_CONFIRMED.search(told(harness)))
    await harness.wait_until_shown(board, "3102")
    await harness.slack.until(lambda: "up to date" in told(harness))


async def test_a_slow_command_that_only_reads_is_acknowledged_without_words(harness: Harness, board: Message) -> None:  # noqa: ARG001  # the bot is running
    async with locked_when_free(harness.file):
        acknowledged = await harness.ann.command(harness.games, "/hitblow", "board")
    assert not acknowledged.payload
