"""Tables and images on Slack, and text where a workspace takes neither."""

import asyncio
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.model.messages import NewsKey, NewsKind
from bot.platforms.common import catch_up
from bot.platforms.common.intake import RateLimiter
from bot.platforms.slack.bot import SlackBot
from bot.platforms.slack.transport import SlackTransport
from bot.presenters.images import Image
from bot.presenters.views import Paragraph, View
from tests.fakes.images import PNG, ImageExecutor
from tests.fakes.slack import LoopbackSlack, Message, api_error
from tests.platforms.slack.harness import Harness, now, set_up
from tests.support.daily import code_of
from tests.support.sentences import solved_in
from tests.support.snapshots import Snapshots

pytestmark = pytest.mark.usefixtures("bot")


@pytest.fixture
def executor() -> ImageExecutor:
    return ImageExecutor()


@pytest.fixture(autouse=True)
def _quick_catch_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """News is told soon after it is stored."""
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.1)


@pytest.fixture
def harness(slack: LoopbackSlack, tmp_path: Path, executor: ImageExecutor) -> Harness:
    harness = set_up(slack, "socket", tmp_path / "games.db", installed=True)
    harness.images = executor
    return harness


async def solve(harness: Harness) -> None:
    board = await harness.start_game("play me")
    await harness.guess(board, "3102")
    await harness.wait_until_shown(board, "3102")
    await harness.slack.idle()


async def leaderboard(harness: Harness, channel: str = "") -> list[Message]:
    """The messages that the command brings."""
    place = harness.team.dm(harness.ann) if channel else harness.games
    before = len(place.messages)
    await harness.ann.command(place, "/hitblow", "leaderboard")
    await harness.slack.until(lambda: place.messages[before:])
    await harness.slack.idle()
    return place.messages[before:]


def has_table(message: Message) -> bool:
    return any(block["type"] == "table" for block in message.blocks)


async def test_a_leaderboard_is_a_table_and_a_image_after_it(harness: Harness) -> None:
    await solve(harness)
    text, image = await leaderboard(harness)
    assert has_table(text)
    assert ">- | Ann | 1.00 | 1 | 1" in str(text)
    (file,) = image.files
    assert file.name == "leaderboard.png"
    assert file.content == PNG
    assert "Ann (who asked), not ranked: 1.00, 1 game: 100 0" in file.alt_text


async def test_reports_look_as_approved(harness: Harness, snapshots: Snapshots) -> None:
    await solve(harness)
    text, image = await leaderboard(harness)
    snapshots.step("leaderboard", text)
    snapshots.step("its image", image)
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
    review = await harness.private_reply("review")
    assert "1 3102  4H0B" in review
    harness.team.takes_tables = True
    (text, _) = await leaderboard(harness)
    assert not has_table(text)


@pytest.mark.slow
async def test_a_public_table_that_is_refused_becomes_text_with_its_image(harness: Harness) -> None:
    await solve(harness)
    harness.team.takes_tables = False
    harness.slack.expect_error("invalid_blocks")
    text, image = await leaderboard(harness)
    assert not has_table(text)
    assert "Ann" in str(text)
    assert image.files


async def test_without_the_scope_for_files_there_is_text_alone(harness: Harness) -> None:
    await solve(harness)
    installation = harness.team.installation
    assert installation is not None
    object.__setattr__(installation, "scopes", installation.scopes - {"files:write"})
    harness.slack.expect_error("missing_scope")
    first = await leaderboard(harness)
    second = await leaderboard(harness)
    assert len(first) == len(second) == 1
    assert len(harness.slack.calls("files.getUploadURLExternal")) == 1  # the workspace is not asked again


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["fails", "hangs"])
async def test_a_image_that_cannot_be_rendered_leaves_the_text(
    harness: Harness, executor: ImageExecutor, trouble: str
) -> None:
    await solve(harness)
    executor.error = ValueError() if trouble == "fails" else None
    executor.hangs = trouble == "hangs"
    (text,) = await leaderboard(harness)
    assert has_table(text)


async def test_statistics_have_images_in_a_direct_message_only(harness: Harness) -> None:
    await solve(harness)
    await harness.private_reply("stats")
    await harness.slack.idle()
    direct = harness.team.dm(harness.ann)
    assert direct.messages == []
    await harness.ann.say(direct, "stats")
    await harness.slack.until(lambda: len(direct.messages) > 1)
    await harness.slack.until(lambda: any(message.files for message in direct.messages))
    files = [file.name for message in direct.messages for file in message.files]
    assert files == ["statistics.png"]


@pytest.mark.slow
async def test_a_closed_card_has_its_chart_in_its_thread(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    today, summaries = now().date(), bot._runtime.services.summaries
    await harness.private_reply(f"daily {code_of(today)}")
    await harness.private_reply("daily share")
    tomorrow = datetime.combine(today + timedelta(days=1), time(12), UTC)
    monkeypatch.setattr(summaries, "_clock", lambda: tomorrow)
    await summaries.step()
    (card,) = harness.games.messages
    await harness.slack.until(lambda: any(reply.files for reply in card.replies))
    assert code_of(today) in str(card)
    ((file,),) = [reply.files for reply in card.replies]
    assert "1 guess: 1 game" in file.alt_text


async def test_the_end_of_a_game_has_its_board_as_an_image_in_its_thread(harness: Harness) -> None:
    board = await harness.start_game("play")
    await harness.guess(board, "0123", harness.bob)
    await harness.wait_until_shown(board, "0123 ")
    await harness.guess(board, "3102")
    await harness.slack.until(lambda: any(reply.files for reply in board.replies))
    ((file,),) = [reply.files for reply in board.replies]
    assert solved_in("Ann", 2) in file.alt_text
    assert "1: 0123 1H3B, Bob" in file.alt_text


@pytest.mark.slow
async def test_an_upload_that_hangs_leaves_the_text(
    harness: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    monkeypatch.setattr("bot.platforms.slack.messenger._UPLOAD_SECONDS", 0.05)
    await solve(harness)
    with harness.slack.network.hold("files.getUploadURLExternal"):
        await harness.ann.command(harness.games, "/hitblow", "leaderboard")
        await harness.slack.until(lambda: any(map(has_table, harness.games.messages)))
        await harness.slack.quiet(0.3)
        assert "images were not shared: TimeoutError" in caplog.messages
    assert any(map(has_table, harness.games.messages))
    assert not any(message.files for message in harness.games.messages)


async def test_a_late_image_follows_its_text(harness: Harness, executor: ImageExecutor) -> None:
    await solve(harness)
    executor.hangs = True
    await harness.ann.command(harness.games, "/hitblow", "leaderboard")
    await harness.slack.until(lambda: any(map(has_table, harness.games.messages)))
    asyncio.get_running_loop().call_later(0.1, executor.finish)
    await harness.slack.until(lambda: any(message.files for message in harness.games.messages))
    assert not harness.games.messages[-2].files


async def test_a_card_is_one_message_with_ways_to_play(harness: Harness) -> None:
    board = await harness.private_reply(f"daily {code_of(now().date())}")
    assert "Solved" in board
    await harness.ann.click(harness.ann.view, "Share here")
    await harness.slack.until(lambda: bool(harness.games.messages))
    (text,) = harness.games.messages
    assert "Ann  ●  1" in str(text)
    assert "4H0B" not in str(text)
    await harness.bob.click(text, "Play")
    assert "12 tries" in str(harness.bob.view)
    await harness.bob.click(text, "How?")
    assert "guess 1 of 3" in str(harness.bob.ephemeral[-1])


async def test_a_image_that_a_killed_process_has_not_shared_follows_its_text_once(harness: Harness) -> None:
    client = AsyncWebClient(harness.team.bot_token, base_url=harness.slack.api_url)
    image = Image("<svg/>", "said", "summary")
    view, key = View((Paragraph("the text"),), images=(image,)), NewsKey("summary", NewsKind.WEEK)

    async def share(shown: View, channel: str, _: str | None) -> None:
        files = [{"content": PNG, "filename": each.file_name, "title": "said"} for each in shown.images]
        await client.files_upload_v2(channel=channel, file_uploads=files)

    limiter = RateLimiter(0.0)
    await SlackTransport(client, harness.games.id, limiter).tell(key, None, view)
    later = SlackTransport(client, harness.games.id, limiter, share_images=share)
    before = len(harness.slack.calls("conversations.history"))
    harness.slack.network.fail("conversations.history", api_error("internal_error"), call=before + 4)
    for _ in range(3):  # the second time, the images of the channel cannot be read
        assert await later.find_told(key, None, view)
    assert [[file.name for file in message.files] for message in harness.games.messages] == [[], ["summary.png"]]
