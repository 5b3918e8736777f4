"""Real processes of `python -m bot`, each with a home of its own."""

import os
import subprocess
import sys
from pathlib import Path

SECONDS = 60
"""Long enough for any machine; only a process that hangs is stopped by it."""


WARNINGS = "error,ignore:'audioop' is deprecated:DeprecationWarning:discord.player"
"""As in the tests themselves: every warning is an error, but for what discord.py's voice says, which nothing uses."""


def environment(home: Path) -> dict[str, str]:
    """The variables of a process that finds nothing of this machine's."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return {**kept, "HOME": str(home), "LANG": "C.UTF-8", "NO_COLOR": "1", "PYTHONWARNINGS": WARNINGS}


def hitblow(home: Path, *arguments: str, lines: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run to the end, given these lines."""
    ran = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-m", "bot", *arguments],
        input=lines if isinstance(lines, bytes) else lines.encode(),
        capture_output=True,
        cwd=home,
        env=environment(home),
        timeout=SECONDS,
        check=False,
    )
    return subprocess.CompletedProcess(ran.args, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def open_pipe(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start, to be talked to line by line."""
    return subprocess.Popen(  # noqa: S603  # our own program
        [sys.executable, "-u", "-m", "bot", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=home,
        env={**environment(home), "PYTHONIOENCODING": "utf-8"},
        text=True,
        bufsize=1,
    )
