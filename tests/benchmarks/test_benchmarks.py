"""The benchmarks start; nobody checks what they measure."""

import re
import runpy
import sys

import pytest

from tests.docs.documents import ROOT

FOLDER = ROOT / "benchmarks"
HELPERS = {"assertions", "bare_bots", "floors", "worker"}
"""The bots that others are compared with, what runs the tests, and a process that another benchmark starts."""

NAMES = re.findall(r"^\| `(\w+)`", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE)


def test_every_benchmark_is_described() -> None:
    started = {file.stem for file in FOLDER.glob("*.py") if "__main__" in file.read_text("utf-8")}
    assert started - HELPERS == set(NAMES)


@pytest.mark.slow
def test_every_benchmark_starts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in NAMES:
        monkeypatch.setattr(sys, "argv", [name, "--help"])
        with pytest.raises(SystemExit, match="0"):
            runpy.run_path(f"{FOLDER}/{name}.py", run_name="__main__")
        assert "usage: " in capsys.readouterr().out.lower()
