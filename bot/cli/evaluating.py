"""Playing every secret, in as many processes as wanted, with a bar that says how far it is."""

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from core.game.codes import all_codes
from core.game.rules import Rules, RulesOutOfRange
from core.solver.book import lookup
from core.solver.evaluate import Evaluation, branches, evaluate_branch, play_games
from core.solver.search import optimal_guess
from core.solver.strategies import Strategy

MAX_SECRETS = 200_000
"""Secrets that can be played within a day; every one of them takes its share of memory, too."""

_GAMES = 50
"""Games played between two steps of the bar."""


def evaluated(rules: Rules, strategy: Strategy, seed: int, jobs: int, title: str) -> Evaluation:
    """Play a strategy for every secret.

    Args:
        rules: of the games.
        strategy: any.
        seed: for what is left to chance.
        jobs: processes, at least 1.
        title: what stands before the bar.

    Raises:
        RulesOutOfRange: there are too many secrets.
    """
    if rules.codes > MAX_SECRETS:
        raise RulesOutOfRange(quantity="codes", value=rules.codes, low=2, high=MAX_SECRETS)
    with _bar() as bar:
        task = bar.add_task(title, total=rules.codes)
        whole, pieces = _pieces(rules, strategy, seed)
        bar.advance(task, whole.games)
        for part in _played(pieces, jobs):
            whole += part
            bar.advance(task, part.games)
    return whole


def _bar() -> Progress:
    """A bar where people see it, and only while there is something to wait for."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _pieces(rules: Rules, strategy: Strategy, seed: int) -> tuple[Evaluation, list[Callable[[], Evaluation]]]:
    """What has been played already, and the rest in pieces."""
    solve = partial(optimal_guess, lookup=lookup)
    if strategy.deterministic:
        done, parts = branches(rules, strategy, solve)
        return done, [partial(evaluate_branch, rules, strategy, solve, branch) for branch in parts]
    secrets = list(all_codes(rules))
    chunks = [secrets[start : start + _GAMES] for start in range(0, len(secrets), _GAMES)]
    return Evaluation(), [partial(play_games, rules, strategy, solve, chunk, seed) for chunk in chunks]


def _played(pieces: list[Callable[[], Evaluation]], jobs: int) -> Iterator[Evaluation]:
    if jobs == 1:
        yield from (piece() for piece in pieces)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as processes:
        futures = [processes.submit(piece) for piece in pieces]
        try:
            yield from (future.result() for future in as_completed(futures))
        finally:
            processes.shutdown(cancel_futures=True)
