"""The contract of the solver port, for the solver of the program and for the one of the tests; and its processes."""

import asyncio
import os
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGSTOP, getsignal
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from bot.model.rooms import RoomKey
from bot.services.solver import Priority, Solver, SolverRequesterKey
from bot.solving import executor as module, tasks
from bot.solving.executor import ExecutorSolver, RestartingProcessPool, WorkerLost, WorkerProcess
from core.game.errors import Contradiction
from core.game.feedback import Turn
from core.game.history import parse_history
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.corrections import Correction
from core.solver.strategies import Strategy
from tests.fakes.solver import InlineSolver

RULES = Rules.parse("3x6")
"""So few codes that every search ends before its time limit, with the same result each time."""
HISTORY = parse_history("012 0H1B", RULES)
CONTRADICTION = parse_history("012 3H0B, 345 3H0B", RULES)
CLIENT = SolverRequesterKey("chat/ANN", RoomKey("chat", "club", "lobby"), Priority.ADVICE)
ENTROPY = Strategy("entropy")


@pytest.fixture(params=["executor", "inline"])
def solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Solver]:
    monkeypatch.setattr(tasks, "TIME_LIMIT", 60)
    with ThreadPoolExecutor(1) as executor:
        yield ExecutorSolver(executor) if request.param == "executor" else InlineSolver()


async def test_every_method_returns_what_its_task_returns(solver: Solver) -> None:
    assert await solver.advise(CLIENT, RULES, HISTORY, ENTROPY, 3, 1) == tasks.advise(RULES, HISTORY, ENTROPY, 3, 1)
    assert await solver.check(CLIENT, RULES, HISTORY, (3, 4, 5)) == tasks.check(RULES, HISTORY, (3, 4, 5))
    assert await solver.review(CLIENT, RULES, HISTORY) == tasks.review(RULES, HISTORY)
    assert await solver.move(CLIENT, RULES, HISTORY, Level.EASY, 7) == tasks.move(RULES, HISTORY, Level.EASY, 7)
    assert await solver.is_consistent(CLIENT, RULES, HISTORY)
    assert not await solver.is_consistent(CLIENT, RULES, CONTRADICTION)
    assert await solver.corrections(CLIENT, RULES, CONTRADICTION) == tasks.corrections(RULES, CONTRADICTION)


async def test_a_contradictory_history_is_refused_by_all_but_corrections(solver: Solver) -> None:
    for call in (
        solver.advise(CLIENT, RULES, CONTRADICTION, ENTROPY, 1, 0),
        solver.check(CLIENT, RULES, CONTRADICTION, (3, 4, 5)),
        solver.move(CLIENT, RULES, CONTRADICTION, Level.EASY, 0),
    ):
        with pytest.raises(Contradiction):
            await call
    assert await solver.corrections(CLIENT, RULES, CONTRADICTION)


async def test_the_event_loop_goes_on_while_the_executor_computes(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_rules: Rules, _history: Sequence[Turn]) -> list[Correction]:
        time.sleep(0.2)
        return []

    monkeypatch.setattr(tasks, "corrections", slow)
    with ThreadPoolExecutor(1) as executor:
        computing = asyncio.create_task(ExecutorSolver(executor).corrections(CLIENT, RULES, HISTORY))
        await asyncio.sleep(0.01)
        assert not computing.done()
        assert await computing == []


POOL = """
from bot.solving.executor import RestartingProcessPool
print(RestartingProcessPool(1).submit(int, "7").result(), flush=True)
input()
"""
"""A main process that uses a pool and then waits; the processes of the pool have its standard output."""


@pytest.fixture
def pool() -> Iterator[RestartingProcessPool]:
    pool = RestartingProcessPool(1)
    yield pool
    pool.shutdown()


def kill(pool: RestartingProcessPool) -> None:
    """End the process of the pool from within, as the system does when memory is short."""
    with pytest.raises(BrokenProcessPool):
        pool.submit(os._exit, 1).result(30)


def test_a_killed_process_fails_its_task_and_later_ones_run_in_a_new_process(pool: RestartingProcessPool) -> None:
    before = pool.submit(os.getpid).result(30)
    kill(pool)
    assert len({before, pool.submit(os.getpid).result(30), os.getpid()}) == 3


@pytest.mark.slow
def test_the_pool_has_as_many_processes_as_it_was_asked_for(pool: RestartingProcessPool) -> None:
    larger = RestartingProcessPool(2)
    for each, processes in ((pool, 1), (larger, 2)):
        for task in [each.submit(os.getpid) for _ in range(3)]:
            task.result(30)
        assert each._pool
        assert len(each._pool._processes) == processes
    larger.shutdown()


@pytest.mark.timeout(120)
def test_shutting_down_can_leave_running_tasks_alone(tmp_path: Path) -> None:
    pool = RestartingProcessPool(1)
    pool.submit(os.getpid).result(30)
    os.mkfifo(gate := tmp_path / "gate")
    running = pool.submit(gate.read_text)
    pool.shutdown(wait=False)
    gate.write_text("open")
    assert running.result(30) == "open"


def test_killing_ends_running_tasks(pool: RestartingProcessPool) -> None:
    pool.submit(os.getpid).result(30)
    running = pool.submit(time.sleep, 600)
    pool.kill()
    with pytest.raises((BrokenProcessPool, CancelledError)):
        running.result(30)
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def test_a_pool_without_processes_is_killed() -> None:
    RestartingProcessPool(1).kill()


def test_shutting_down_cancels_waiting_tasks() -> None:
    pool = RestartingProcessPool(1)
    pool.submit(os.getpid).result(30)
    waiting = [pool.submit(time.sleep, 0.05) for _ in range(200)]
    pool.shutdown(wait=True, cancel_futures=True)
    with pytest.raises(CancelledError):
        waiting[-1].result(0)
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


WORKER = """
import asyncio
from bot.solving.executor import WorkerProcess
print(asyncio.run(WorkerProcess().run(int, ("7",))), flush=True)
input()
"""
"""A main process that uses a worker and then waits; the worker has its standard output."""


class ThreadAsProcess:
    """Runs what a process would run in a thread of this process, which takes a hundredth of the time to start."""

    def __init__(self, target: Callable[[Connection], None], args: tuple[Connection], **_named: object) -> None:
        self._target, (connection,) = target, args
        self._connection = Connection(os.dup(connection.fileno()))  # the other process has its own
        self._thread = Thread(target=self._run, daemon=True)
        self.start, self.pid = self._thread.start, os.getpid()

    def kill(self) -> None:
        """It ends when the other end is closed."""

    join = kill

    def _run(self) -> None:
        with self._connection, suppress(SystemExit):
            self._target(self._connection)


@pytest.fixture
def in_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers run their tasks in threads."""
    context = SimpleNamespace(Pipe=get_context("spawn").Pipe, Process=ThreadAsProcess)
    monkeypatch.setattr(module, "get_context", lambda _method: context)
    monkeypatch.setattr(module, "set_up_worker_process", lambda: None)


@pytest.fixture(params=["thread", pytest.param("process", marks=pytest.mark.slow)])
def worker(request: pytest.FixtureRequest) -> Iterator[WorkerProcess]:
    if request.param == "thread":
        request.getfixturevalue("in_thread")
    worker = WorkerProcess()
    yield worker
    worker.kill()


@pytest.fixture
def process() -> Iterator[WorkerProcess]:
    worker = WorkerProcess()
    yield worker
    worker.kill()


def contradict() -> None:
    raise Contradiction(3)


async def test_tasks_return_their_results_and_their_errors_are_raised_here(worker: WorkerProcess) -> None:
    assert await worker.run(int, ("42",)) == 42
    assert worker.is_ready
    with pytest.raises(Contradiction) as refused:
        await worker.run(contradict, ())
    assert refused.value.number == 3
    with pytest.raises(ValueError, match="invalid literal") as broken:
        await worker.run(int, ("x",))
    assert "_pickled_reply" in broken.value.__notes__[0]  # the traceback of the process


async def test_a_result_that_cannot_be_sent_is_an_error(worker: WorkerProcess) -> None:
    with pytest.raises(Exception, match="pickle"):
        await worker.run(eval, ("lambda: 0",))
    assert await worker.run(int, ("1",)) == 1


async def test_a_process_that_ends_is_lost(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerLost):
        await worker.run(sys.exit, (1,))


async def test_a_process_is_worn_after_many_tasks(worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_RESIDENT_BYTES", sys.maxsize)
    monkeypatch.setattr(module, "MAX_TASKS", 2)
    worn = [worker.needs_replacement]
    for _ in range(2):
        await worker.run(int, ("1",))
        worn.append(worker.needs_replacement)
    assert worn == [False, False, True]


@pytest.mark.usefixtures("in_thread")
async def test_a_process_is_ready_once_it_is_set_up_before_any_task(monkeypatch: pytest.MonkeyPatch) -> None:
    is_being_set_up, may_go_on = Event(), Event()

    def set_up() -> None:
        is_being_set_up.set()
        may_go_on.wait(60)

    monkeypatch.setattr(module, "set_up_worker_process", set_up)
    worker = WorkerProcess()
    assert is_being_set_up.wait(60)
    readiness = [worker.is_ready]
    may_go_on.set()
    async with asyncio.timeout(60):
        while not worker.is_ready:  # noqa: ASYNC110  # a process has no event to wait for
            await asyncio.sleep(0.001)
    assert readiness == [False]
    assert await worker.run(int, ("1",)) == 1
    worker.kill()


@pytest.mark.usefixtures("in_thread")
async def test_a_process_is_worn_while_it_has_more_memory_than_it_may_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    resident = iter([module.MAX_RESIDENT_BYTES - 1, module.MAX_RESIDENT_BYTES, 0])
    monkeypatch.setattr(module, "_resident_bytes", lambda: next(resident))
    worker, worn = WorkerProcess(), []
    for _ in range(3):
        await worker.run(int, ("1",))
        worn.append(worker.needs_replacement)
    assert worn == [False, True, False]
    worker.kill()


@pytest.mark.slow
async def test_tasks_run_in_another_process(process: WorkerProcess) -> None:
    assert await process.run(os.getpid, ()) == process.pid != os.getpid()


@pytest.mark.slow
async def test_a_stopped_process_is_killed_and_its_task_is_lost(process: WorkerProcess) -> None:
    os.kill(await process.run(os.getpid, ()), SIGSTOP)
    running = asyncio.create_task(process.run(int, ("1",)))
    await asyncio.sleep(0.05)
    assert not running.done()
    process.kill()
    with pytest.raises(WorkerLost):
        await running
    process.kill = lambda: None  # type: ignore[method-assign]  # the fixture's would be the second


@pytest.mark.slow
async def test_a_process_is_worn_with_much_memory(process: WorkerProcess) -> None:
    worn = []
    for memory in (10, 10, 400_000_000, 10):
        await process.run(exec, (f"global kept; kept = bytearray({memory})", {}))
        worn.append(process.needs_replacement)
    assert worn == [False, False, True, False]


@pytest.mark.slow
async def test_processes_give_way_to_others_ignore_ctrl_c_and_inherit_nothing(
    process: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await process.run(os.nice, (0,)) > os.nice(0)
    assert await process.run(getsignal, (SIGINT,)) is SIG_IGN
    monkeypatch.setattr(string, "secret", "0123", raising=False)
    assert await process.run(eval, ("hasattr(__import__('string'), 'secret')",)) is False


@pytest.mark.slow
@pytest.mark.parametrize("program", [POOL, WORKER], ids=["pool", "worker"])
def test_processes_end_when_the_main_process_is_killed(program: str) -> None:
    arguments = [sys.executable, "-c", program]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as main:  # our own
        assert main.stdout is not None
        assert main.stdout.readline().strip() == b"7"
        main.kill()
        rest, _ = main.communicate(timeout=30)  # until no process has the output open
        assert rest == b""


@pytest.mark.slow
async def test_killing_a_process_holds_nobody_up(process: WorkerProcess) -> None:
    await process.run(int, ("1",))
    started = time.monotonic()
    WorkerProcess().kill()
    assert time.monotonic() - started < 10
