"""Processes beside the event loop: a pool, one that runs a task of the solver at a time, and what each does first."""

import asyncio
import os
import pickle
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from concurrent import futures
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from pathlib import Path
from pkgutil import resolve_name
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from traceback import format_exception
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

from msgspec import Struct
from typing_extensions import override

from bot.services.solver import Solver, SolverRequesterKey
from core.errors import CoreError
from core.game.codes import Code
from core.game.items import Entry, Item, Use
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.corrections import Correction
from core.solver.strategies import Strategy

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from core.solver.coach import Advice
    from core.solver.review import GuessCheck, Review

P = ParamSpec("P")
T = TypeVar("T")

_NICENESS = 15


class RestartingProcessPool(futures.Executor):
    """A process pool that starts again after one of its processes was killed.

    The tasks that were running or waiting at that moment fail with `BrokenProcessPool`; later ones run in new
    processes. Processes are spawned, not forked, so they inherit neither connections nor secrets. Nothing is started
    before the first task.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: futures.ProcessPoolExecutor | None = None  # the module that has it loads when it is needed
        self._is_shut_down = False

    @override
    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> futures.Future[T]:
        if self._is_shut_down:
            raise RuntimeError  # as other executors do
        pool = self._pool or self._start()
        try:
            return pool.submit(fn, *args, **kwargs)
        except futures.BrokenExecutor:
            pool.shutdown(wait=False)
            return self._start().submit(fn, *args, **kwargs)

    @override
    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._is_shut_down = True
        if self._pool is not None:
            self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def kill(self) -> None:
        """End the processes at once, also those with running tasks, for which the program would wait at its end."""
        if self._pool is not None:  # Python 3.14 has `kill_workers`
            for process in [*(self._pool._processes or {}).values()]:  # noqa: SLF001
                process.kill()
        self.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> "futures.ProcessPoolExecutor":
        self._pool = futures.ProcessPoolExecutor(self._workers, get_context("spawn"), set_up_worker_process)
        return self._pool


def set_up_worker_process() -> None:
    """Lower the priority of this process, ignore Ctrl-C, and end when the main process ends.

    The terminal sends SIGINT to every process of the group; the main process shuts the pool down itself.
    """
    signal(SIGINT, SIG_IGN)
    if hasattr(os, "nice"):  # POSIX only
        os.nice(_NICENESS)
    Thread(target=_end_with_main_process, daemon=True).start()


def _end_with_main_process() -> None:
    """End this process when the main process ends, which may have been killed before it shut the pool down."""
    main = parent_process()
    if main is not None:
        main.join()
        os._exit(1)


MAX_TASKS = 1_000
"""The number of tasks after which a process is replaced."""

MAX_RESIDENT_BYTES = 300_000_000
"""Resident bytes after a task above which a process is replaced. Tables for the largest rules take 200 MB."""


class WorkerLost(Exception):
    """The process ended before its task did."""


class _Reply(Struct, frozen=True):
    """What a process sends after a task: its value or error, and the memory that the process keeps."""

    value: Any
    error: Exception | None
    resident_bytes: int


class WorkerProcess:
    """A spawned process, which inherits neither connections nor secrets. It runs one task at a time.

    A thread waits for its replies, so that a reply that is never completed holds nobody up. `kill` ends a process that
    is stopped, too, and with it this thread's task.
    """

    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs,), name="solver", daemon=True)
        self._process.start()
        theirs.close()
        self._thread = futures.ThreadPoolExecutor(1, thread_name_prefix="solver")
        self._has_started = False
        self._tasks = 0
        self._resident_bytes = 0

    @property
    def pid(self) -> int | None:
        """The id of the process, None if it has none."""
        return self._process.pid

    async def run(self, task: Callable[..., object], arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401  # whatever the task returns
        """Run a task.

        Raises:
            WorkerLost: the process has ended.
            Exception: the task has raised it.
        """
        reply = await asyncio.get_running_loop().run_in_executor(self._thread, self._exchange, task, arguments)
        self._tasks += 1
        self._resident_bytes = reply.resident_bytes
        if reply.error is not None:
            raise reply.error
        return reply.value

    def kill(self) -> None:
        """End the process at once; its running task raises `WorkerLost`."""
        self._process.kill()
        self._thread.submit(self._process.join)
        self._thread.submit(self._connection.close)
        self._thread.shutdown(wait=False)

    @property
    def is_ready(self) -> bool:
        """Whether it has started, and runs a task without delay."""
        return self._has_started or self._connection.poll()

    @property
    def needs_replacement(self) -> bool:
        """Whether it should be replaced by a new one."""
        return self._tasks >= MAX_TASKS or self._resident_bytes >= MAX_RESIDENT_BYTES

    def _exchange(self, task: Callable[..., object], arguments: tuple[Any, ...]) -> _Reply:
        try:
            if not self._has_started:
                self._connection.recv()
                self._has_started = True
            self._connection.send((task, arguments))
            reply: _Reply = self._connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerLost from error
        return reply


def _work(connection: "Connection") -> None:
    """Run tasks until the other end is closed."""
    set_up_worker_process()
    resolve_name("bot.solving.tasks")  # before the first task, whose time is limited
    connection.send(None)
    while True:
        try:
            task, arguments = connection.recv()
        except EOFError:
            return
        connection.send_bytes(_pickled_reply(task, arguments))


def _pickled_reply(task: Callable[..., object], arguments: tuple[Any, ...]) -> bytes:
    try:
        return pickle.dumps(_Reply(task(*arguments), None, _resident_bytes()))
    except Exception as error:  # noqa: BLE001  # raised where the task was asked for
        if not isinstance(error, CoreError):
            error.add_note("".join(format_exception(error)))
        return pickle.dumps(_Reply(None, error, _resident_bytes()))


def _resident_bytes() -> int:
    """The memory that this process has; 0 where the system does not tell, so that only its tasks are counted."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


class _Task(Struct, Generic[T], frozen=True):
    """A task of `bot.solving.tasks`, which is imported where it runs: the solver takes long to load."""

    __name__: str

    def __call__(self, *arguments: object) -> T:
        return cast("T", resolve_name(f"bot.solving.tasks:{self.__name__}")(*arguments))


class AbstractTaskSolver(Solver):
    """A solver whose methods are the tasks of `bot.solving.tasks`; a subclass runs them."""

    @abstractmethod
    async def run(
        self, requester: SolverRequesterKey, task: Callable[P, T], /, *arguments: P.args, **_keywords: P.kwargs
    ) -> T:
        """Run a task for a requester."""

    @override
    async def advise(
        self,
        requester: SolverRequesterKey,
        rules: Rules,
        history: Sequence[Entry],
        strategy: Strategy,
        top: int,
        lies: int,
    ) -> "Advice":
        return await self.run(requester, _Task("advise"), rules, history, strategy, top, lies)

    @override
    async def check(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry], guess: Code
    ) -> "GuessCheck":
        return await self.run(requester, _Task("check"), rules, history, guess)

    @override
    async def review(self, requester: SolverRequesterKey, rules: Rules, turns: Sequence[Entry]) -> "Review":
        return await self.run(requester, _Task("review"), rules, turns)

    @override
    async def move(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry], level: Level, seed: int
    ) -> Code:
        return await self.run(requester, _Task("move"), rules, history, level, seed)

    @override
    async def choose_use(
        self,
        requester: SolverRequesterKey,
        histories: Sequence[Sequence[Entry]],
        items: Sequence[Item],
        level: Level,
        seed: int,
    ) -> Use | None:
        return await self.run(requester, _Task("choose_use"), histories, items, level, seed)

    @override
    async def choose_position_after_player_used_double(
        self, requester: SolverRequesterKey, history: Sequence[Entry]
    ) -> int:
        return await self.run(requester, _Task("choose_position"), history)

    @override
    async def is_consistent(self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry]) -> bool:
        return await self.run(requester, _Task("is_consistent"), rules, history)

    @override
    async def corrections(
        self, requester: SolverRequesterKey, rules: Rules, history: Sequence[Entry]
    ) -> Sequence[Correction]:
        return await self.run(requester, _Task("corrections"), rules, history)


class ExecutorSolver(AbstractTaskSolver):
    """Runs tasks in an executor, in the order in which they are submitted."""

    def __init__(self, executor: futures.Executor) -> None:
        self._executor = executor

    @override
    async def run(
        self, requester: SolverRequesterKey, task: Callable[P, T], /, *arguments: P.args, **_keywords: P.kwargs
    ) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, task, *arguments)


@contextmanager
def solver_in_thread() -> Iterator[Solver]:
    """A solver for one player, in a thread."""
    executor = futures.ThreadPoolExecutor(1, thread_name_prefix="solver")
    try:
        yield ExecutorSolver(executor)
    finally:
        executor.shutdown(wait=False, cancel_futures=True)
