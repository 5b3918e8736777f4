from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import LoopbackSlack
from tests.platforms.slack.harness import ConnectionType, Harness, set_up
from tests.platforms.slack.other_games import start_other_games


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before Slack is asked again."""
    monkeypatch.setattr("bot.platforms.slack.transport._PAUSE_SECONDS", 0.02)
    monkeypatch.setattr("bot.platforms.slack.controller._REOPEN_SECONDS", 0.05)
    monkeypatch.setattr("bot.platforms.slack.home._REFRESH_SECONDS", 0.05)
    monkeypatch.setattr("bot.platforms.common.message_queue._REPEAT_SECONDS", 0.1)


@pytest.fixture
async def slack() -> AsyncIterator[LoopbackSlack]:
    async with LoopbackSlack() as slack:
        yield slack


@pytest.fixture
def connection_type() -> ConnectionType:
    """Socket Mode, where a test is not about the connection."""
    return "socket"


@pytest.fixture
def installed() -> bool:
    """Whether the bot is in the workspace; where it is not, it is reached over HTTP and can be installed by OAuth."""
    return True


@pytest.fixture
def harness(
    slack: LoopbackSlack, connection_type: ConnectionType, tmp_path: Path, busy_seconds: float, *, installed: bool
) -> Harness:
    harness = set_up(slack, connection_type, tmp_path / "games.db", installed=installed)
    harness.busy_seconds = busy_seconds
    return harness


@pytest.fixture
async def bot(harness: Harness, *, installed: bool) -> AsyncIterator[SlackBot]:
    oauth: dict[str, Any] = {}
    if not installed:
        oauth = {"client_id": harness.slack.client_id, "client_secret": harness.slack.client_secret}
    async with harness.bot(**oauth) as bot:
        yield bot


@pytest.fixture
async def other_games(harness: Harness, bot: object) -> AsyncIterator[None]:  # noqa: ARG001  # they need the bot running
    """Games of others, which stay as they are."""
    others = await start_other_games(harness)
    yield
    others.assert_undisturbed()
