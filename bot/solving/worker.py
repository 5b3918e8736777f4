"""A process that runs one task of the solver at a time."""

import asyncio
import os
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import format_exception
from typing import Any

from bot.solving.executor import set_up_process
from core.errors import CoreError

MAX_TASKS = 1_000
"""The number of tasks after which a process is replaced."""

MAX_RESIDENT_BYTES = 300_000_000
"""Resident bytes after a task above which a process is replaced. Tables for the largest rules take 200 MB."""


class WorkerLost(Exception):
    """The process ended before its task did."""


@dataclass(frozen=True, slots=True)
class _Reply:
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
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="solver")
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
    def is_worn(self) -> bool:
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


def _work(connection: Connection) -> None:
    """Run tasks until the other end is closed."""
    set_up_process()
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
