"""Work that goes on after Slack has had its acknowledgement."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)

_LISTENER = "run_ack_function_asynchronously"
"""What bolt runs a listener with."""


class Tasks:
    """Keeps hold of what was taken until it is done, for bolt forgets its own tasks."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Do it beside everything else; an error is logged, as nobody may be waiting for it."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._done)
        return task

    async def finish(self) -> None:
        """Wait until everything is done, and whatever that has begun."""
        while running := self._running | _of_bolt():
            await asyncio.wait(running)
            await asyncio.sleep(0)  # lets the callbacks empty the set

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("work on something from Slack failed", exc_info=error)


def _of_bolt() -> set[asyncio.Task[Any]]:
    """What bolt has acknowledged and not yet handed to us; it starts a task for each listener and keeps none."""
    found = (task for task in asyncio.all_tasks() if not task.done())
    return {task for task in found if _LISTENER in getattr(task.get_coro(), "__qualname__", "")}
