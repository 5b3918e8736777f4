"""The daily in a terminal."""

import time
from collections.abc import Iterator

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession
from bot.services.services import Services
from tests.fakes.clock import NOON
from tests.platforms.console.test_session import Script
from tests.support.daily import code_of, wrong_for
from tests.support.snapshots import Snapshots

CODE = code_of(NOON.date())
LINES = (
    "daily",
    f"daily {wrong_for(CODE)}",
    f"daily {wrong_for(CODE)}",
    "yes",
    "daily 0012",
    f"daily {CODE}",
    "daily text",
    "daily share",
    "daily archive",
)


@pytest.fixture(autouse=True)
def _tokyo(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    yield
    monkeypatch.delenv("TZ")
    time.tzset()


@pytest.mark.parametrize("code", LANGUAGES)
async def test_a_daily_looks_as_approved_in_the_time_zone_of_the_terminal(
    services: Services, capsys: pytest.CaptureFixture[str], snapshots: Snapshots, code: str
) -> None:
    words = LANGUAGES[code]
    session = ConsoleSession(Dispatcher(services), Script(LINES, interactive=False), ConsoleOutput(words), words)
    await session.run("ann", "home")
    snapshots.check(f"daily_{code}", capsys.readouterr().out)
