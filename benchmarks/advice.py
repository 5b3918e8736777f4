"""CPU time of the coach's advice: `python -m benchmarks.advice [RULES]...`.

Games against random secrets follow the first suggestion, from the books where there are any. With `--books`, advice is
given once at every position of the book instead. The time of every advice with its two alternatives is measured in this
process, as the solver's processes compute it. What a process computes once, such as tables of all codes, is reported as
the time of its first advice.
"""

import random
import statistics
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import click

from bot.solving.tasks import advise
from core.game.codes import random_code
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.book import SHIPPED, shipped_book
from core.solver.book_format import Node
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
@click.option("--books", is_flag=True, help="Measure every position of the books instead of games.")
def main(rules: tuple[str, ...], games: int, seed: int, *, books: bool) -> None:
    """Print the first, the median and the largest time for each of RULES."""
    for each in map(Rules.parse, rules or (SHIPPED if books else RULES)):
        timed = timed_positions(each) if books else timed_games(each, games, seed)
        click.echo(report(each, "book" if books else f"{games} games", timed))


def report(rules: Rules, what: str, timed: Iterable[TimedAdvice]) -> str:
    """A line for some rules."""
    first, _ = timed_advice(rules, ())
    times = list(timed)
    slowest = max(times)
    few = sum(each.guesses < min(TOP, each.candidates) for each in times)
    return (
        f"{rules}: {what}, {len(times)} times advice, first {first.milliseconds:.1f} ms, "
        f"median {statistics.median(each.milliseconds for each in times):.1f} ms, "
        f"largest {slowest.milliseconds:.1f} ms at {slowest.candidates:,} candidates, "
        f"{few} with fewer than {TOP} guesses"
    )


def timed_games(rules: Rules, games: int, seed: int) -> Iterator[TimedAdvice]:
    """The advice in some games."""
    for game in range(games):
        yield from played(rules, random.Random(f"{seed} {game}"))


def timed_positions(rules: Rules) -> Iterator[TimedAdvice]:
    """The advice at every position of the book."""
    book = shipped_book(rules)
    return (timed_advice(rules, turns)[0] for turns in (positions(book.root) if book else ()))


def positions(node: Node, turns: tuple[Turn, ...] = ()) -> Iterator[tuple[Turn, ...]]:
    """The histories of a node of a book and of those below it."""
    yield turns
    for feedback, child in node.children.items():
        yield from positions(child, (*turns, Turn(node.guess, feedback)))


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
