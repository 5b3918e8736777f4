"""Where searches run: in this process, or on the workers of a Dask cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.books.requests import Searcher, SearchSettings, Workers


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
