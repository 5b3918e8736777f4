"""The solver of the chat servers: a fair queue of questions, and processes that are replaced one by one."""

import asyncio
import logging
import time
from asyncio import Event, Future, Task, get_running_loop
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

from typing_extensions import override

from bot.services.errors import SolverBusy, SolverTooSlow, SolverUnavailable
from bot.services.observer import SILENT, Observer, SolverOutcome
from bot.services.solver import SolverClient
from bot.solving.executor import TaskSolver
from bot.solving.fair_queue import Entry, FairQueue
from bot.solving.worker import Worker, WorkerLost, WorkerProcess
from core.errors import CoreError

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

PROCESSES = 2

_ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class Limits:
    """Time limits, in seconds.

    Args:
        task: a process that takes longer for a task is stuck, and is killed. Tasks end by themselves after about 0.8
            seconds; the largest rules and a busy machine make that longer.
        call: of every call: waiting in the queue, a task, and a second attempt after a process was lost.
    """

    task: float = 5.0
    call: float = 10.0


LIMITS = Limits()


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


class QueuedSolver(TaskSolver):
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
        start: Callable[[], Worker] = WorkerProcess,
        *,
        limits: Limits = LIMITS,
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
    async def run(self, client: SolverClient, task: Callable[P, T], /, *arguments: P.args, **_keywords: P.kwargs) -> T:
        question = _Question(task, arguments, self._clock())
        entry = self._add(client, question)
        try:
            async with asyncio.timeout(self._call_seconds):
                result: T = await question.result
                return result
        except TimeoutError:
            raise SolverTooSlow from None
        finally:
            if self._queue.discard(entry):
                self._report(question, "timeout")
                self._report_queue()

    def _add(self, client: SolverClient, question: _Question) -> Entry[_Question]:
        try:
            entry, dropped = self._queue.add(client, question)
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
                entry = self._queue.take()
                if entry is None:
                    self._wake.clear()
                    await self._wake.wait()
                    continue
                await self._answer(slot, entry)
        finally:
            slot.close()

    async def _answer(self, slot: "_Slot", entry: Entry[_Question]) -> None:
        began, question = self._clock(), entry.question
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
            self._queue.finish(entry, self._clock() - began)
            self._wake.set()  # the person's next question may be taken
            self._report(question, outcome, began)
            self._report_queue()

    def _report(self, question: _Question, outcome: SolverOutcome, began: float | None = None) -> None:
        now = self._clock()
        began = now if began is None else began
        self._observer.solver_question_ended(question.task.__name__, outcome, began - question.asked, now - began)

    def _report_queue(self) -> None:
        self._observer.solver_queue(len(self._queue), self._queue.active)


class _Slot:
    """The place of one process, with the one that is to replace it."""

    def __init__(self, start: Callable[[], Worker], task_seconds: float) -> None:
        self._start = start
        self._task_seconds = task_seconds
        self._worker: Worker | None = None
        self._next: Worker | None = None

    @property
    def process(self) -> int | None:
        """The id of the process, None if none has been started."""
        return self._worker.pid if self._worker else None

    async def run(self, task: Callable[..., object], arguments: tuple[Any, ...]) -> object:
        """Run a task; if its process is lost, once more in a new one.

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

    def _current(self) -> Worker:
        """The process for the next task."""
        if self._worker is None:
            self._worker = self._start()
        if self._worker.is_worn and self._next is None:
            self._next = self._start()
        if self._next is not None and self._next.is_ready:
            self._worker.kill()
            self._worker, self._next = self._next, None
        return self._worker
