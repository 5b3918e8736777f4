"""The time for one suggestion, compared with a naive implementation in the same run.

Run it with `python -m benchmarks.suggestions [RULES] [--repeat N]`. The naive implementation computes the
feedback of every guess for every candidate; its time is extrapolated from a hundred guesses. Compare the ratio, which
depends on the machine less than the times do.
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
NAIVE_GUESSES = 100


@click.command()
@click.argument("rules", nargs=-1)
@click.option("--repeat", default=15, show_default=True)
def main(rules: tuple[str, ...], repeat: int) -> None:
    """Time second and third guesses by entropy over all codes."""
    for notation in rules or ("4x10", "5x10", "4x6r"):
        for line in report(Rules.parse(notation), repeat):
            click.echo(line)


def report(rules: Rules, repeat: int) -> list[str]:
    """Lines for the second guess with the most candidates, and for the slowest of some third guesses."""
    rng = random.Random(1)
    opening = tuple(range(rules.positions)) if not rules.repeats else tuple(i // 2 for i in range(rules.positions))
    second = max(_histories(rules, [opening]), key=lambda turns: find_candidates(rules, turns).count)
    thirds = [_random_history(rules, 2, rng) for _ in range(repeat)]
    third = max(thirds, key=lambda turns: _median(lambda: suggestion(rules, turns), 1))
    return [_line(rules, "second", second, repeat), _line(rules, "slowest third", third, repeat)]


def _line(rules: Rules, which: str, turns: Sequence[Turn], repeat: int) -> str:
    count = find_candidates(rules, turns).count
    fast = _median(lambda: suggestion(rules, turns), repeat)
    naive = naive_seconds(rules, turns)
    return (
        f"{rules} {which} guess, {count} candidates: {1000 * fast:.2f} ms, "
        f"naive {1000 * naive:.0f} ms, {naive / fast:.0f} times as long"
    )


def suggestion(rules: Rules, turns: Sequence[Turn]) -> Code:
    """One suggestion, starting from the history."""
    state = State(rules, tuple(turn.guess for turn in turns), find_candidates(rules, turns).codes())
    return select_guess(ENTROPY, state, random.Random(0))


def naive_seconds(rules: Rules, turns: Sequence[Turn]) -> float:
    """The time of the naive implementation, extrapolated from a sample of guesses."""
    candidates = find_candidates(rules, turns).codes()
    guesses = list(all_codes(rules))
    some = random.Random(2).sample(guesses, min(NAIVE_GUESSES, len(guesses)))

    def naive() -> None:
        for guess in some:
            ENTROPY.score.scaled_score(list(Counter(compute_feedback(code, guess) for code in candidates).values()))

    return _median(naive, 1) * len(guesses) / len(some)


def _histories(rules: Rules, guesses: Sequence[Code]) -> list[list[Turn]]:
    """Histories of these guesses in which all have the same feedback."""
    feedbacks = [Feedback(*pair) for pair in rules.feedbacks()]
    possible = {compute_feedback(code, guesses[0]) for code in all_codes(rules)}
    return [[Turn(guess, feedback) for guess in guesses] for feedback in feedbacks if feedback in possible]


def _random_history(rules: Rules, turns: int, rng: random.Random) -> list[Turn]:
    secret = random_code(rules, rng)
    guesses = [random_code(rules, rng) for _ in range(turns)]
    return [Turn(guess, compute_feedback(secret, guess)) for guess in guesses]


def _median(action: Callable[[], object], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
