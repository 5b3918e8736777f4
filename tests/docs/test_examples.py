"""The console blocks of the documents show what really happens.

`HITBLOW_REWRITE=1 pytest tests/docs` updates them.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession
from tests.docs.documents import Example, examples
from tests.fakes.services import services_in

pytestmark = pytest.mark.usefixtures("newcomers")

GAME, SHELL = "> ", "$ "


class TypedLines:
    """Lines of input that are shown on the screen, as in a terminal."""

    interactive = False

    def __init__(self, lines: list[str], output: ConsoleOutput) -> None:
        self._lines = lines
        self._output = output

    async def read_secret(self, question: str) -> str | None:
        self._output.print_paragraph(question)
        return await self.read_line()

    async def read_line(self) -> str | None:
        if not self._lines:
            return None
        line = self._lines.pop(0)
        self._output.print_paragraph(GAME + line)
        return line


@pytest.mark.parametrize("example", [each for each in examples() if each.is_game], ids=str)
async def test_a_game_goes_as_shown(example: Example, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = ConsoleOutput()
    lines = TypedLines(example.inputs(GAME), output)
    async with services_in(tmp_path, example.secret) as services:
        status = await ConsoleSession(Dispatcher(services), lines, output, LANGUAGES[example.language]).run(
            "ann", "home"
        )
    example.check(capsys.readouterr().out)
    assert status == 0


@pytest.mark.slow
@pytest.mark.parametrize("example", [each for each in examples() if not each.is_game], ids=str)
def test_a_command_prints_what_is_shown(example: Example) -> None:
    example.check("".join(f"{SHELL}{line}\n{_run(line)}" for line in example.inputs(SHELL)))


def _run(line: str) -> str:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {"PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
    command = ["/bin/sh", "-c", line]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60).stdout
