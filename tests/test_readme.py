"""What the README shows is what happens. `HITBLOW_REWRITE=1 pytest tests/test_readme.py` brings it up to date."""

import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.adapters.console.screen import Screen
from bot.adapters.console.session import Session
from bot.adapters.desk import Desk
from bot.adapters.handbook import command_table
from bot.adapters.wording import LANGUAGES
from bot.persistence.database import Database
from bot.services.records import Records
from bot.services.referee import Referee
from bot.services.services import Services
from tests.fakes.stacked_dice import StackedDice

README = Path(__file__).parents[1] / "README.md"
PROMPT = "> "
GAME = re.compile(r"(?<=```console\n)(?:> ).*?(?=```)", re.DOTALL)
TABLE = re.compile(r"(?<=<!-- commands -->\n).*?(?=\n<!-- /commands -->)", re.DOTALL)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def shown(part: re.Pattern[str]) -> str:
    """The one place of the README that matches."""
    (found,) = part.findall(README.read_text(encoding="utf-8"))
    return str(found)


def check(part: re.Pattern[str], true: str) -> None:
    """Whether the README shows what is true, after putting it there if told to."""
    if os.environ.get("HITBLOW_REWRITE"):
        text = README.read_text(encoding="utf-8")
        README.write_text(part.sub(lambda _: true, text), encoding="utf-8")
    assert shown(part) == true


class Typed:
    """The lines somebody types, each seen on the screen as in a terminal."""

    interactive = False

    def __init__(self, lines: list[str], screen: Screen) -> None:
        self._lines = lines
        self._screen = screen

    async def next(self) -> str | None:
        if not self._lines:
            return None
        line = self._lines.pop(0)
        self._screen.say(PROMPT + line)
        return line


async def test_the_readme_s_game_goes_as_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = [line.removeprefix(PROMPT) for line in shown(GAME).splitlines() if line.startswith(PROMPT)]
    database = Database(f"sqlite:///{tmp_path}/readme.db")
    await database.prepare()
    dice = StackedDice("3102", names=["k3qz7"])
    services = Services(Referee(database.unit, lambda: NOW, dice), Records(database.unit, lambda: NOW))
    screen = Screen()
    try:
        status = await Session(Desk(services), screen, Typed(typed, screen), LANGUAGES["en"]).run("ann", "home")
    finally:
        await database.close()
    check(GAME, capsys.readouterr().out)
    assert status == 0


def test_the_readme_lists_every_command() -> None:
    check(TABLE, command_table())
