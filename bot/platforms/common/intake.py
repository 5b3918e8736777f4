"""Accepting events: each is handled once, and all are finished before the process ends."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from cachetools import TTLCache

log = logging.getLogger(__name__)

_REMEMBERED_SECONDS = 3600.0
"""Slack redelivers for minutes, Discord within a session."""

_REMEMBERED_EVENTS = 50_000

_CANCEL_SECONDS = 1.0
"""How long cancelled work may take to end."""


class Intake:
    """Deduplicates events and keeps track of the work they start.

    Deduplication here only avoids replying twice from one process. The storage makes sure that an event counts once,
    whichever process receives it.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._seen: TTLCache[str, None] = TTLCache(_REMEMBERED_EVENTS, _REMEMBERED_SECONDS, clock)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()

    def accept(self, event: str) -> bool:
        """Whether to handle this event: it is new and the intake is open."""
        if self._closing.is_set() or event in self._seen:
            return False
        self._seen[event] = None
        return True

    def forget(self, event: str) -> None:
        """Let this event be accepted again."""
        self._seen.pop(event, None)

    def start(self, work: Coroutine[Any, Any, Any], name: str = "hitblow event") -> asyncio.Task[Any]:
        """Run work in a task that `drain` waits for. Its exception, if any, is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run work in the current task, which `drain` waits for. Its exception, if any, is logged."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  # a coroutine always runs in one
        self._tasks.add(task)
        try:
            await work
        except Exception:
            log.exception("an event could not be handled")
        finally:
            self._tasks.discard(task)

    async def pause(self, seconds: float) -> None:
        """Wait, but not while draining."""
        try:
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        except TimeoutError:
            return

    async def drain(self, seconds: float) -> None:
        """Accept nothing more, and wait until all work is done, including work started meanwhile.

        Work that takes longer than `seconds` is cancelled. What it has stored stands, and its board is caught up after
        the next start.
        """
        self._closing.set()
        try:
            async with asyncio.timeout(seconds):
                await self._finish()
        except TimeoutError:
            log.warning("stopped before %d replies were shown; every move is stored", len(self._tasks))
            for task in self._tasks:
                task.cancel()
            if self._tasks:
                await asyncio.wait(self._tasks, timeout=_CANCEL_SECONDS)

    async def _finish(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)
            await asyncio.sleep(0)  # lets the callbacks empty the set

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("an event could not be handled", exc_info=error)
