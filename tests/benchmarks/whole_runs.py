"""The time and memory of `hitblow suggest` in a process of its own, for common rules and for the largest ones.

Run it with `python -m tests.benchmarks.whole_runs [RULES]`. The result is compared with the time that a naive
implementation would need only to count the candidates, extrapolated from a sample of codes in the same run.
"""

import os
import random
import subprocess
import sys
import time
from itertools import islice
from typing import NamedTuple

import click

from core.game.codes import all_codes, format_code_ascii, random_code
from core.game.feedback import Turn, compute_feedback
from core.game.history import format_turn
from core.game.rules import Rules

RULES = ("4x10", "5x10", "8x10", "10x10", "7x10r", "10x5r")
NAIVE_CODES = 2_000
MEGABYTE = 1024


class Run(NamedTuple):
    """Elapsed seconds, CPU seconds and peak memory in megabytes of one run."""

    seconds: float
    cpu_seconds: float
    megabytes: float


@click.command()
@click.argument("rules", nargs=-1)
def main(rules: tuple[str, ...]) -> None:
    """Time suggestions after no, one, two, four and eight turns."""
    for notation in rules or RULES:
        for turns in (0, 1, 2, 4, 8):
            click.echo(report(Rules.parse(notation), turns))


def report(rules: Rules, turns: int) -> str:
    """A line for one random history."""
    history = random_history(rules, turns, random.Random(turns))
    run = suggestion(rules, history)
    naive = naive_seconds(rules, history)
    return (
        f"{rules} after {turns} turns: {run.seconds:.2f} s, {run.cpu_seconds:.2f} s CPU, {run.megabytes:.0f} MB; "
        f"naive counting {naive:.1f} s, {naive / run.cpu_seconds:.1f} times as long"
    )


def suggestion(rules: Rules, history: list[Turn]) -> Run:
    """One suggestion from the command line."""
    program = "from bot.cli.main import main; main()"
    texts = [format_turn(turn, format_code_ascii(turn.guess, rules), rules) for turn in history]
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", program, "suggest", str(rules), *texts, "--json"], stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(process.returncode)
    return Run(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / MEGABYTE)


def naive_seconds(rules: Rules, history: list[Turn]) -> float:
    """The time of the naive implementation for the first turn, extrapolated from the first codes."""
    codes = list(islice(all_codes(rules), NAIVE_CODES))
    guess = history[0].guess if history else codes[0]
    start = time.perf_counter()
    for code in codes:
        compute_feedback(code, guess)
    return (time.perf_counter() - start) * rules.codes / len(codes)


def random_history(rules: Rules, turns: int, rng: random.Random) -> list[Turn]:
    """Random guesses at a random secret."""
    secret = random_code(rules, rng)
    guesses = [random_code(rules, rng) for _ in range(turns)]
    return [Turn(guess, compute_feedback(secret, guess)) for guess in guesses]


if __name__ == "__main__":
    sys.exit(main())
