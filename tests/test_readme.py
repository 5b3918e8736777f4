"""What the README shows is what happens. `HITBLOW_REWRITE=1 pytest tests/test_readme.py` brings it up to date."""

import re
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.platforms.console.screen import Screen
from bot.platforms.console.session import Session
from bot.presenters.readme_table import command_table
from bot.wording import LANGUAGES
from tests.fakes.services import services_in
from tests.support.snapshots import REWRITING

README = Path(__file__).parents[1] / "README.md"
PROMPT = "> "
GAME = re.compile(r"(?<=```console\n)(?:> ).*?(?=```)", re.DOTALL)
TABLE = re.compile(r"(?<=<!-- commands -->\n).*?(?=\n<!-- /commands -->)", re.DOTALL)


def shown(part: re.Pattern[str]) -> str:
    """The one place of the README that matches."""
    (found,) = part.findall(README.read_text(encoding="utf-8"))
    return str(found)


def check(part: re.Pattern[str], true: str) -> None:
    """Whether the README shows what is true, after putting it there if told to."""
    if REWRITING:
        text = README.read_text(encoding="utf-8")
        README.write_text(part.sub(lambda _: true, text), encoding="utf-8")
    assert shown(part) == true


class Typed:
    """The lines somebody types, each seen on the screen as in a terminal."""

    interactive = False

    def __init__(self, lines: list[str], screen: Screen) -> None:
        self._lines = lines
        self._screen = screen

    async def secret(self, question: str) -> str | None:
        self._screen.say(question)
        return await self.next()

    async def next(self) -> str | None:
        if not self._lines:
            return None
        line = self._lines.pop(0)
        self._screen.say(PROMPT + line)
        return line


async def test_the_readme_s_game_goes_as_it_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    typed = [line.removeprefix(PROMPT) for line in shown(GAME).splitlines() if line.startswith(PROMPT)]
    screen = Screen()
    async with services_in(tmp_path, "3102") as services:
        status = await Session(Dispatcher(services), screen, Typed(typed, screen), LANGUAGES["en"]).run("ann", "home")
    check(GAME, capsys.readouterr().out)
    assert status == 0


def test_the_readme_lists_every_command() -> None:
    check(TABLE, command_table())
