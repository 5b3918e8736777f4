"""Settings in a terminal."""

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession
from bot.services.services import Services
from tests.platforms.console.test_session import Script
from tests.support.snapshots import Snapshots

LINES = (
    "settings",
    "settings here turn:0",
    "settings here rules:chess",
    "settings here words:eatbite idle:48",
    "settings here summary:daily",
    "settings me hints:nobody",
    "settings language:ja",
    "settings warnings:off",
    "settings",
)


@pytest.mark.parametrize("code", LANGUAGES)
async def test_settings_look_as_approved(
    services: Services, capsys: pytest.CaptureFixture[str], snapshots: Snapshots, code: str
) -> None:
    words = LANGUAGES[code]
    session = ConsoleSession(Dispatcher(services), Script(LINES, interactive=False), ConsoleOutput(words), words)
    await session.run("ann", "home")
    snapshots.check(f"settings_{code}", capsys.readouterr().out)
