import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from bot.persistence.database import Database
from bot.platforms.slack.bot import SlackBot
from tests.fakes.slack import LoopbackSlack
from tests.platforms.slack.stage import Stage, Way, set_up
from tests.support.snapshots import REWRITING

SNAPSHOTS = Path(__file__).parent / "snapshots"


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, migrated once for all tests."""
    file = tmp_path_factory.mktemp("template") / "empty.db"

    async def prepare() -> None:
        database = Database(f"sqlite:///{file}")
        await database.prepare()
        await database.close()

    asyncio.run(prepare())
    return file


@pytest.fixture
async def slack() -> AsyncIterator[LoopbackSlack]:
    async with LoopbackSlack() as slack:
        yield slack


@pytest.fixture
def way() -> Way:
    """Socket Mode, where a test is not about the way."""
    return "socket"


@pytest.fixture
def stage(slack: LoopbackSlack, way: Way, template: Path, tmp_path: Path) -> Stage:
    return set_up(slack, way, template, tmp_path / "games.db")


@pytest.fixture
async def bot(stage: Stage) -> AsyncIterator[SlackBot]:
    async with stage.bot() as bot:
        yield bot


@pytest.fixture
def looks_like() -> Callable[[str, object], None]:
    """Compare what is seen with a file a person can read; `HITBLOW_REWRITE=1` approves what is seen now."""

    def compare(name: str, seen: object) -> None:
        file = SNAPSHOTS / f"{name}.txt"
        text = f"{seen}\n"
        if REWRITING:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, "utf-8")
        assert text == file.read_text("utf-8")

    return compare
