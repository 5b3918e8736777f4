"""How long things wait and may take, in simulated time."""

import asyncio
from contextlib import suppress
from unittest.mock import AsyncMock

import pytest

from bot.model.observer import Observer
from bot.model.rooms import PostClaimOutcome, StoredBoard
from bot.platforms.common.catch_up import BotWorkspaceMonitor
from bot.platforms.common.delivery import DeliveryOutcome
from bot.platforms.common.intake import DeduplicatingIntake, ReadinessChecks
from bot.platforms.common.message_queue import MessageQueue
from bot.platforms.common.rendering import ImageRenderer, RenderedImage
from bot.presenters.images import Image
from tests.fakes.images import PNG, ImageExecutor
from tests.platforms.common.queued_games import FakeChannel, Game, read_board
from tests.platforms.common.test_catch_up_rounds import Rounds
from tests.support.simulated_time import SimulatedTime


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> SimulatedTime:
    return SimulatedTime(monkeypatch)


@pytest.fixture
def messages() -> AsyncMock:
    """The messages of games, of which another process posts none."""
    return AsyncMock(
        message_of=AsyncMock(return_value=None),
        claim=AsyncMock(return_value=PostClaimOutcome.NEW),
        record_shown=AsyncMock(return_value={}),
    )


@pytest.fixture
def queue(messages: AsyncMock, intake: DeduplicatingIntake) -> MessageQueue:
    return MessageQueue(messages, read_board, intake, Observer(), "chat")


async def test_a_send_that_hangs_is_given_up_after_15_seconds_and_repeated_after_another(
    queue: MessageQueue, intake: DeduplicatingIntake, channel: FakeChannel, game: Game, time: SimulatedTime
) -> None:
    await queue.show(game.board(), channel)
    channel.gate.clear()
    assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED
    assert time.now == pytest.approx(15)
    channel.gate.set()
    await intake._finish()  # and then it is recorded
    assert (channel.messages, round(time.now, 3)) == ({"m1": ["a 1", "a 2"]}, 16.3)


async def test_the_claim_of_a_post_is_renewed_every_second_while_it_takes_long(
    queue: MessageQueue, messages: AsyncMock, channel: FakeChannel, game: Game, time: SimulatedTime
) -> None:
    channel.gate.clear()
    assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED
    assert time.now == pytest.approx(15)
    assert messages.renew_claim.await_count == 14


async def test_the_message_that_another_process_posts_is_waited_for_as_long_as_a_claim_lasts(
    queue: MessageQueue, messages: AsyncMock, channel: FakeChannel, game: Game, time: SimulatedTime
) -> None:
    messages.claim.return_value = PostClaimOutcome.TAKEN
    assert await queue.show(game.board(), channel) is DeliveryOutcome.FAILED
    assert (channel.messages, round(time.now, 3)) == ({}, 20)


async def test_what_another_process_has_stored_meanwhile_is_looked_for_soon_after_the_first_of_several_sends(
    queue: MessageQueue, messages: AsyncMock, channel: FakeChannel, game: Game, time: SimulatedTime
) -> None:
    async def shown(_revisions: object, _settled: object) -> dict[str, StoredBoard]:
        recorded_at.append(time.now)
        return {}

    recorded_at: list[float] = []
    messages.record_shown.side_effect = shown
    for _ in range(3):
        await queue.show(game.board(), channel)
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    assert recorded_at == [pytest.approx(0.3)]
    assert messages.record_shown.await_args.args[0] == {"a": 3}


async def test_cancelled_work_is_waited_for_a_second(time: SimulatedTime) -> None:
    async def stubborn() -> None:
        while not may_end.is_set():
            with suppress(asyncio.CancelledError):
                await may_end.wait()

    intake, may_end = DeduplicatingIntake(), asyncio.Event()
    work = intake.start_task(stubborn())
    await intake.drain(60)
    assert (work.done(), round(time.now, 3)) == (False, 61)
    may_end.set()
    await work


async def test_a_part_that_does_not_say_whether_it_is_ready_is_not_before_kubernetes_gives_up(
    time: SimulatedTime,
) -> None:
    readiness = ReadinessChecks("database")
    readiness.register("database", asyncio.Event().wait)
    assert await readiness.states() == {"database": False}
    assert time.now == pytest.approx(0.8)
    readiness.report_stopping()


@pytest.mark.parametrize(("patiently", "seconds"), [(False, 1.5), (True, 5.0)])
async def test_few_images_are_waited_for_and_longer_where_nobody_waits(
    time: SimulatedTime, caplog: pytest.LogCaptureFixture, *, patiently: bool, seconds: float
) -> None:
    executor, images = ImageExecutor(), [Image(str(number), "") for number in range(10)]
    executor.hangs = True
    renderer = ImageRenderer(executor)
    assert await renderer.render(images, patiently=patiently) == ()
    assert (time.now, executor.drawn) == (seconds, [image.svg for image in images[:8]])
    assert caplog.messages == [*["an image was left out because 8 are waiting"] * 2, "images that took too long: 8"]
    asyncio.get_running_loop().call_later(1.0, executor.finish)
    assert await renderer.render(images[:8]) == tuple(RenderedImage(image, PNG) for image in images[:8])
    assert len(executor.drawn) == 8


@pytest.mark.usefixtures("time")
async def test_boards_are_looked_at_every_four_seconds_and_workspaces_every_hour() -> None:
    rounds, listed = Rounds(), AsyncMock(return_value=None)
    for run in (rounds._catch_up.run, BotWorkspaceMonitor(AsyncMock(), "chat", listed).run):
        with suppress(TimeoutError):
            await asyncio.wait_for(run(), 7_199)
    assert (rounds.looks, listed.await_count) == (1_800, 2)
