"""Where searches run: in this process, or on the workers of a Dask cluster."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from queue import SimpleQueue
from typing import TypeAlias, TypeVar

from bot.books.requests import GuessRequest, GuessResult, Searcher, SearchSettings, Workers

Key = TypeVar("Key")

OpenWorkers: TypeAlias = Callable[[SearchSettings], AbstractContextManager[Workers]]
"""Opens workers for a search."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the work done and all work, where each task counts as much as it has candidates."""


@contextmanager
def workers(settings: SearchSettings, jobs: int = 1, scheduler: str | None = None) -> Iterator[Workers]:
    """Start workers, and end them with the context.

    Args:
        settings: what they search.
        jobs: number of processes; a single one is this process.
        scheduler: address of the scheduler of an existing Dask cluster, which is used instead.

    Raises:
        NoCluster: there is no scheduler with workers at this address.
        WorkersLost: a worker died while the cluster started.
    """
    if jobs == 1 and scheduler is None:
        yield Searcher(settings)
        return
    from bot.books.cluster import cluster  # noqa: PLC0415  # loading Dask takes a second

    with cluster(settings, jobs, scheduler) as found:
        yield found


def run_requests(
    workers: Workers, requests: Iterable[tuple[Key, GuessRequest]], accept: Callable[[Key, GuessResult], None]
) -> None:
    """Run requests, only a few at a time, so that later requests can depend on earlier results.

    Args:
        workers: what works on the requests.
        requests: the requests, each with a key. The next one is taken when there is a worker for it.
        accept: called in this thread with each key and result, as soon as it is there.
    """
    results: SimpleQueue[tuple[Key, Callable[[], GuessResult]]] = SimpleQueue()
    running = 0

    def accept_next() -> None:
        nonlocal running
        key, get_result = results.get()
        running -= 1
        accept(key, get_result())

    for key, request in requests:
        workers.submit(request, partial(_put, results, key))
        running += 1
        while running >= workers.capacity:
            accept_next()
    while running:
        accept_next()


def _put(
    results: SimpleQueue[tuple[Key, Callable[[], GuessResult]]], key: Key, get_result: Callable[[], GuessResult]
) -> None:
    results.put((key, get_result))
