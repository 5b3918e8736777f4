from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import LoopbackSlack
from tests.platforms.slack.stage import Stage, Way, set_up

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture
async def slack() -> AsyncIterator[LoopbackSlack]:
    async with LoopbackSlack() as slack:
        yield slack


@pytest.fixture
def way() -> Way:
    """Socket Mode, where a test is not about the way."""
    return "socket"


@pytest.fixture
def stage(slack: LoopbackSlack, way: Way, tmp_path: Path) -> Stage:
    return set_up(slack, way, tmp_path / "games.db")


@pytest.fixture
async def bot(stage: Stage) -> AsyncIterator[SlackBot]:
    async with stage.bot() as bot:
        yield bot
