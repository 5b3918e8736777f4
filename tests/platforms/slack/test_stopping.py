"""Stopping while people wait for replies: whatever was taken is finished."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from threading import Event

import pytest

from bot.platforms.slack.bot import SlackBot
from bot.solving.executor import ExecutorSolver
from tests.fakes.slack import NotAcknowledged
from tests.platforms.slack.harness import ConnectionType, Harness, ids_in
from tests.support.storage import locked_when_free


@pytest.fixture(autouse=True)
def _acknowledged_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.slack.router.ACKNOWLEDGE_SECONDS", 0.1)


@pytest.fixture(params=["socket", "http"])
def connection_type(request: pytest.FixtureRequest) -> ConnectionType:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


async def stopping(bot: SlackBot) -> asyncio.Task[None]:
    """The bot's stop, started."""
    task = asyncio.create_task(bot.stop())
    await asyncio.sleep(0.1)
    return task


async def test_moves_that_wait_for_the_storage_are_finished(harness: Harness) -> None:
    garden = harness.team.channel("garden")
    async with AsyncExitStack() as lock, harness.bot() as bot:
        board = await harness.start_game("play")
        await harness.slack.idle()  # the message is recorded
        await lock.enter_async_context(locked_when_free(harness.file))
        typing = asyncio.create_task(harness.bob.reply(board, "7089"))  # acknowledged when it is stored
        await asyncio.gather(
            harness.ann.command(harness.games, "/hitblow", "guess 0456"),
            harness.bob.command(garden, "/hitblow", "play"),
        )
        stopped = await stopping(bot)
        assert not stopped.done()
        assert not garden.messages
        await lock.aclose()
        await stopped
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 1]
    assert harness.games.messages == [board]
    assert len(garden.messages) == 1
    await asyncio.wait({typing})
    assert "0456" in str(harness.ann.ephemeral[-1])


async def test_advice_that_is_still_thought_of_is_given(harness: Harness) -> None:
    garden, thinking = harness.team.channel("garden"), Event()
    executor = ThreadPoolExecutor(1)
    async with harness.bot(solver=ExecutorSolver(executor)) as bot:
        executor.submit(thinking.wait)
        await harness.ann.command(harness.games, "/hitblow", "check 0123")
        await harness.bob.command(garden, "/hitblow", "suggest rules:3x10")
        stopped = await stopping(bot)
        assert not stopped.done()
        assert not harness.ann.ephemeral
        thinking.set()
        await stopped
    assert "5,040" in str(harness.ann.ephemeral)
    assert "3x10" in str(harness.bob.ephemeral)
    assert [len(person.ephemeral) for person in (harness.ann, harness.bob)] == [1, 1]


async def test_a_home_that_is_being_opened_is_shown(harness: Harness) -> None:
    async with harness.bot() as bot:
        await harness.start_game("play")
        with harness.slack.network.hold("views.publish") as held:
            await harness.ann.open_home()
            await held.reached()
            stopped = await stopping(bot)
            assert not stopped.done()
        await stopped
    assert "k1" in ids_in(harness.ann.home)


async def test_a_guess_sent_from_a_form_is_on_the_board(harness: Harness) -> None:
    async with AsyncExitStack() as lock, harness.bot() as bot:
        board = await harness.start_game("play")
        await harness.opened_by(harness.ann.click(board, "Guess"))
        await lock.enter_async_context(locked_when_free(harness.file))
        await harness.ann.submit(harness.ann.view, code="0456")  # closes, as the answer takes its time
        stopped = await stopping(bot)
        await lock.aclose()
        await stopped
    assert "0456 " in str(board)


async def test_while_it_finishes_nothing_more_is_taken(harness: Harness) -> None:
    garden = harness.team.channel("garden")
    async with AsyncExitStack() as lock, harness.bot() as bot:
        await harness.start_game("play")
        await lock.enter_async_context(locked_when_free(harness.file))
        await harness.ann.command(harness.games, "/hitblow", "guess 0456")
        stopped = await stopping(bot)
        harness.slack.deliveries.ack_within = 0.1
        with pytest.raises(NotAcknowledged):
            await harness.bob.command(garden, "/hitblow", "play")
        await lock.aclose()
        await stopped
    assert not garden.messages
    assert not harness.bob.ephemeral
