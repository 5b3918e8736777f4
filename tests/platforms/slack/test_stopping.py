"""Stopping while people wait for replies: whatever was acknowledged is finished."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from threading import Event

import pytest

from bot.platforms.slack.bot import SlackBot
from bot.solving.executor import ExecutorSolver
from tests.fakes.slack import NotAcknowledged
from tests.platforms.slack.stage import Stage, Way
from tests.support.storage import locked_when_free


@pytest.fixture(autouse=True)
def _acknowledged_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.slack.router.ACKNOWLEDGE_SECONDS", 0.1)


@pytest.fixture(params=["socket", "http"])
def way(request: pytest.FixtureRequest) -> Way:
    return request.param  # type: ignore[no-any-return] # a parameter has no type


async def stopping(bot: SlackBot) -> asyncio.Task[None]:
    """The bot's stop, begun."""
    task = asyncio.create_task(bot.stop())
    await asyncio.sleep(0.1)
    return task


async def test_moves_that_wait_for_the_storage_are_finished(stage: Stage) -> None:
    garden = stage.team.channel("garden")
    async with AsyncExitStack() as lock, stage.bot() as bot:
        board = await stage.begin("play")
        await stage.slack.quiet()  # the message is recorded
        await lock.enter_async_context(locked_when_free(stage.file))
        await asyncio.gather(
            stage.ann.command(stage.games, "/hitblow", "guess 0456"),
            stage.bob.reply(board, "7089"),
            stage.bob.command(garden, "/hitblow", "play"),
        )
        stopped = await stopping(bot)
        assert not stopped.done()
        assert not garden.messages
        await lock.aclose()
        await stopped
    assert [str(board).count(code) for code in ("0456", "7089")] == [1, 1]
    assert stage.games.messages == [board]
    assert len(garden.messages) == 1
    assert [len(person.ephemeral) for person in (stage.ann, stage.bob)] == [1, 1]


async def test_advice_that_is_still_thought_of_is_given(stage: Stage) -> None:
    garden, thinking = stage.team.channel("garden"), Event()
    executor = ThreadPoolExecutor(1)
    async with stage.bot(solver=ExecutorSolver(executor)) as bot:
        executor.submit(thinking.wait)
        await stage.ann.command(stage.games, "/hitblow", "check 0123")
        await stage.bob.command(garden, "/hitblow", "suggest rules:3x10")
        stopped = await stopping(bot)
        assert not stopped.done()
        assert not stage.ann.ephemeral
        thinking.set()
        await stopped
    assert "5,040" in str(stage.ann.ephemeral)
    assert "3x10" in str(stage.bob.ephemeral)
    assert [len(person.ephemeral) for person in (stage.ann, stage.bob)] == [1, 1]


async def test_a_home_that_is_being_opened_is_shown(stage: Stage) -> None:
    async with stage.bot() as bot:
        await stage.begin("play")
        with stage.slack.network.hold("views.publish") as held:
            await stage.ann.open_home()
            await held.reached()
            stopped = await stopping(bot)
            assert not stopped.done()
        await stopped
    assert "#k1" in str(stage.ann.home)


async def test_a_guess_sent_from_a_form_is_on_the_board(stage: Stage) -> None:
    async with AsyncExitStack() as lock, stage.bot() as bot:
        board = await stage.begin("play")
        await stage.ann.click(board, "Guess")
        await stage.slack.until(lambda: stage.ann.views)
        await lock.enter_async_context(locked_when_free(stage.file))
        await stage.ann.submit(stage.ann.view, code="0456")  # closes, as the answer takes its time
        stopped = await stopping(bot)
        await lock.aclose()
        await stopped
    assert "0456  " in str(board)


async def test_while_it_finishes_nothing_more_is_taken(stage: Stage) -> None:
    garden = stage.team.channel("garden")
    async with AsyncExitStack() as lock, stage.bot() as bot:
        await stage.begin("play")
        await lock.enter_async_context(locked_when_free(stage.file))
        await stage.ann.command(stage.games, "/hitblow", "guess 0456")
        stopped = await stopping(bot)
        stage.slack.deliveries.ack_within = 0.1
        with pytest.raises(NotAcknowledged):
            await stage.bob.command(garden, "/hitblow", "play")
        await lock.aclose()
        await stopped
    assert not garden.messages
    assert not stage.bob.ephemeral
