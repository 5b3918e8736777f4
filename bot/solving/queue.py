"""A bounded queue that gives rooms and people equal shares of the solver's time.

It is start-time fair queueing (P. Goyal, H. M. Vin, H. Cheng: Start-time Fair Queuing, SIGCOMM 1996). Every room and
every person has a virtual time: the seconds of the solver that they have used. A question starts at the virtual time of
its room or person, whichever is later, but not before the start of the question that was taken last, so that nobody
saves up time while they ask nothing. The question with the earliest start is taken first.

A full queue drops the newest question of the room that has the most, so that no room can fill it (longest queue drop:
B. Suter, T. V. Lakshman, D. Stiliadis, A. Choudhury: Design considerations for supporting TCP with per-flow queueing,
INFOCOM 1998).
"""

import asyncio
import logging
import time
from asyncio import Event, Future, Task, get_running_loop
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import MappingProxyType, TracebackType
from typing import Any, Generic, ParamSpec, Self, TypeAlias, TypeVar, cast

from msgspec import Struct
from typing_extensions import override

from bot.model.errors import SolverBusy, SolverTooSlow, SolverUnavailable
from bot.model.observer import SILENT, Observer, SolverOutcome
from bot.model.rooms import RoomKey
from bot.services.solver import Priority, SolverRequesterKey
from bot.solving.executor import AbstractTaskSolver, WorkerLost, WorkerProcess
from core.errors import CoreError

T = TypeVar("T")
_Flow: TypeAlias = RoomKey | str
"""What gets a share: a room or a person."""

MAX_WAITING = 100
"""The largest number of waiting questions."""

MAX_PER_PERSON = 3
"""The largest number of questions of one person, waiting or being answered. One is answered at a time."""

EXPECTED_SECONDS = 0.5
"""Seconds charged for a question when it is taken. The charge is corrected when the question is finished."""

WEIGHTS = MappingProxyType({Priority.GAME: 4.0, Priority.ADVICE: 1.0, Priority.BACKGROUND: 0.25})
"""Weights of the priorities: the time charged for a question is divided by the weight of its priority."""


@dataclass(eq=False)
class QueueEntry(Generic[T]):
    """A question in the queue.

    Args:
        requester: who asks.
        question: what is asked.
        number: in the order of arrival.
    """

    requester: SolverRequesterKey
    question: T
    number: int = field(default_factory=count().__next__)


class FairQueue(Generic[T]):
    """The questions waiting for the solver, and the people whose question is being answered."""

    def __init__(self, most: int = MAX_WAITING, most_per_person: int = MAX_PER_PERSON) -> None:
        self._most = most
        self._most_per_person = most_per_person
        self._waiting: list[QueueEntry[T]] = []
        self._active: set[str] = set()
        self._now = 0.0
        self._used: dict[_Flow, float] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, requester: SolverRequesterKey, question: T) -> tuple[QueueEntry[T], QueueEntry[T] | None]:
        """Add a question.

        Returns:
            Its entry, and the entry that was dropped for it, if the queue was full.

        Raises:
            SolverBusy: the person has too many questions already.
            SolverBusy: the queue is full, and no other room has more questions in it.
        """
        asked = sum(entry.requester.person == requester.person for entry in self._waiting) + (
            requester.person in self._active
        )
        if asked >= self._most_per_person:
            raise SolverBusy
        dropped = self._drop_for(requester) if len(self._waiting) >= self._most else None
        entry = QueueEntry(requester, question)
        self._waiting.append(entry)
        return entry, dropped

    @property
    def active(self) -> int:
        """The number of entries that are being answered."""
        return len(self._active)

    def discard(self, entry: QueueEntry[T]) -> bool:
        """Remove an entry if it is still waiting; returns whether it was."""
        if entry not in self._waiting:
            return False
        self._waiting.remove(entry)
        return True

    def take_next_ready(self) -> QueueEntry[T] | None:
        """Take the next entry of a person who has no question being answered; None if there is none."""
        ready = [entry for entry in self._waiting if entry.requester.person not in self._active]
        if not ready:
            return None
        entry = min(ready, key=self._order)
        self._now = self._start(entry.requester)
        self._waiting.remove(entry)
        self._active.add(entry.requester.person)
        self._charge(entry.requester, EXPECTED_SECONDS)
        return entry

    def finish(self, entry: QueueEntry[T], seconds: float) -> None:
        """Record that an entry was answered, and how many seconds that took."""
        self._active.remove(entry.requester.person)
        self._charge(entry.requester, seconds - EXPECTED_SECONDS)
        self._used = {key: used for key, used in self._used.items() if used > self._now}

    def _drop_for(self, requester: SolverRequesterKey) -> QueueEntry[T]:
        """Remove the newest entry of the room that has the most.

        Raises:
            SolverBusy: that is the requester's room, or has no more than it would have then.
        """
        waiting = Counter(entry.requester.room for entry in self._waiting)
        room, most = waiting.most_common(1)[0]
        if most <= waiting[requester.room] + 1:
            raise SolverBusy
        dropped = max(
            (entry for entry in self._waiting if entry.requester.room == room), key=lambda entry: entry.number
        )
        self._waiting.remove(dropped)
        return dropped

    def _order(self, entry: QueueEntry[T]) -> tuple[float, float, Priority, int]:
        requester = entry.requester
        own_start = max(self._now, self._used.get(requester.person, 0.0))
        return self._start(requester), own_start, requester.priority, entry.number

    def _start(self, requester: SolverRequesterKey) -> float:
        return max(self._now, self._used.get(requester.room, 0.0), self._used.get(requester.person, 0.0))

    def _charge(self, requester: SolverRequesterKey, seconds: float) -> None:
        cost = seconds / WEIGHTS[requester.priority]
        for key in (requester.room, requester.person):
            self._used[key] = max(self._now, self._used.get(key, self._now)) + cost


P = ParamSpec("P")

log = logging.getLogger(__name__)

PROCESSES = 2

_ATTEMPTS = 2


class TimeLimits(Struct, frozen=True):
    """Time limits, in seconds.

    Args:
        task: a process that takes longer for a task is stuck, and is killed. Tasks end by themselves after about 0.8
            seconds; the largest rules and a busy machine make that longer.
        call: of every call: waiting in the queue, a task, and a second attempt after a process was lost.
    """

    task: float = 5.0
    call: float = 10.0


LIMITS = TimeLimits()


@dataclass(eq=False)
class _Question:
    """A task to be run, and the call that waits for its result."""

    task: Callable[..., Any]
    arguments: tuple[Any, ...]
    asked: float
    result: Future[Any] = field(default_factory=lambda: get_running_loop().create_future())

    def succeed(self, result: object) -> None:
        """Let the call return a result, unless nobody waits for it."""
        if not self.result.done():
            self.result.set_result(result)

    def fail(self, error: Exception) -> None:
        """Let the call raise an error, unless it has a result, or nobody waits for it."""
        if not self.result.done():
            self.result.set_exception(error)


class QueuedSolver(AbstractTaskSolver):
    """Runs tasks in processes, fairly; use it as an asynchronous context manager.

    A process that is killed or stuck is replaced, and its task is tried once more in the new one. One that has run many
    tasks or keeps much memory is replaced as soon as a new process is ready.

    Args:
        processes: how many.
        start: starts a process.
        limits: the time limits.
        observer: is told of every question.
        clock: returns seconds and never goes back.
    """

    def __init__(
        self,
        processes: int = PROCESSES,
        start: Callable[[], WorkerProcess] = WorkerProcess,
        *,
        limits: TimeLimits = LIMITS,
        observer: Observer = SILENT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._slots = [_Slot(start, limits.task) for _ in range(processes)]
        self._call_seconds = limits.call
        self._clock = clock
        self._observer = observer
        self._queue: FairQueue[_Question] = FairQueue()
        self._wake = Event()
        self._serving: list[Task[None]] = []

    @property
    def processes(self) -> Sequence[int]:
        """The ids of the processes that answer questions."""
        return [slot.process for slot in self._slots if slot.process is not None]

    async def __aenter__(self) -> Self:
        for slot in self._slots:
            self._serving.append(asyncio.create_task(self._serve(slot), name="solver"))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for serving in self._serving:
            serving.cancel()
        await asyncio.wait(self._serving)

    @override
    async def run(
        self, requester: SolverRequesterKey, task: Callable[P, T], /, *arguments: P.args, **_keywords: P.kwargs
    ) -> T:
        question = _Question(task, arguments, self._clock())
        entry = self._add(requester, question)
        try:
            async with asyncio.timeout(self._call_seconds):
                return cast("T", await question.result)
        except TimeoutError:
            raise SolverTooSlow from None
        finally:
            if self._queue.discard(entry):
                self._report(question, "timeout")
                self._report_queue()

    def _add(self, requester: SolverRequesterKey, question: _Question) -> QueueEntry[_Question]:
        try:
            entry, dropped = self._queue.add(requester, question)
        except SolverUnavailable:
            self._report(question, "refused")
            raise
        if dropped is not None:
            dropped.question.fail(SolverBusy())
            self._report(dropped.question, "refused")
        self._wake.set()
        self._report_queue()
        return entry

    async def _serve(self, slot: "_Slot") -> None:
        """Answer questions in one slot until cancelled."""
        try:
            while True:
                entry = self._queue.take_next_ready()
                if entry is None:
                    self._wake.clear()
                    await self._wake.wait()
                    continue
                await self._answer(slot, entry)
        finally:
            slot.close()

    async def _answer(self, slot: "_Slot", entry: QueueEntry[_Question]) -> None:
        started, question = self._clock(), entry.question
        outcome: SolverOutcome = "failed"
        self._report_queue()
        try:
            question.succeed(await slot.run(question.task, question.arguments))
            outcome = "done"
        except CoreError as error:
            question.fail(error)
            outcome = "timeout" if isinstance(error, SolverTooSlow) else "done"
        except Exception as error:  # noqa: BLE001  # raised in the call
            question.fail(error)
        finally:
            question.fail(SolverBusy())  # when the process stops
            self._queue.finish(entry, self._clock() - started)
            self._wake.set()  # the person's next question may be taken
            self._report(question, outcome, started)
            self._report_queue()

    def _report(self, question: _Question, outcome: SolverOutcome, started: float | None = None) -> None:
        now = self._clock()
        started = now if started is None else started
        self._observer.solver_question_ended(question.task.__name__, outcome, started - question.asked, now - started)

    def _report_queue(self) -> None:
        self._observer.solver_queue_changed(len(self._queue), self._queue.active)


class _Slot:
    """One process and its replacement, if one is starting."""

    def __init__(self, start: Callable[[], WorkerProcess], task_seconds: float) -> None:
        self._start = start
        self._task_seconds = task_seconds
        self._worker: WorkerProcess | None = None
        self._next: WorkerProcess | None = None

    @property
    def process(self) -> int | None:
        """The id of the process, None if none has been started."""
        return self._worker.pid if self._worker else None

    async def run(self, task: Callable[..., object], arguments: tuple[Any, ...]) -> object:
        """Run a task, and retry it once in a new process if its process is lost.

        Raises:
            SolverTooSlow: both attempts have failed.
        """
        for _ in range(_ATTEMPTS):
            worker = self._current()
            try:
                async with asyncio.timeout(self._task_seconds):
                    return await worker.run(task, arguments)
            except (WorkerLost, TimeoutError) as error:
                log.warning("a process of the solver is replaced: %s", type(error).__name__)
                self.close()
        raise SolverTooSlow

    def close(self) -> None:
        """End the processes."""
        for worker in filter(None, (self._worker, self._next)):
            worker.kill()
        self._worker = self._next = None

    def _current(self) -> WorkerProcess:
        """The process for the next task."""
        if self._worker is None:
            self._worker = self._start()
        if self._worker.needs_replacement and self._next is None:
            self._next = self._start()
        if self._next is not None and self._next.is_ready:
            self._worker.kill()
            self._worker, self._next = self._next, None
        return self._worker
