"""The solver's processes."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from bot.solving.executor import RestartingProcessPool

MAIN = """
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
    after = pool.submit(os.getpid).result(30)
    assert len({before, after, os.getpid()}) == 3


@pytest.mark.slow
def test_processes_end_when_the_main_process_is_killed() -> None:
    arguments = [sys.executable, "-c", MAIN]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as main:
        assert main.stdout is not None
        assert main.stdout.readline().strip() == b"7"
        main.kill()
        rest, _ = main.communicate(timeout=30)  # until no process has the output open
        assert rest == b""


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
