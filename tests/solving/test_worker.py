"""The solver's processes."""

import asyncio
import os
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from signal import SIG_IGN, SIGINT, SIGSTOP, getsignal
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from bot.solving import executor as module
from bot.solving.executor import WorkerLost, WorkerProcess
from core.game.errors import Contradiction

MAIN = """
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
    monkeypatch.setattr(module, "set_up_process", lambda: None)


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
    worn = [worker.is_worn]
    for _ in range(2):
        await worker.run(int, ("1",))
        worn.append(worker.is_worn)
    assert worn == [False, False, True]


@pytest.mark.usefixtures("in_thread")
async def test_a_process_is_ready_once_it_is_set_up_before_any_task(monkeypatch: pytest.MonkeyPatch) -> None:
    is_being_set_up, may_go_on = Event(), Event()

    def set_up() -> None:
        is_being_set_up.set()
        may_go_on.wait(60)

    monkeypatch.setattr(module, "set_up_process", set_up)
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
        worn.append(worker.is_worn)
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
        worn.append(process.is_worn)
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
def test_processes_end_when_the_main_process_is_killed() -> None:
    arguments = [sys.executable, "-c", MAIN]
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
