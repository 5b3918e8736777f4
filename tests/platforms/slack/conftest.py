from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import LoopbackSlack
from tests.platforms.slack.stage import Stage, Way, set_up

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long before Slack is asked again."""
    monkeypatch.setattr("bot.platforms.slack.transport._PAUSE_SECONDS", 0.02)
    monkeypatch.setattr("bot.platforms.slack.controller._REOPEN_SECONDS", 0.05)
    monkeypatch.setattr("bot.platforms.common.message_queue._REPEAT_SECONDS", 0.1)


@pytest.fixture
async def slack() -> AsyncIterator[LoopbackSlack]:
    async with LoopbackSlack() as slack:
        yield slack


@pytest.fixture
def way() -> Way:
    """Socket Mode, where a test is not about the way."""
    return "socket"


@pytest.fixture
def installed() -> bool:
    """Whether the bot is in the workspace; where it is not, it is reached over HTTP and can be installed by OAuth."""
    return True


@pytest.fixture
def stage(slack: LoopbackSlack, way: Way, tmp_path: Path, busy_seconds: float, *, installed: bool) -> Stage:
    stage = set_up(slack, way, tmp_path / "games.db", installed=installed)
    stage.busy_seconds = busy_seconds
    return stage


@pytest.fixture
async def bot(stage: Stage, *, installed: bool) -> AsyncIterator[SlackBot]:
    oauth: dict[str, Any] = {}
    if not installed:
        oauth = {"client_id": stage.slack.client_id, "client_secret": stage.slack.client_secret}
    async with stage.bot(**oauth) as bot:
        yield bot
