"""The time for a whole evaluation, compared with a naive implementation in the same run.

Run it with `python -m tests.benchmarks.evaluations [RULES] [STRATEGY]`. Compare the ratio to the time that the naive
implementation needs for a single second guess.
"""

import sys
import time

import click

from core.game.codes import Code
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.evaluate import evaluate
from core.solver.state import State
from core.solver.strategies import Strategy
from tests.benchmarks.suggestions import naive_seconds


@click.command()
@click.argument("rules", default="4x10")
@click.argument("strategy", default="entropy")
def main(rules: str, strategy: str) -> None:
    """Time the evaluation of a strategy in one process."""
    click.echo(report(Rules.parse(rules), Strategy(strategy)))


def report(rules: Rules, strategy: Strategy) -> str:
    """The total and the time, compared with one guess by the naive implementation."""
    start = time.perf_counter()
    evaluation = evaluate(rules, strategy, _no_solver)
    seconds = time.perf_counter() - start
    guess = tuple(symbol % rules.symbols for symbol in range(rules.positions))
    naive = naive_seconds(rules, [Turn(guess, compute_feedback((*guess[1:], (guess[0] + 1) % rules.symbols), guess))])
    return (
        f"{rules} {strategy.name}: {evaluation.total} guesses, worst {evaluation.worst}, {seconds:.2f} s; "
        f"one second guess by the naive implementation {naive:.2f} s, {seconds / naive:.2f} times that"
    )


def _no_solver(state: State) -> Code:
    raise NotImplementedError(state)


if __name__ == "__main__":
    sys.exit(main())
