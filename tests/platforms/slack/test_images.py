"""Images and tables on Slack, and text where a workspace takes neither."""

import asyncio
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from bot.platforms.slack.bot import SlackBot
from tests.fakes.images import PNG, ImageExecutor
from tests.fakes.slack import LoopbackSlack, Message, api_error
from tests.platforms.slack.harness import Harness, now, set_up
from tests.support.daily import code_of
from tests.support.sentences import solved_in
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("quick_catch_up", "bot")


@pytest.fixture
def executor() -> ImageExecutor:
    return ImageExecutor()


@pytest.fixture
def harness(slack: LoopbackSlack, tmp_path: Path, executor: ImageExecutor) -> Harness:
    harness = set_up(slack, "socket", tmp_path / "games.db", installed=True)
    harness.images = executor
    return harness


async def solve(harness: Harness) -> None:
    await harness.guess(await harness.start_game("play me"), "3102", shows="3102")
    await harness.slack.idle()


async def leaderboard(harness: Harness) -> Message:
    """The message that the command brings."""
    before = len(harness.games.messages)
    await harness.until_after(
        harness.ann.command(harness.games, "/hitblow", "leaderboard"), lambda: harness.games.messages[before:]
    )
    await harness.slack.idle()
    (message,) = harness.games.messages[before:]
    return message


def types(message: Message) -> list[str]:
    return [block["type"] for block in message.blocks]


async def test_a_leaderboard_is_an_image_above_its_buttons(harness: Harness) -> None:
    await solve(harness)
    message = await leaderboard(harness)
    assert types(message)[-2:] == ["image", "actions"]
    assert "table" not in types(message)
    (file,) = message.images
    assert file.name == "leaderboard.png"
    assert file.content == PNG
    assert "Ann (who asked), not ranked: 1.00, 1 game: 100 0" in file.alt_text
    assert file.alt_text in str(message)
    assert "Ann" in message.text


async def test_reports_look_as_approved(harness: Harness, snapshots: Snapshots) -> None:
    await solve(harness)
    snapshots.step("leaderboard", await leaderboard(harness))
    snapshots.step("review", await harness.private_reply("review"))
    snapshots.check_steps("reports")


async def test_a_review_is_a_table_that_only_the_caller_sees_without_a_image(harness: Harness) -> None:
    await solve(harness)
    before = len(harness.games.messages)
    review = await harness.private_reply("review")
    assert "# | guess |   | left | skill | luck" in review
    assert "1 | 3102 | 4H0B | 5,040 > 1 |" in review
    await harness.slack.idle()
    assert len(harness.games.messages) == before
    assert harness.team.dm(harness.ann).messages == []


@pytest.mark.parametrize("way_of_reply", ["response_url", pytest.param("ephemeral", marks=pytest.mark.slow)])
async def test_a_workspace_that_refuses_tables_gets_text_and_no_table_for_a_while(
    harness: Harness, way_of_reply: str
) -> None:
    await solve(harness)
    harness.team.takes_tables = False
    harness.slack.expect_error("invalid_blocks")
    if way_of_reply == "ephemeral":
        harness.slack.network.fail("response_url", api_error("expired_url", status=404))
    assert "1 3102  4H0B" in (await harness.private_reply("review"))
    harness.team.takes_tables = True
    assert "1 | 3102" not in await harness.private_reply("review")


def refuse_files(harness: Harness) -> None:
    """Take the scope for files away from the installation."""
    installation = harness.team.installation
    assert installation is not None
    object.__setattr__(installation, "scopes", installation.scopes - {"files:write"})
    harness.slack.expect_error("missing_scope")


async def test_without_the_scope_for_files_there_is_text_alone(harness: Harness) -> None:
    await solve(harness)
    refuse_files(harness)
    for _ in range(2):
        assert ">- | Ann | 1.00 | 1 | 1" in str(await leaderboard(harness))
    assert len(harness.slack.calls("files.getUploadURLExternal")) == 1  # the workspace is not asked again


@pytest.mark.slow
async def test_without_files_and_tables_there_are_lines(harness: Harness) -> None:
    await solve(harness)
    refuse_files(harness)
    harness.team.takes_tables = False
    harness.slack.expect_error("invalid_blocks")
    assert "Ann" in str(message := await leaderboard(harness))
    assert {"table", "image"}.isdisjoint(types(message))


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["fails", "hangs"])
async def test_an_image_that_cannot_be_drawn_leaves_the_text(
    harness: Harness, executor: ImageExecutor, trouble: str
) -> None:
    await solve(harness)
    executor.error = ValueError() if trouble == "fails" else None
    executor.hangs = trouble == "hangs"
    assert "table" in types(await leaderboard(harness))


@pytest.fixture
def _quick_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slack checks files quickly."""
    monkeypatch.setattr("bot.platforms.slack.transport._PROCESSING_PAUSES", (0.01, 0.01))


@pytest.mark.usefixtures("_quick_checks")
@pytest.mark.parametrize(("refusals", "shown"), [(1, "image"), (2, "table")])
async def test_an_image_that_slack_has_not_checked_yet_is_tried_again(
    harness: Harness, refusals: int, shown: str
) -> None:
    await solve(harness)
    harness.slack.uploads.unchecked = refusals
    assert shown in types(await leaderboard(harness))


@pytest.mark.usefixtures("_quick_checks")
async def test_the_end_of_a_game_stays_in_rows_if_slack_never_takes_the_image(harness: Harness) -> None:
    harness.slack.uploads.unchecked = 2
    board = await harness.start_game("play")
    await harness.guess(board, "0123", harness.bob)
    await harness.until_after(harness.guess(board, "3102"), lambda: harness.slack.uploads.unchecked == 0)
    await harness.slack.idle()
    assert "2 3102 4H0B" in str(board)
    assert board.images == []


async def test_statistics_are_an_image_in_a_direct_message_only(harness: Harness) -> None:
    await solve(harness)
    assert "statistics" not in await harness.private_reply("stats")
    direct = harness.team.dm(harness.ann)
    (message,) = await harness.until_after(harness.ann.say(direct, "stats"), lambda: direct.messages[1:])
    assert [file.name for file in message.images] == ["statistics.png"]
    assert types(message) == ["image", "actions"]


@pytest.mark.slow
async def test_a_closed_card_has_its_chart(harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch) -> None:
    today, summaries = now().date(), bot._runtime.services.summaries
    await harness.private_reply(f"daily {code_of(today)}")
    await harness.private_reply("daily share")
    tomorrow = datetime.combine(today + timedelta(days=1), time(12), UTC)
    monkeypatch.setattr(summaries, "_clock", lambda: tomorrow)
    await summaries.run_step()
    (card,) = harness.games.messages
    await harness.slack.until(lambda: card.images)
    assert code_of(today) in str(card)
    (file,) = card.images
    assert "1 guess: 1 game" in file.alt_text


async def test_the_end_of_a_game_is_an_image_in_place_of_its_rows(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123", harness.bob, shows="0123 ")
    await harness.until_after(harness.guess(board, "3102"), lambda: board.images)
    (file,) = board.images
    assert solved_in("Ann", 2) in file.alt_text
    assert "1: 0123 1H3B, Bob" in file.alt_text
    assert types(board) == ["rich_text", "image", "actions"]
    assert "0123 1H3B" not in str(board).replace(file.alt_text, "")
    assert harness.games.messages == [board]
    assert board.replies == []


async def test_an_end_that_is_not_the_newest_message_is_a_new_one_with_its_image(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123", harness.bob)
    await harness.bob.say(harness.games, "hello")
    await harness.until_after(harness.guess(board, "3102"), lambda: harness.games.messages[-1].images)
    await harness.slack.until(lambda: "actions" not in types(board))
    assert [bool(message.images) for message in harness.games.messages] == [False, False, True]


@pytest.mark.slow
async def test_an_upload_that_hangs_leaves_the_text(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setattr("bot.platforms.slack.transport._UPLOAD_SECONDS", 0.05)
    await solve(harness)
    with harness.slack.network.hold("files.getUploadURLExternal"):
        await harness.until_after(
            harness.ann.command(harness.games, "/hitblow", "leaderboard"),
            lambda: any("table" in types(message) for message in harness.games.messages),
        )
        assert "images were not uploaded: TimeoutError" in caplog.messages


async def test_a_message_waits_for_its_image(harness: Harness, executor: ImageExecutor) -> None:
    await solve(harness)
    executor.hangs = True
    asyncio.get_running_loop().call_later(0.1, executor.finish)
    assert (await leaderboard(harness)).images
