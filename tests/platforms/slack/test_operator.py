"""What the operator decides on the shell, as people on Slack see it within seconds."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.model.operations import AdmissionKey, Decision, Subject
from bot.persistence.database import Database
from bot.platforms.common import catch_up
from bot.services import admission
from bot.services.admission import Admission
from bot.services.operations import Operations
from tests.fakes.slack.channels import Message
from tests.platforms.slack.harness import Harness, now

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes look for decisions, announcements and outdated boards more often than in production."""
    monkeypatch.setattr(admission, "CACHE_SECONDS", 0.2)
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.2)


@asynccontextmanager
async def operator(harness: Harness) -> AsyncIterator[tuple[Admission, Operations]]:
    """The operator, in another process on the same database."""
    database = Database(f"sqlite:///{harness.file}")
    try:
        yield Admission(database.unit, now), Operations(database.unit, now)
    finally:
        await database.close()


async def told_until(harness: Harness, command: str, text: str) -> None:
    """Give a command again and again until its giver is told a text, in ten seconds at most."""
    for _ in range(20):
        if text in await harness.private_reply(command):
            return
        await harness.slack.quiet(0.5)
    pytest.fail(f"nobody was told {text!r}")


def announcements(harness: Harness) -> list[Message]:
    return [message for message in harness.games.messages if "Maintenance at noon" in str(message)]


async def test_people_are_told_what_the_operator_has_decided(harness: Harness) -> None:
    async with harness.bot(), operator(harness) as (admissions, _):
        board = await harness.start_game("play")
        await admissions.set_read_only(read_only=True)
        await told_until(harness, "hint", "being maintained")
        assert "being maintained" in await harness.private_reply("guess 0456")
        assert "0456" not in str(board)
        await admissions.set_read_only(read_only=False)
        await told_until(harness, "hint", "[ ")  # the buttons of a question
        await harness.slack.quiet(0.5)
        await harness.ann.reply(board, "0456")
        await harness.wait_until_shown(board, "0456 ")
        await admissions.decide(AdmissionKey("slack", Subject.PERSON, harness.ann.id), Decision.BLOCK)
        await told_until(harness, "help", "has excluded you")


async def test_a_game_is_ended_and_an_announcement_is_told_once(harness: Harness) -> None:
    async with harness.bot(), operator(harness) as (_, operations):
        board = await harness.start_game("play")
        (game,) = await operations.running_games("slack")
        assert await operations.announce("Maintenance at noon, <!channel>.", None, ["slack"]) == 1
        await harness.slack.until(lambda: announcements(harness), within=30)
        await operations.end(game.id)
        await harness.slack.until(lambda: "operator, a moderator" in str(board), within=30)
        (announcement,) = announcements(harness)
        assert not announcement.control_sequences
