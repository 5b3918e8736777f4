"""A pool of processes beside the event loop, and what every process beside it does first."""

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import ParamSpec, TypeVar

from typing_extensions import override

P = ParamSpec("P")
T = TypeVar("T")

_NICENESS = 15


class RestartingProcessPool(Executor):
    """A process pool that starts again after one of its processes was killed.

    The tasks that were running or waiting at that moment fail with `BrokenProcessPool`; later ones run in new
    processes. Processes are spawned, not forked, so they inherit neither connections nor secrets. Nothing is started
    before the first task.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._is_shut_down = False

    @override
    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._is_shut_down:
            raise RuntimeError  # as other executors do
        pool = self._pool or self._start()
        try:
            return pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            pool.shutdown(wait=False)
            return self._start().submit(fn, *args, **kwargs)

    @override
    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._is_shut_down = True
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def _start(self) -> ProcessPoolExecutor:
        self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), set_up_process)
        return self._pool


def set_up_process() -> None:
    """Give way to the main process, leave Ctrl-C to it, and end if it is killed.

    The terminal sends SIGINT to every process of the group; the main process shuts the pool down itself.
    """
    signal(SIGINT, SIG_IGN)
    if hasattr(os, "nice"):  # POSIX only
        os.nice(_NICENESS)
    Thread(target=_end_with_main_process, daemon=True).start()


def _end_with_main_process() -> None:
    """End this process once the main process has; one that was killed has not shut the pool down."""
    main = parent_process()
    if main is not None:
        wait([main.sentinel])
        os._exit(1)
