"""A little of what `python -m tests.fuzz` sends."""

import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "count"), [("discord", 400), ("slack", 1000)])
def test_random_input_brings_about_no_traceback_and_tells_no_secret(entry: str, count: int) -> None:
    """It runs in a process of its own, because pytest cannot report every character of what is sent and logged."""
    command = [sys.executable, "-m", "tests.fuzz", str(count), "--seed", "3", "--only", entry]
    ended = subprocess.run(command, capture_output=True, check=False, timeout=250)
    assert ended.returncode == 0, ascii((ended.stdout + ended.stderr[-2000:]).decode(errors="replace"))
