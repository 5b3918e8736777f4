"""How long one suggestion takes, beside a plain scorer timed in the same run.

Run by hand: `python -m tests.benchmarks.suggestions [RULES] [--repeat N]`. The plain scorer scores every guess against
every candidate one after another; what it needs for a hundred guesses is scaled to all of them. Ratios mean the same on
any machine, seconds do not.
"""

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence

import click

from core.game.codes import Code, all_codes, random_code
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.selection import select_guess
from core.solver.state import State
from core.solver.strategies import Strategy

ENTROPY = Strategy("entropy")
PLAIN_GUESSES = 100


@click.command()
@click.argument("rules", nargs=-1)
@click.option("--repeat", default=15, show_default=True)
def main(rules: tuple[str, ...], repeat: int) -> None:
    """Time second and third guesses by entropy over all codes."""
    for notation in rules or ("4x10", "5x10", "4x6r"):
        for line in report(Rules.parse(notation), repeat):
            click.echo(line)


def report(rules: Rules, repeat: int) -> list[str]:
    """A line for the second guess with most candidates, and one for the third guess that takes longest."""
    chance = random.Random(1)
    opening = tuple(range(rules.positions)) if not rules.repeats else tuple(i // 2 for i in range(rules.positions))
    second = max(_histories(rules, [opening]), key=lambda turns: find_candidates(rules, turns).count)
    thirds = [_random_history(rules, 2, chance) for _ in range(repeat)]
    third = max(thirds, key=lambda turns: _median(lambda: suggestion(rules, turns), 1))
    return [_line(rules, "second", second, repeat), _line(rules, "slowest third", third, repeat)]


def _line(rules: Rules, which: str, turns: Sequence[Turn], repeat: int) -> str:
    count = find_candidates(rules, turns).count
    fast = _median(lambda: suggestion(rules, turns), repeat)
    plain = plain_seconds(rules, turns)
    return (
        f"{rules} {which} guess, {count} candidates: {1000 * fast:.2f} ms, "
        f"plain scorer {1000 * plain:.0f} ms, {plain / fast:.0f} times as long"
    )


def suggestion(rules: Rules, turns: Sequence[Turn]) -> Code:
    """One suggestion from nothing but the history."""
    state = State(rules, tuple(turn.guess for turn in turns), find_candidates(rules, turns).codes())
    return select_guess(ENTROPY, state, random.Random(0), _unasked)


def plain_seconds(rules: Rules, turns: Sequence[Turn]) -> float:
    """What scoring all guesses against all candidates one by one would take, from a sample of the guesses."""
    candidates = find_candidates(rules, turns).codes()
    guesses = list(all_codes(rules))
    some = random.Random(2).sample(guesses, min(PLAIN_GUESSES, len(guesses)))

    def plain() -> None:
        for guess in some:
            ENTROPY.score.of(list(Counter(compute_feedback(code, guess) for code in candidates).values()))

    return _median(plain, 1) * len(guesses) / len(some)


def _histories(rules: Rules, guesses: Sequence[Code]) -> list[list[Turn]]:
    """What may follow some guesses, answered alike."""
    answers = [Feedback(*pair) for pair in rules.feedbacks()]
    possible = {compute_feedback(code, guesses[0]) for code in all_codes(rules)}
    return [[Turn(guess, answer) for guess in guesses] for answer in answers if answer in possible]


def _random_history(rules: Rules, turns: int, chance: random.Random) -> list[Turn]:
    secret = random_code(rules, chance)
    guesses = [random_code(rules, chance) for _ in range(turns)]
    return [Turn(guess, compute_feedback(secret, guess)) for guess in guesses]


def _median(action: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def _unasked(state: State) -> Code:
    raise NotImplementedError(state)


if __name__ == "__main__":
    sys.exit(main())
