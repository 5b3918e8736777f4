"""Commands that take long, in a pseudo-terminal and in a pipe: progress, histograms and escape sequences."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes.processes import environment
from tests.processes.terminal import ESCAPE, ROOT, Terminal

pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty:DeprecationWarning")  # the child only runs another program

EVALUATE = ("evaluate", "3x10", "--strategy", "optimal", "--tries", "6")


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "lang"), [(80, "en"), (40, "ja")])
def test_progress_shows_the_time_left_and_disappears(tmp_path: Path, columns: int, lang: str) -> None:
    with Terminal(tmp_path, *EVALUATE, "--lang", lang, columns=columns, variables={"NO_COLOR": ""}) as terminal:
        terminal.wait_for("lost " if lang == "en" else "不正解")
        assert terminal.wait_for_end() == 0
        assert "720/720" in terminal.written
        assert re.search(r"\d\d:\d\d", terminal.written)
        assert "720/720" not in terminal.everything
        assert "394 54.7% ██████" in terminal.everything
        assert {"blue", "red"} <= terminal.colours


@pytest.mark.slow
def test_a_terminal_without_colours_gets_bars_without_colours(tmp_path: Path) -> None:
    with Terminal(tmp_path, *EVALUATE) as terminal:
        terminal.wait_for("lost ")
        assert terminal.wait_for_end() == 0
        assert "394 54.7% ██████" in terminal.everything
        assert not terminal.colours


@pytest.mark.slow
@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"HITBLOW_ASCII": "1"}, {"LANG": "C"}])
def test_a_simple_terminal_gets_plain_bars(tmp_path: Path, variables: dict[str, str]) -> None:
    with Terminal(tmp_path, *EVALUATE, variables=variables) as terminal:
        terminal.wait_for("lost ")
        assert terminal.wait_for_end() == 0
        bar = "▇" if "TERM" in variables else "#"
        assert f"   5  394  {bar * 24}\n" in terminal.everything
        assert terminal.written.isascii() == (bar == "#")
        if "TERM" in variables:
            assert ESCAPE not in terminal.written


@pytest.mark.slow
def test_a_pipe_gets_neither_progress_nor_escape_sequences(tmp_path: Path) -> None:
    variables = {**environment(tmp_path), "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-m", "bot", *EVALUATE],
        cwd=tmp_path,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stderr == ""
    assert ESCAPE not in run.stdout
    assert run.stdout.splitlines()[-1] == "lost    1"
