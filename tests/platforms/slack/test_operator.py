"""What the operator decides on the shell, as people on Slack see it within seconds."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

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


def announcements(harness: Harness) -> list[Message]:
    return [message for message in harness.games.messages if "Maintenance at noon" in str(message)]


async def test_a_game_is_ended_and_an_announcement_is_told_once(harness: Harness) -> None:
    async with harness.bot(), operator(harness) as (_, operations):
        await harness.start_game("play")
        (game,) = await operations.running_games("slack")
        assert await operations.announce("Maintenance at noon, <!channel>.", None, ["slack"]) == 1
        await harness.slack.until(lambda: announcements(harness), within=30)
        await operations.end(game.id)
        await harness.slack.until(lambda: "operator, a moderator" in str(harness.games), within=30)
        (announcement,) = announcements(harness)
        assert not announcement.control_sequences
