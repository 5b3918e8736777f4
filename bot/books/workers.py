"""Where searches run: in this process, or on the workers of a Dask cluster."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from bot.books.requests import Searcher, SearchSettings, Workers

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
    """
    if jobs == 1 and scheduler is None:
        yield Searcher(settings)
        return
    from bot.books.cluster import cluster  # noqa: PLC0415  # loading Dask takes a second

    with cluster(settings, jobs, scheduler) as found:
        yield found
