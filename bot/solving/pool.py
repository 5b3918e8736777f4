"""Processes for the solver to think in."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any, ParamSpec, TypeVar

_NICENESS = 15

Given = ParamSpec("Given")
Found = TypeVar("Found")


class LastingPool(Executor):
    """Processes that are replaced when one of them has been killed; what it was thinking about is lost.

    They are started afresh rather than forked, so they inherit neither connections nor secrets.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new()

    def submit(self, function: Callable[Given, Found], /, *given: Given.args, **named: Given.kwargs) -> Future[Found]:
        """See `Executor`."""
        try:
            return self._pool.submit(function, *given, **named)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._new()
            return self._pool.submit(function, *given, **named)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  # Executor's signature
        """See `Executor`."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def _new(self) -> ProcessPoolExecutor:
        settings: dict[str, Any] = {"mp_context": get_context("spawn"), "initializer": _step_back}
        return ProcessPoolExecutor(self._workers, **settings)


def _step_back() -> None:
    """Leave the processors to whoever answers people, and Ctrl-C to whoever uses these processes.

    Ctrl-C goes to every process of the terminal; the one that uses these says when they are to end.
    """
    signal(SIGINT, SIG_IGN)
    if hasattr(os, "nice"):  # not on every system
        os.nice(_NICENESS)
