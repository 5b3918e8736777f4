"""Rendering pictures beside an event loop."""

import asyncio
from concurrent.futures.process import BrokenProcessPool

import pytest

from bot.platforms.common.rendering import PictureRenderer, RenderedPicture
from bot.presenters.pictures import Picture, document, render
from bot.solving.executor import RestartingProcessPool
from tests.fakes.pictures import PNG, PictureExecutor

ONE, OTHER = Picture("one", "one"), Picture("other", "other")


async def test_a_picture_is_rendered_once() -> None:
    executor = PictureExecutor()
    renderer = PictureRenderer(executor)
    first, again = await renderer.render([ONE, OTHER]), await renderer.render([ONE, OTHER])
    assert first == again == (RenderedPicture(ONE, PNG), RenderedPicture(OTHER, PNG))
    assert executor.drawn == ["one", "other"]


async def test_two_messages_at_the_same_time_wait_for_the_same_picture() -> None:
    executor = PictureExecutor()
    renderer = PictureRenderer(executor)
    first, second = await asyncio.gather(renderer.render([ONE]), renderer.render([ONE]))
    assert first == second == (RenderedPicture(ONE, PNG),)
    assert executor.drawn == ["one"]


async def test_the_oldest_pictures_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.platforms.common.rendering._CACHE_BYTES", len(PNG))
    executor = PictureExecutor()
    renderer = PictureRenderer(executor)
    for picture in (ONE, OTHER, OTHER, ONE):
        await renderer.render([picture])
    assert executor.drawn == ["one", "other", "one"]


@pytest.mark.parametrize(
    "error", [ValueError("secret"), BrokenProcessPool("secret")], ids=lambda error: type(error).__name__
)
async def test_a_picture_that_fails_is_left_out_and_logged(error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    executor = PictureExecutor()
    executor.error = error
    assert await PictureRenderer(executor).render([ONE]) == ()
    assert caplog.messages == [f"a picture could not be rendered: {type(error).__name__}"]


async def test_a_picture_that_takes_too_long_is_left_out_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    executor = PictureExecutor()
    executor.hangs = True
    assert await PictureRenderer(executor, seconds=0.001).render([ONE]) == ()
    assert caplog.messages == ["pictures that took too long: 1"]


async def test_a_late_picture_is_waited_for_where_nobody_waits() -> None:
    executor = PictureExecutor()
    executor.hangs = True
    renderer = PictureRenderer(executor, seconds=0.001)
    assert await renderer.render([ONE]) == ()
    asyncio.get_running_loop().call_later(0.05, executor.finish)
    assert await renderer.render([ONE], patiently=True) == (RenderedPicture(ONE, PNG),)
    assert executor.drawn == ["one"]


async def test_the_process_that_renders_is_started_before_the_first_picture() -> None:
    executor = PictureExecutor()
    PictureRenderer(executor).start()
    assert len(executor.drawn) == 1


async def test_few_pictures_wait_at_the_same_time(caplog: pytest.LogCaptureFixture) -> None:
    executor = PictureExecutor()
    executor.hangs = True
    renderer = PictureRenderer(executor, seconds=0.001)
    assert await renderer.render([Picture(str(number), "") for number in range(10)]) == ()
    assert len(executor.drawn) == 8
    assert "a picture was left out because 8 are waiting" in caplog.messages


async def test_there_are_no_pictures_without_an_executor_or_after_its_end() -> None:
    assert await PictureRenderer().render([ONE]) == ()
    processes = RestartingProcessPool(1)
    processes.shutdown()
    assert await PictureRenderer(processes).render([ONE]) == ()


@pytest.mark.slow
async def test_a_picture_is_rendered_by_another_process() -> None:
    picture = Picture(document(10, 10, ""), "nothing")
    processes = RestartingProcessPool(1)
    try:
        (rendered,) = await PictureRenderer(processes, seconds=30).render([picture])
    finally:
        processes.shutdown()
    assert rendered.png == render(picture.svg, picture.alternative)
