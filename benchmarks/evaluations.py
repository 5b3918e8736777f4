"""The time for a whole evaluation: `python -m benchmarks.evaluations [RULES] [STRATEGY]`.

The processor time of the fastest of some runs is reported.
"""

import sys
import time

import click

from core.game.codes import Code
from core.game.rules import Rules
from core.solver import guess_lists
from core.solver.evaluate import Evaluation, evaluate
from core.solver.state import State
from core.solver.strategies import Strategy


@click.command()
@click.argument("rules", default="4x10")
@click.argument("strategy", default="entropy")
@click.option("--repeat", default=3, show_default=True)
def main(rules: str, strategy: str, repeat: int) -> None:
    """Time the evaluation of a strategy in one process."""
    click.echo(report(Rules.parse(rules), Strategy(strategy), repeat))


def report(rules: Rules, strategy: Strategy, repeat: int = 3) -> str:
    """The total and the time."""
    runs = [_timed(rules, strategy) for _ in range(repeat)]
    evaluation, seconds = min(runs, key=lambda run: run[1])
    return f"{rules} {strategy.name}: {evaluation.total} guesses, worst {evaluation.worst}, {seconds:.2f} s"


def _timed(rules: Rules, strategy: Strategy) -> tuple[Evaluation, float]:
    """The evaluation and its processor time, without anything cached by an earlier run."""
    for cached in (guess_lists.all_guesses, guess_lists.inequivalent_mask):
        cached.cache_clear()
    start = time.process_time()
    return evaluate(rules, strategy, _no_solver), time.process_time() - start


def _no_solver(state: State) -> Code:
    raise NotImplementedError(state)


if __name__ == "__main__":
    sys.exit(main())
