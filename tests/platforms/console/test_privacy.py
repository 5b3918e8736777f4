"""What players can do with their own data in a terminal."""

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession
from bot.services.services import Services
from tests.platforms.console.test_session import Script
from tests.support.snapshots import Snapshots


@pytest.mark.parametrize("code", LANGUAGES)
async def test_privacy_looks_as_approved(
    services: Services, capsys: pytest.CaptureFixture[str], snapshots: Snapshots, code: str
) -> None:
    words = LANGUAGES[code]
    lines = ("privacy", "play", "3102", "privacy", "privacy hide", "privacy", "privacy unhide", "privacy delete")
    answers = ("yes", "yes") if code == "en" else ("はい", "はい")
    typed = Script((*lines, *answers, "privacy", "privacy export"), interactive=False)
    await ConsoleSession(Dispatcher(services), typed, ConsoleOutput(words), words).run("ann", "home")
    snapshots.check(f"privacy_{code}", capsys.readouterr().out)
