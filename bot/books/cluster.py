"""Workers for the search of books: processes on this machine, or an existing Dask cluster."""

import logging
import signal
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from functools import lru_cache, partial
from queue import SimpleQueue
from threading import Lock
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

import dask
from distributed import Client, Future, KilledWorker, LocalCluster, get_worker
from distributed.client import FutureCancelledError
from distributed.diagnostics.plugin import WorkerPlugin
from typing_extensions import override

from bot.books.longest_games import create_search_for_options
from bot.books.search import Candidates, FeedbackTable, SearchOptions, State, create_heuristic_search
from core.game.rules import Rules
from core.solver.book_format import Node


class CostRequest(NamedTuple):
    """A request for the lowest cost of a set of candidates.

    Args:
        guess: the guess to make, or None for the best one.
        candidates: the set of candidates.
        cutoff: costs that are not below it do not matter.
        history: the guesses before this one.
        quick: whether to leave out most guesses.
    """

    guess: int | None
    candidates: Candidates
    cutoff: int
    history: Candidates
    quick: bool = False


class CostAndTree(NamedTuple):
    """The cost and the tree for a request, or None if the cost is not below the cutoff."""

    cost: int | None = None
    node: Node | None = None


Callback: TypeAlias = Callable[[Callable[[], CostAndTree]], None]
"""Called when a request is finished, possibly in another thread, with a function that returns the result or raises."""


class Workers(Protocol):
    """Runs requests for costs."""

    @property
    def capacity(self) -> int:
        """The number of requests that should be submitted at a time."""

    def submit(self, request: CostRequest, callback: Callback) -> None:
        """Hand over a request."""


class ClusterUnavailable(Exception):
    """There is no Dask scheduler with workers at `address`."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class WorkersLost(Exception):
    """Workers died repeatedly with the same request or at the start, or the connection to the cluster was lost."""


class SearchSettings(NamedTuple):
    """The arguments of the search that all workers carry out."""

    rules: Rules
    options: SearchOptions


class Searcher:
    """A search that works on one request after another and remembers what it finds.

    It also serves as the `Workers` of a build in this process alone.
    """

    capacity = 1

    def __init__(self, settings: SearchSettings) -> None:
        table = feedback_table(settings.rules)
        self._search = create_search_for_options(table, settings.options)
        self._quick = create_heuristic_search(table, settings.options)

    def submit(self, request: CostRequest, callback: Callback) -> None:
        """See `Workers.submit`."""
        result = self.compute_cost(request)
        callback(lambda: result)

    def compute_cost(self, request: CostRequest) -> CostAndTree:
        """Work on a request."""
        search = self._quick if request.quick else self._search
        guess, candidates, cutoff, history, _ = request
        state = State(candidates, len(history) + 1, history)
        cost = search.lowest_cost(state, cutoff) if guess is None else search.lowest_cost_after(guess, state, cutoff)
        if cost >= cutoff:
            return CostAndTree()
        return CostAndTree(cost, search.tree_if_needed(state) if guess is None else search.tree_after(guess, state))


@lru_cache(maxsize=1)
def feedback_table(rules: Rules) -> FeedbackTable:
    """The feedback table of some rules."""
    return FeedbackTable(rules)


Key = TypeVar("Key")

OpenWorkers: TypeAlias = Callable[[SearchSettings], AbstractContextManager[Workers]]
"""Opens workers for a search."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the work done and all work, where each task counts as much as it has candidates."""


@contextmanager
def open_workers(settings: SearchSettings, jobs: int = 1, scheduler: str | None = None) -> Iterator[Workers]:
    """Start workers, and end them with the context.

    Args:
        settings: what they search.
        jobs: number of processes; a single one is this process.
        scheduler: address of the scheduler of an existing Dask cluster, which is used instead.

    Raises:
        ClusterUnavailable: there is no scheduler with workers at this address.
        WorkersLost: a worker died while the cluster started.
    """
    if jobs == 1 and scheduler is None:
        yield Searcher(settings)
        return
    with open_cluster(settings, jobs, scheduler) as found:
        yield found


def run_requests(
    workers: Workers, requests: Iterable[tuple[Key, CostRequest]], accept: Callable[[Key, CostAndTree], None]
) -> None:
    """Run requests, only a few at a time, so that later requests can depend on earlier results.

    Args:
        workers: what works on the requests.
        requests: the requests, each with a key. The next one is taken when there is a worker for it.
        accept: called in this thread with each key and result, as soon as it is there.
    """
    results: SimpleQueue[tuple[Key, Callable[[], CostAndTree]]] = SimpleQueue()
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
    results: SimpleQueue[tuple[Key, Callable[[], CostAndTree]]], key: Key, get_result: Callable[[], CostAndTree]
) -> None:
    results.put((key, get_result))


_LOOPBACK = "127.0.0.1"

_ANY_PORT = f"{_LOOPBACK}:0"

_MAX_DEATHS = 10
"""On a local cluster, the number of workers that may die with a request before the build fails."""

_MAX_STARTS = 3
"""How often a cluster is started if a worker dies meanwhile."""

_CONNECT_SECONDS = 10
"""How long to wait for an existing scheduler, and then for its first worker."""

_REQUESTS_PER_WORKER = 2
"""A worker works on one request while the next one is on its way."""


@contextmanager
def open_cluster(settings: SearchSettings, jobs: int, scheduler: str | None) -> Iterator["ClusterWorkers"]:
    """The workers of a cluster.

    Args:
        settings: what they search.
        jobs: number of processes of a local cluster, which ends with the context.
        scheduler: address of the scheduler of an existing cluster, or None for a local one.

    Raises:
        ClusterUnavailable: there is no scheduler with workers at this address.
        WorkersLost: a worker died each time the cluster started.
    """
    plugin = f"hitblow-{uuid.uuid4().hex}"
    with ExitStack() as stack:
        yield ClusterWorkers(_start_client(stack, settings, jobs, scheduler, plugin), plugin)


def _start_client(stack: ExitStack, settings: SearchSettings, jobs: int, scheduler: str | None, plugin: str) -> Client:
    """A client whose workers have the plugin. If a worker dies meanwhile, everything is started again.

    Raises:
        ClusterUnavailable: there is no scheduler with workers at this address.
        WorkersLost: a worker died each time.
    """
    for starts_left in reversed(range(_MAX_STARTS)):
        with ExitStack() as attempt:
            try:
                opened = _local_client(jobs) if scheduler is None else _existing_client(scheduler, plugin)
                client = attempt.enter_context(opened)
                with _death_at_start():
                    client.register_plugin(_SearchPlugin(settings), plugin)
            except WorkersLost:
                if not starts_left:
                    raise
                continue
            stack.enter_context(attempt.pop_all())
            return client
    raise AssertionError


class ClusterWorkers:
    """The workers of a Dask cluster as `Workers`.

    Args:
        client: connected to the scheduler.
        plugin: name of the `_SearchPlugin` of all workers.
    """

    def __init__(self, client: Client, plugin: str) -> None:
        self.client = client
        self._plugin = plugin
        self._futures: set[Future[CostAndTree]] = set()
        """Dask gives a request up when there is no reference to its future."""

    @property
    def capacity(self) -> int:
        """See `Workers.capacity`; workers may join and leave."""
        return max(1, _REQUESTS_PER_WORKER * len(self.client.nthreads()))

    def submit(self, request: CostRequest, callback: Callback) -> None:
        """See `Workers.submit`."""
        future = self.client.submit(_work, self._plugin, request, pure=False)
        self._futures.add(future)
        future.add_done_callback(partial(self._finish, callback))

    def _finish(self, callback: Callback, future: Future[CostAndTree]) -> None:
        self._futures.discard(future)
        callback(partial(_result, future))


def _result(future: Future[CostAndTree]) -> CostAndTree:
    """The result of a request.

    Raises:
        WorkersLost: there is no result.
    """
    try:
        return future.result()
    except (KilledWorker, FutureCancelledError, OSError) as error:
        raise WorkersLost from error


class _SearchPlugin(WorkerPlugin):
    """Gives every worker a search, also those that join later.

    The search is created with the first request rather than in `setup`, which has to return quickly.
    """

    def __init__(self, settings: SearchSettings) -> None:
        self._settings = settings

    @override
    def setup(self, worker: Any) -> None:
        self._searcher: Searcher | None = None
        self._lock = Lock()  # a search is not thread-safe, and the workers of an existing cluster may use threads

    def result(self, request: CostRequest) -> CostAndTree:
        with self._lock:
            if self._searcher is None:
                self._searcher = Searcher(self._settings)
            return self._searcher.compute_cost(request)


class _IgnoreInterrupts(WorkerPlugin):
    """Lets a process ignore Ctrl-C, which reaches all processes of a terminal; the builder ends the others."""

    name = "hitblow-ignore-interrupts"

    @override
    def setup(self, worker: Any) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(plugin: str, request: CostRequest) -> CostAndTree:
    """Work on a request; runs on a worker."""
    search = cast("_SearchPlugin", get_worker().plugins[plugin])
    return search.result(request)


@contextmanager
def _death_at_start() -> Iterator[None]:
    """Report the death of a worker that is starting, for which Dask raises a `RuntimeError`, as `WorkersLost`."""
    try:
        yield
    except (RuntimeError, OSError) as error:
        raise WorkersLost from error


@contextmanager
def _local_client(jobs: int) -> Iterator[Client]:
    """A client of a new cluster with `jobs` processes, which listens on the loopback interface only."""
    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": _MAX_DEATHS}))
        with _death_at_start():
            local = LocalCluster(
                n_workers=jobs,
                threads_per_worker=1,
                processes=True,
                memory_limit=None,
                silence_logs=logging.CRITICAL,  # an interruption closes connections and kills busy workers
                host=_LOOPBACK,
                dashboard_address=_ANY_PORT,
                scheduler_kwargs={"dashboard": False},
            )
            client = stack.enter_context(Client(stack.enter_context(local), set_as_default=False))
            client.register_plugin(_IgnoreInterrupts())
        yield client


@contextmanager
def _existing_client(scheduler: str, plugin: str) -> Iterator[Client]:
    """A client of an existing cluster, which is left running without the plugin."""
    try:
        client = Client(scheduler, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise ClusterUnavailable(scheduler) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
        except TimeoutError:
            raise ClusterUnavailable(scheduler) from None
        try:
            yield client
        finally:
            with suppress(OSError):  # the cluster is gone
                client.unregister_worker_plugin(plugin)
