"""The solver's processes."""

import asyncio
import os
import string
import subprocess
import sys
import time
from collections.abc import Iterator
from signal import SIG_IGN, SIGINT, SIGSTOP, getsignal

import pytest

from bot.solving import worker as module
from bot.solving.worker import WorkerLost, WorkerProcess
from core.game.errors import Contradiction

pytestmark = pytest.mark.slow

MAIN = """
import asyncio
from bot.solving.worker import WorkerProcess
print(asyncio.run(WorkerProcess().run(int, ("7",))), flush=True)
input()
"""
"""A main process that uses a worker and then waits; the worker has its standard output."""


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    worker = WorkerProcess()
    yield worker
    worker.kill()


def contradict() -> None:
    raise Contradiction(3)


async def test_tasks_run_in_another_process_and_their_errors_are_raised_here(worker: WorkerProcess) -> None:
    assert await worker.run(int, ("42",)) == 42
    assert await worker.run(os.getpid, ()) == worker.pid != os.getpid()
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
        await worker.run(os._exit, (1,))


async def test_a_stopped_process_is_killed_and_its_task_is_lost(worker: WorkerProcess) -> None:
    process = await worker.run(os.getpid, ())
    os.kill(process, SIGSTOP)
    running = asyncio.create_task(worker.run(int, ("1",)))
    await asyncio.sleep(0.05)
    assert not running.done()
    worker.kill()
    with pytest.raises(WorkerLost):
        await running
    worker.kill = lambda: None  # type: ignore[method-assign]  # the fixture's would be the second


async def test_a_process_is_worn_after_many_tasks_or_with_much_memory(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    worn = []
    for memory in (10, 10, 400_000_000, 10):
        await worker.run(exec, (f"global kept; kept = bytearray({memory})", {}))
        worn.append(worker.is_worn)
    assert worn == [False, False, True, False]
    monkeypatch.setattr(module, "MAX_TASKS", 4)
    assert worker.is_worn


async def test_processes_give_way_to_others_ignore_ctrl_c_and_inherit_nothing(
    worker: WorkerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await worker.run(os.nice, (0,)) > os.nice(0)
    assert await worker.run(getsignal, (SIGINT,)) is SIG_IGN
    monkeypatch.setattr(string, "secret", "0123", raising=False)
    assert await worker.run(eval, ("hasattr(__import__('string'), 'secret')",)) is False


def test_processes_end_when_the_main_process_is_killed() -> None:
    arguments = [sys.executable, "-c", MAIN]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as main:  # our own
        assert main.stdout is not None
        assert main.stdout.readline().strip() == b"7"
        main.kill()
        rest, _ = main.communicate(timeout=30)  # until no process has the output open
        assert rest == b""


async def test_killing_a_process_holds_nobody_up(worker: WorkerProcess) -> None:
    await worker.run(int, ("1",))
    started = time.monotonic()
    WorkerProcess().kill()
    assert time.monotonic() - started < 1
