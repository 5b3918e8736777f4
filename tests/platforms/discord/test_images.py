"""Reports on Discord: framed layouts with images, and without them where that is not possible."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.platforms.common.rendering import ImageRenderer
from bot.presenters.images import MAX_ALTERNATIVE
from bot.solving.executor import RestartingProcessPool
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.discord import Message
from tests.fakes.discord.components import ComponentType, walk
from tests.fakes.images import ImageExecutor
from tests.platforms.discord.harness import SECRET, Harness, running_harness
from tests.support.daily import code_of
from tests.support.snapshots import Snapshots

CODE = code_of(NOON.date())

pytestmark = pytest.mark.usefixtures("quick_catch_up")


@pytest.fixture
def executor() -> ImageExecutor:
    return ImageExecutor()


@pytest.fixture
async def harness(tmp_path: Path, executor: ImageExecutor) -> AsyncIterator[Harness]:
    async with running_harness(tmp_path, images=ImageRenderer(executor, seconds=0.001)) as ready:
        yield ready


def alternatives(message: Message) -> list[str]:
    """The descriptions of the images of a message."""
    galleries = (one for one in walk(message.components) if one["type"] == ComponentType.GALLERY)
    return [item["description"] for gallery in galleries for item in gallery["items"]]


def accent(message: Message) -> int:
    """The colour of a message's frame."""
    return int(message.components[0]["accent_color"])


async def solve(harness: Harness) -> None:
    await harness.guess((await harness.ann.slash(harness.channel, "hitblow play", who="me")).message, SECRET)


async def test_statistics_are_an_image_alone_that_only_the_caller_sees(harness: Harness) -> None:
    await solve(harness)
    stats = (await harness.ann.slash(harness.channel, "hitblow stats")).message
    assert stats.ephemeral
    assert [one["filename"] for one in stats.attachments] == ["statistics.png"]
    (said,) = alternatives(stats)
    assert said.splitlines() == ["Ann", "Hit & Blow 4x10", "average 1.00 · solved 1/1", "1 guess: 1 game"]
    assert stats.text == ""


async def test_whoever_has_statistics_or_a_review_can_share_them(harness: Harness) -> None:
    await solve(harness)
    for command in ("stats", "review"):
        private = (await harness.ann.slash(harness.channel, f"hitblow {command}")).message
        await harness.settled(harness.ann.press(private, "Share"))
        shared = harness.channel.messages[-1]
        assert not shared.ephemeral
        assert alternatives(shared) == alternatives(private)


async def test_reports_look_as_approved(harness: Harness, snapshots: Snapshots) -> None:
    await solve(harness)
    for command in ("stats", "leaderboard", "review"):
        snapshots.step(command, (await harness.ann.slash(harness.channel, f"hitblow {command}")).message)
    harness.channel.deny("attach_files")
    snapshots.step("without files", (await harness.ann.slash(harness.channel, "hitblow stats")).message)
    snapshots.check_steps("reports")


@pytest.mark.slow
async def test_a_image_is_drawn_by_another_process_and_attached(tmp_path: Path) -> None:
    processes = RestartingProcessPool(1)
    try:
        async with running_harness(tmp_path, images=ImageRenderer(processes, seconds=30)) as harness:
            await solve(harness)
            board = (await harness.ann.slash(harness.channel, "hitblow leaderboard")).message
    finally:
        processes.shutdown()
    assert board.attachments[0]["size"] > 5_000


async def test_a_review_stays_a_frame_when_it_follows_from_statistics(harness: Harness) -> None:
    await solve(harness)
    stats = (await harness.ann.slash(harness.channel, "hitblow stats")).message
    games = (await harness.ann.press(stats, "Review a game")).message
    menu = next(one for one in walk(games.components) if one["type"] == ComponentType.SELECT)
    review = (await harness.ann.choose(games, menu["options"][0]["label"])).message
    assert [one["filename"] for one in review.attachments] == ["review-1.png"]
    assert SECRET in alternatives(review)[0]
    assert review.ephemeral


async def test_pages_of_a_leaderboard_replace_the_private_page_and_its_image(harness: Harness) -> None:
    await solve(harness)
    board = (await harness.ann.slash(harness.channel, "hitblow leaderboard")).message
    assert not board.ephemeral
    assert "Average guesses" in alternatives(board)[0]
    page = (await harness.ann.slash(harness.channel, "hitblow leaderboard", page=3)).message
    back = (await harness.ann.press(page, "Previous")).message
    assert back is page
    assert len(back.attachments) == 1
    assert back.edits == 1


@pytest.mark.parametrize(
    "trouble", ["forbidden", *(pytest.param(name, marks=pytest.mark.slow) for name in ("fails", "hangs"))]
)
async def test_text_alone_is_shown_where_there_can_be_no_image(
    harness: Harness, executor: ImageExecutor, trouble: str
) -> None:
    if trouble == "forbidden":
        harness.channel.deny("attach_files")
    executor.error = ValueError() if trouble == "fails" else None
    executor.hangs = trouble == "hangs"
    await solve(harness)
    board = (await harness.ann.slash(harness.channel, "hitblow leaderboard")).message
    assert board.attachments == []
    assert alternatives(board) == []
    assert "Hit & Blow 4x10" in str(board)


async def test_late_images_are_added_to_their_messages(harness: Harness, executor: ImageExecutor) -> None:
    await solve(harness)
    executor.hangs = True
    board = (await harness.ann.slash(harness.channel, "hitblow leaderboard")).message
    stats = (await harness.ann.slash(harness.channel, "hitblow stats")).message
    assert (board.attachments, stats.attachments) == ([], [])
    executor.finish()
    await harness.discord.until(lambda: board.attachments and stats.attachments)
    assert [len(alternatives(message)) for message in (board, stats)] == [1, 1]
    assert stats.ephemeral


async def test_a_late_image_does_not_replace_the_next_page(harness: Harness, executor: ImageExecutor) -> None:
    await solve(harness)
    executor.hangs = True
    page = (await harness.ann.slash(harness.channel, "hitblow leaderboard", page=3)).message
    await harness.ann.press(page, "Previous")
    executor.finish()
    await harness.discord.idle()
    assert len(alternatives(page)) == 1
    assert page.edits == 2  # by the press, and by its late image


async def test_the_end_of_a_shared_game_has_its_rows_as_an_image(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.guess(board, SECRET, harness.bob)
    await harness.discord.until(lambda: alternatives(board))
    title, rules, *rows = alternatives(board)[0].splitlines()
    assert board.text == "**Bob solved it.**"
    assert title == "Bob solved it in 2."
    assert rules == "Hit & Blow 4x10"
    assert [row.rpartition(", ")[2] for row in rows] == ["Ann", "Bob"]
    assert accent(board) == 0x2E7D32
    assert harness.channel.messages == [board]


async def test_a_press_below_the_end_of_a_game_leaves_its_image(harness: Harness) -> None:
    board = (await harness.ann.slash(harness.channel, "hitblow play")).message
    await harness.guess(board, "0456")
    await harness.guess(board, SECRET, harness.bob)
    await harness.discord.until(lambda: alternatives(board))
    before, edits = str(board), board.edits
    await harness.settled(harness.ann.press(board, "Review"))
    assert (str(board), board.edits) == (before, edits)


@pytest.mark.parametrize("images", [1, pytest.param(0, marks=pytest.mark.slow)])
async def test_a_closed_card_has_a_chart_if_files_may_be_attached(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, images: int
) -> None:
    if not images:
        harness.channel.deny("attach_files")
        harness.discord.expect_error(50013)
    board = (await harness.ann.slash(harness.channel, "hitblow daily")).message
    await harness.guess(board, CODE)
    await harness.settled(harness.ann.press(board, "Share here"))
    (card,) = harness.channel.messages
    summaries = harness.services.summaries
    monkeypatch.setattr(summaries, "_clock", FakeClock(NOON + timedelta(days=1)))
    await summaries.run_step()
    await harness.discord.until(lambda: CODE in str(card))
    said = [str(each.get("description")) for each in card.attachments]
    assert len(said) == images
    assert all("1 guess: 1 game" in each and len(each) <= MAX_ALTERNATIVE for each in said)
