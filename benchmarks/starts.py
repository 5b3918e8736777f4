"""CPU time of the shell's commands until they end, beside that of importing SQLAlchemy alone.

Run `python -m benchmarks.starts [--rounds N]`. A terminal that ends at its first prompt opens a new database,
then an existing one. `daily` shows today's code, for which it loads what the prompt leaves to the first command. The
other commands need no database. The first round is not counted, in which Python compiles the modules and keeps them; so
PYTHONDONTWRITEBYTECODE is not passed on.
"""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.proc import machine
from tests.processes.processes import environment

_HITBLOW = ("-m", "bot")
CASES = {
    "import sqlalchemy": ("-c", "import sqlalchemy"),
    "first start, new database": (*_HITBLOW, "--db", "sqlite:///new.db"),
    "first prompt": (*_HITBLOW, "--db", "sqlite:///old.db"),
    "daily": (*_HITBLOW, "daily", "--db", "sqlite:///old.db"),
    "help": (*_HITBLOW, "help"),
    "--help": (*_HITBLOW, "--help"),
    "suggest": (*_HITBLOW, "suggest", "4x10", "0123 1H1B"),
}


def cpu_of(arguments: Sequence[str], folder: Path) -> float:
    """The CPU seconds of a Python process until it ends."""
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        env={**environment(folder), "PYTHONPATH": str(Path.cwd())},
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


def measure(rounds: int) -> list[str]:
    """The median of each case, and its ratio to the first."""
    samples: dict[str, list[float]] = {name: [] for name in CASES}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "old.db").touch()
        for number in range(1 + rounds):
            for case, arguments in CASES.items():
                (folder / "new.db").unlink(missing_ok=True)
                (folder / "new.db").touch()  # a pipe creates no file
                seconds = cpu_of(arguments, folder)
                if number > 0:
                    samples[case].append(seconds)
    floor = samples["import sqlalchemy"]
    return [
        f"{case:26} median {statistics.median(values):.2f} s  "
        f"{statistics.median(one / other for one, other in zip(values, floor, strict=True)):.2f} times SQLAlchemy  "
        f"rounds {' '.join(f'{value:.2f}' for value in values)}"
        for case, values in samples.items()
    ]


@click.command()
@click.option("--rounds", default=7, show_default=True)
def main(rounds: int) -> None:
    """Measure, and print the figures."""
    lines = measure(rounds)
    click.echo(machine())
    for line in lines:
        click.echo(line)


if __name__ == "__main__":
    main()
