"""The time for a whole evaluation, compared with the evaluator of the first release in the same run.

Run it with `python -m tests.benchmarks.evaluations [RULES] [STRATEGY]`. Both run alternately, and the processor time of
the fastest of some runs is reported.
"""

import sys
import time
from collections.abc import Callable

import click

from core.game.codes import Code
from core.game.rules import Rules
from core.solver import guess_lists
from core.solver.evaluate import Evaluation, evaluate
from core.solver.state import State
from core.solver.strategies import Strategy
from tests.benchmarks import first_release


@click.command()
@click.argument("rules", default="4x10")
@click.argument("strategy", default="entropy")
@click.option("--repeat", default=3, show_default=True)
def main(rules: str, strategy: str, repeat: int) -> None:
    """Time the evaluation of a strategy in one process."""
    click.echo(report(Rules.parse(rules), Strategy(strategy), repeat))


def report(rules: Rules, strategy: Strategy, repeat: int = 3) -> str:
    """The total, and the times of both evaluators, whose distributions must be the same."""
    runs = [_both(rules, strategy) for _ in range(repeat)]
    evaluation = runs[0][0]
    seconds, before = (min(column) for column in zip(*(times for _, times in runs), strict=True))
    return (
        f"{rules} {strategy.name}: {evaluation.total} guesses, worst {evaluation.worst}, {seconds:.2f} s; "
        f"first release {before:.2f} s, {before / seconds:.1f} times as long"
    )


def _both(rules: Rules, strategy: Strategy) -> tuple[Evaluation, tuple[float, float]]:
    """The evaluation, and how long it takes now and as in the first release."""
    evaluation, seconds = _timed(lambda: evaluate(rules, strategy, _no_solver))
    same, before = _timed(lambda: first_release.evaluate(rules, strategy))
    if evaluation != same:
        raise ValueError(evaluation, same)
    return evaluation, (seconds, before)


def _timed(play: Callable[[], Evaluation]) -> tuple[Evaluation, float]:
    """The result and the processor time, without anything cached by an earlier run."""
    for cached in (guess_lists.all_guesses, guess_lists.inequivalent_mask, first_release.cached_trie):
        cached.cache_clear()
    start = time.process_time()
    return play(), time.process_time() - start


def _no_solver(state: State) -> Code:
    raise NotImplementedError(state)


if __name__ == "__main__":
    sys.exit(main())
