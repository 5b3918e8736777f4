"""Taking events in: each once, within limits, and until the process stops."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, suppress
from types import TracebackType
from typing import Any, TypeAlias

from typing_extensions import override

from bot.model.errors import StorageError

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 1.0


class _LoggedStorageErrors(AbstractContextManager[None, bool]):
    @override
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        if is_expected := isinstance(error, StorageError):
            log.warning("storage: %s", error)
        return is_expected


logged_storage_errors = _LoggedStorageErrors()
"""Ends a block at a `StorageError`, which is logged. For what is done again later, or is not worth a refusal."""


async def wait_at_most(event: asyncio.Event, seconds: float) -> None:
    """Wait until an event is set, but no longer than some seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class SendRateLimiter:
    """Makes senders wait until a channel may be written to again.

    Args:
        seconds_between: least time between two messages in a channel.
        clock: monotonic seconds.
    """

    def __init__(self, seconds_between: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds_between = seconds_between
        self._clock = clock
        self._next_send: dict[str, float] = {}  # the last used channel last
        self._released = asyncio.Event()

    async def wait(self, channel: str) -> None:
        """Wait until a message may be sent to the channel, and reserve that time."""
        now = self._clock()
        send_at = max(now, self._next_send.pop(channel, now))
        self._next_send[channel] = send_at + self._seconds_between
        while self._next_send[oldest := next(iter(self._next_send))] < now:
            del self._next_send[oldest]
        if send_at > now:
            await self.sleep(send_at - now)

    async def sleep(self, seconds: float) -> None:
        """Wait, or return at once after `end_waits`."""
        if seconds > 0:
            await wait_at_most(self._released, seconds)

    @property
    def has_ended_waits(self) -> bool:
        """Whether the process is stopping, so that waits end at once."""
        return self._released.is_set()

    def end_waits(self) -> None:
        """End all waits, because the process is stopping."""
        self._released.set()


Check: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether a part is ready. An exception means that it is not."""

_CHECK_SECONDS = 0.8
"""How long a check may take; by default, Kubernetes gives up after one second."""


class ReadinessChecks:
    """The parts that must be ready.

    A part that has not registered a check is not ready: it is still starting. Once the program is asked to stop,
    nothing is ready.

    Args:
        parts: the name of each part, such as `database` or `Discord`.
    """

    def __init__(self, *parts: str) -> None:
        self._parts: dict[str, _Part | None] = dict.fromkeys(parts)
        self._is_stopping = False

    def register(self, part: str, check: Check) -> None:
        """Register the check of a part."""
        self._parts[part] = _Part(part, check)

    def report_stopping(self) -> None:
        """Report that the program was asked to stop: no part is ready from now on."""
        self._is_stopping = True
        for part in filter(None, self._parts.values()):
            part.cancel()

    async def states(self) -> Mapping[str, bool]:
        """Whether each part is ready, after `_CHECK_SECONDS` at most."""
        parts = {} if self._is_stopping else {name: part for name, part in self._parts.items() if part is not None}
        states = await asyncio.gather(*(part.is_ready() for part in parts.values()))
        return {**dict.fromkeys(self._parts, False), **dict(zip(parts, states, strict=True))}


class _Part:
    """A part and its check, which runs at most once at a time.

    A check that takes too long is neither waited for nor cancelled, because cancelling a statement takes as long as the
    server takes to respond. Until it ends, the part is not ready, and nobody waits for it again.
    """

    def __init__(self, name: str, check: Check) -> None:
        self._name = name
        self._check = check
        self._running: asyncio.Task[bool] | None = None
        self._deadline = 0.0

    async def is_ready(self) -> bool:
        loop = asyncio.get_running_loop()
        if self._running is None or self._running.done():
            self._running = loop.create_task(self._passes(), name=f"check of {self._name}")
            self._deadline = loop.time() + _CHECK_SECONDS
        running = self._running
        await asyncio.wait([running], timeout=max(0.0, self._deadline - loop.time()))
        return running.done() and not running.cancelled() and running.result()

    def cancel(self) -> None:
        if self._running:
            self._running.cancel()

    async def _passes(self) -> bool:
        try:
            return await self._check()
        except Exception:  # noqa: BLE001  # whatever is wrong, the part is not ready
            return False


EventId: TypeAlias = str | int
"""What identifies an event on its platform. Numbers need half the memory of texts."""

_REMEMBERED_EVENTS = 2_500
"""Slack redelivers for five minutes, Discord within a session."""

_MOST_TASKS = 2_000
"""The largest number of tasks under way, two for each event. What comes then is not acknowledged on Slack."""

_CANCEL_SECONDS = 1.0
"""How long cancelled work may take to end."""


class DeduplicatingIntake:
    """Deduplicates events and keeps track of the work they start.

    Deduplication here only avoids replying twice from one process. The storage makes sure that an event counts once,
    whichever process receives it.
    """

    def __init__(self) -> None:
        self._seen: dict[EventId, None] = {}  # the last one last
        self._running: dict[EventId, asyncio.Task[bool]] = {}  # the work of `settle_once`, by its event
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether new work can be taken: the process is not stopping, and not too much is under way."""
        return not self._closing.is_set() and len(self._tasks) < _MOST_TASKS

    async def settle_once(self, event: EventId, work: Callable[[], Coroutine[Any, Any, bool]]) -> bool:
        """Run work for an event; a repeated delivery waits for the work of the first.

        Args:
            event: the same for each delivery.
            work: returns whether the event is settled. If it is not, a later delivery runs its own work.

        Returns:
            Whether the event is settled, so that it need not be delivered again.
        """
        task = self._running.get(event)
        if task is None and self.accept(event):
            task = self._running[event] = self.start_task(work())
            task.add_done_callback(lambda ended: self._settle(event, ended))
        if task is None:
            return event in self._seen
        await asyncio.wait({task})
        return _is_true(task)

    def _settle(self, event: EventId, ended: asyncio.Task[bool]) -> None:
        del self._running[event]
        if not _is_true(ended):
            self.accept_again(event)

    def accept(self, event: EventId, task: asyncio.Task[Any] | None = None) -> bool:
        """Whether to handle this event: it is new and the intake is open. If so, `drain` waits for the `task`."""
        if event in self._seen or self._closing.is_set() or len(self._tasks) >= _MOST_TASKS:
            return False
        self._seen[event] = None
        if len(self._seen) > _REMEMBERED_EVENTS:
            del self._seen[next(iter(self._seen))]
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        return True

    def accept_again(self, event: EventId) -> None:
        """Let this event be accepted again."""
        self._seen.pop(event, None)

    def start_task(self, work: Coroutine[Any, Any, Any], name: str = "hitblow event") -> asyncio.Task[Any]:
        """Run work in a task that `drain` waits for. Its exception, if any, is logged."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def wait_unless_draining(self, seconds: float) -> None:
        """Wait, or return at once while draining."""
        await wait_at_most(self._closing, seconds)

    async def drain(self, seconds: float) -> None:
        """Accept nothing more, and wait until all work is done, including work started meanwhile.

        Work that takes longer than `seconds` is cancelled. Stored changes are kept, and boards are caught up after the
        next start.
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


def _is_true(ended: asyncio.Task[bool]) -> bool:
    """Whether a task that has ended returned True."""
    return not ended.cancelled() and ended.exception() is None and ended.result()
