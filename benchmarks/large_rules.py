"""How well the coach plays rules with many codes, beside random consistent play.

Run it with `python -m benchmarks.large_rules [RULES]... [--games N] [--folder FOLDER]`. Every secret is played
once by following the coach's first suggestion and once by `random`. The difference of each pair of games is free of the
luck of the secret, and its mean has a 95% confidence interval. The coach is limited by work alone, so its games are the
same on every machine. With a folder, an interrupted run goes on where it ended.
"""

import math
import random
import statistics
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import click

from bot.solving.tasks import WORK
from core.game.codes import Code, random_code
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.book import lookup_move
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
@click.option("--folder", type=click.Path(file_okay=False, path_type=Path), help="Where to keep games and go on.")
def main(rules: tuple[str, ...], games: int, seed: int, folder: Path | None) -> None:
    """Print the mean numbers of guesses and their difference for each of RULES."""
    for notation in rules or RULES:
        kept = folder and folder / f"{notation}-{seed}.txt"
        click.echo(report(Rules.parse(notation), games, seed, kept))


def report(rules: Rules, games: int, seed: int, kept: Path | None = None) -> str:
    """A line for some rules.

    Args:
        rules: rules of the games.
        games: number of secrets.
        seed: seed of the secrets and of random consistent play.
        kept: a file with a line for each game, to which new games are added.
    """
    pairs = [_pair(line) for line in kept.read_text().splitlines()] if kept and kept.exists() else []
    for game in range(len(pairs), games):
        pairs.append(_played(rules, f"{seed} {game}"))
        if kept:
            with kept.open("a") as file:
                file.write(f"{pairs[-1][0]} {pairs[-1][1]}\n")
    coached, consistent = zip(*pairs[:games], strict=True)
    differences = [ours - theirs for ours, theirs in pairs[:games]]
    return (
        f"{rules}: {games} games, coach {_interval(coached)}, at most {max(coached)}, "
        f"random consistent {_interval(consistent)}, at most {max(consistent)}, difference {_interval(differences)}"
    )


def _pair(line: str) -> tuple[int, int]:
    coached, consistent = line.split()
    return int(coached), int(consistent)


def _played(rules: Rules, seed: str) -> tuple[int, int]:
    """The numbers of guesses of the coach and of random consistent play for a random secret."""
    secret = random_code(rules, random.Random(seed))
    chance = random.Random(f"consistent {seed}")  # guesses, not secrets
    return length(rules, secret, _coached), length(rules, secret, partial(_consistent, chance))


def length(rules: Rules, secret: Code, choose: Guesser) -> int:
    """The number of guesses that a game takes."""
    turns: list[Turn] = []
    while not turns or turns[-1].guess != secret:
        guess = choose(rules, turns)
        turns.append(Turn(guess, compute_feedback(secret, guess)))
    return len(turns)


def _coached(rules: Rules, turns: Sequence[Turn]) -> Code:
    return suggest(rules, turns, resources=SearchResources(lookup_move, WORK)).guesses[0].code


def _consistent(rng: random.Random, rules: Rules, turns: Sequence[Turn]) -> Code:
    return find_candidates(rules, turns).sample(1, rng)[0]


def _interval(values: Sequence[int]) -> str:
    half = _STANDARD_ERRORS * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):.3f} ± {half:.3f}"


if __name__ == "__main__":
    sys.exit(main())
