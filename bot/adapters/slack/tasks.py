"""Work that goes on after Slack has had its acknowledgement."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

log = logging.getLogger(__name__)


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
        while self._running:
            await asyncio.wait(self._running)
            await asyncio.sleep(0)  # lets the callbacks empty the set

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("work on something from Slack failed", exc_info=error)
