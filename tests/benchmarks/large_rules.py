"""How well the coach plays rules with many codes, beside random consistent play.

Run it with `python -m tests.benchmarks.large_rules [RULES]... [--games N]`. Every secret is played once by following
the coach's first suggestion and once by `random`. The difference of each pair of games is free of the luck of the
secret, and its mean has a 95% confidence interval. The coach is limited by work alone, so that the games are the same
on every machine.
"""

import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import click

from bot.solving.tasks import WORK
from core.game.codes import Code, random_code
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.candidates import find_candidates
from core.solver.coach import suggest
from core.solver.search import SearchResources

RULES = ("6x10", "7x10", "6x9r")

_STANDARD_ERRORS = 1.96
"""The width of a 95% confidence interval, on either side."""

Guesser: TypeAlias = Callable[[Rules, Sequence[Turn]], Code]


@click.command()
@click.argument("rules", nargs=-1)
@click.option("--games", default=300, show_default=True)
@click.option("--seed", default=1, show_default=True)
def main(rules: tuple[str, ...], games: int, seed: int) -> None:
    """Print the mean numbers of guesses and their difference for each of RULES."""
    for notation in rules or RULES:
        click.echo(report(Rules.parse(notation), games, seed))


def report(rules: Rules, games: int, seed: int) -> str:
    """A line for some rules."""
    secrets = [random_code(rules, random.Random(f"{seed} {game}")) for game in range(games)]
    rng = random.Random(seed)  # guesses, not secrets
    start = time.process_time()
    coached = [length(rules, secret, _coached) for secret in secrets]
    milliseconds = 1000 * (time.process_time() - start) / sum(coached)
    consistent = [length(rules, secret, partial(_consistent, rng)) for secret in secrets]
    differences = [ours - theirs for ours, theirs in zip(coached, consistent, strict=True)]
    return (
        f"{rules}: {games} games, coach {_interval(coached)}, at most {max(coached)}, "
        f"random consistent {_interval(consistent)}, at most {max(consistent)}, "
        f"difference {_interval(differences)}; {milliseconds:.0f} ms of CPU for a guess of the coach"
    )


def length(rules: Rules, secret: Code, choose: Guesser) -> int:
    """The number of guesses that a game takes."""
    turns: list[Turn] = []
    while not turns or turns[-1].guess != secret:
        guess = choose(rules, turns)
        turns.append(Turn(guess, compute_feedback(secret, guess)))
    return len(turns)


def _coached(rules: Rules, turns: Sequence[Turn]) -> Code:
    return suggest(rules, turns, resources=SearchResources(lookup, WORK)).guesses[0].code


def _consistent(rng: random.Random, rules: Rules, turns: Sequence[Turn]) -> Code:
    return find_candidates(rules, turns).sample(1, rng)[0]


def _interval(values: Sequence[int]) -> str:
    half = _STANDARD_ERRORS * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.3f} ± {half:.3f}"


if __name__ == "__main__":
    sys.exit(main())
