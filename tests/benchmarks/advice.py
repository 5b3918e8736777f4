"""CPU time of the coach's advice in whole games: `python -m tests.benchmarks.advice [RULES]...`.

Games against random secrets follow the first suggestion, from the books where there are any. The time of every advice
with its two alternatives is measured in this process, as the solver's processes compute it. What a process computes
once, such as tables of all codes, is reported as the time of its first advice.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from bot.solving.tasks import advise
from core.game.codes import random_code
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.coach import Advice
from core.solver.strategies import Strategy

RULES = ("4x10", "5x10", "4x8r", "6x10", "7x10r")
TOP = 3


class TimedAdvice(NamedTuple):
    """The CPU time of advice in milliseconds, the number of candidates, and the number of guesses it names."""

    milliseconds: float
    candidates: int
    guesses: int


@click.command()
@click.argument("rules", nargs=-1)
@click.option("--games", default=100, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(rules: tuple[str, ...], games: int, seed: int) -> None:
    """Print the first, the median and the largest time for each of RULES."""
    for notation in rules or RULES:
        click.echo(report(Rules.parse(notation), games, seed))


def report(rules: Rules, games: int, seed: int) -> str:
    """A line for some rules."""
    first, _ = timed_advice(rules, ())
    timed = [each for game in range(games) for each in played(rules, random.Random(f"{seed} {game}"))]
    slowest = max(timed)
    few = sum(each.guesses < min(TOP, each.candidates) for each in timed)
    return (
        f"{rules}: {games} games, {len(timed)} times advice, first {first.milliseconds:.1f} ms, "
        f"median {statistics.median(each.milliseconds for each in timed):.1f} ms, "
        f"largest {slowest.milliseconds:.1f} ms at {slowest.candidates:,} candidates, "
        f"{few} with fewer than {TOP} guesses"
    )


def played(rules: Rules, rng: random.Random) -> Iterator[TimedAdvice]:
    """A game that follows the first suggestion."""
    secret = random_code(rules, rng)
    turns: list[Turn] = []
    while not turns or turns[-1].guess != secret:
        timed, advice = timed_advice(rules, turns)
        yield timed
        guess = advice.guesses[0].code
        turns.append(Turn(guess, compute_feedback(secret, guess)))


def timed_advice(rules: Rules, turns: Sequence[Turn]) -> tuple[TimedAdvice, Advice]:
    """Advice after a history, and its time."""
    start = time.process_time()
    advice = advise(rules, turns, Strategy("optimal"), TOP, 0)
    milliseconds = 1000 * (time.process_time() - start)
    return TimedAdvice(milliseconds, advice.candidate_count, len(advice.guesses)), advice


if __name__ == "__main__":
    sys.exit(main())
