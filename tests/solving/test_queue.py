"""The queued solver, with workers that need no process: who is next, and who is refused."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest
from typing_extensions import override

from bot.model.errors import SolverBusy, SolverTooSlow
from bot.model.rooms import RoomKey
from bot.services.solver import Priority, SolverRequesterKey
from bot.solving.executor import WorkerLost, WorkerProcess
from bot.solving.queue import FairQueue, QueuedSolver, QueueEntry, TimeLimits
from core.game.errors import Contradiction
from tests.fakes.observer import RecordingObserver
from tests.support.present import present


def requester(person: str, room: str = "lobby", priority: Priority = Priority.ADVICE) -> SolverRequesterKey:
    return SolverRequesterKey(person, RoomKey("chat", "club", room), priority)


ANN, BOB = requester("ann", "one"), requester("bob", "other")


def double(number: int) -> int:
    return 2 * number


def contradict() -> int:
    raise Contradiction(3)


@dataclass
class FakeWorker(WorkerProcess):
    """Runs tasks in the event loop, once `go` is set.

    Attributes:
        go: whether tasks may run.
        running: the arguments of the task that runs.
        fails: how many tasks lose the process.
        killed: whether it was killed.
        worn: whether it should be replaced.
        ready: whether it has started.
    """

    go: asyncio.Event = field(default_factory=asyncio.Event)
    running: tuple[Any, ...] | None = None
    fails: int = 0
    killed: bool = False
    worn: bool = False
    ready: bool = True

    @override
    async def run(self, task: Callable[..., object], arguments: tuple[Any, ...]) -> Any:
        self.running = arguments
        if self.fails:
            self.fails -= 1
            raise WorkerLost
        await self.go.wait()
        self.running = None
        return task(*arguments)

    @override
    def kill(self) -> None:
        self.killed = True

    @property
    @override
    def pid(self) -> int | None:
        return None

    @property
    @override
    def is_ready(self) -> bool:
        return self.ready

    @property
    @override
    def needs_replacement(self) -> bool:
        return self.worn


@dataclass
class Workers:
    """Makes workers, and remembers them; the first ones are those prepared."""

    prepared: list[FakeWorker] = field(default_factory=list)
    made: list[FakeWorker] = field(default_factory=list)

    def start(self) -> FakeWorker:
        worker = self.prepared.pop(0) if self.prepared else going()
        self.made.append(worker)
        return worker


def going() -> FakeWorker:
    worker = FakeWorker()
    worker.go.set()
    return worker


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def workers() -> Workers:
    return Workers()


@pytest.fixture
def recorder() -> RecordingObserver:
    return RecordingObserver()


@pytest.fixture
async def solver(workers: Workers, recorder: RecordingObserver) -> AsyncIterator[QueuedSolver]:
    async with QueuedSolver(1, workers.start, limits=TimeLimits(task=30, call=30), observer=recorder) as solver:
        yield solver


async def test_a_task_is_run_with_its_arguments(solver: QueuedSolver, recorder: RecordingObserver) -> None:
    assert await solver.run(ANN, double, 21) == 42
    assert recorder.questions == [("double", "done")]
    assert recorder.queue[-1] == (0, 0)


async def test_an_error_of_a_task_is_raised_where_it_was_asked_for(solver: QueuedSolver, workers: Workers) -> None:
    with pytest.raises(Contradiction):
        await solver.run(ANN, contradict)
    assert await solver.run(ANN, double, 1) == 2
    assert len(workers.made) == 1


async def test_a_lost_process_is_replaced_and_its_task_is_tried_again(solver: QueuedSolver, workers: Workers) -> None:
    workers.prepared = [FakeWorker(fails=1)]
    assert await solver.run(ANN, double, 4) == 8
    assert [worker.killed for worker in workers.made] == [True, False]


async def test_a_task_that_loses_two_processes_is_given_up(
    solver: QueuedSolver, workers: Workers, recorder: RecordingObserver
) -> None:
    workers.prepared = [FakeWorker(fails=1), FakeWorker(fails=1)]
    with pytest.raises(SolverTooSlow):
        await solver.run(ANN, double, 4)
    assert recorder.questions == [("double", "timeout")]
    assert await solver.run(BOB, double, 4) == 8


async def test_a_stuck_process_is_killed_and_its_task_is_run_in_another(workers: Workers) -> None:
    workers.prepared = [FakeWorker()]
    async with QueuedSolver(1, workers.start, limits=TimeLimits(task=0.01, call=30)) as solver:
        asked = [asyncio.create_task(solver.run(who, double, number)) for number, who in enumerate((ANN, BOB))]
        assert await asyncio.gather(*asked) == [0, 2]
    assert workers.made[0].killed


async def test_every_call_has_a_time_limit(workers: Workers, recorder: RecordingObserver) -> None:
    workers.prepared = [FakeWorker()]
    async with QueuedSolver(1, workers.start, limits=TimeLimits(task=30, call=0.01), observer=recorder) as solver:
        asked = [asyncio.create_task(solver.run(who, double, 1)) for who in (ANN, BOB)]
        assert all(isinstance(each, SolverTooSlow) for each in await asyncio.gather(*asked, return_exceptions=True))
        assert recorder.questions == [("double", "timeout")]  # the other one still runs
        assert recorder.queue[-1] == (0, 1)


async def test_a_question_that_nobody_waits_for_any_more_is_not_answered(
    solver: QueuedSolver, workers: Workers
) -> None:
    worker = FakeWorker()
    workers.prepared = [worker]
    asked = [asyncio.create_task(solver.run(who, double, number)) for number, who in enumerate((ANN, BOB))]
    await settle()
    asked[1].cancel()
    await settle()
    worker.go.set()
    assert await asked[0] == 0
    await settle()
    assert worker.running is None


async def test_questions_beyond_the_limits_are_refused_at_once(solver: QueuedSolver, workers: Workers) -> None:
    workers.prepared = [FakeWorker()]
    asked = [asyncio.create_task(solver.run(ANN, double, number)) for number in range(3)]
    await settle()
    with pytest.raises(SolverBusy):
        await solver.run(ANN, double, 3)
    workers.made[0].go.set()
    assert await asyncio.gather(*asked) == [0, 2, 4]


async def test_a_dropped_question_is_refused(
    solver: QueuedSolver, workers: Workers, recorder: RecordingObserver
) -> None:
    workers.prepared = [FakeWorker()]
    crowd = [asyncio.create_task(solver.run(requester(f"p{number}"), double, number)) for number in range(101)]
    await settle()
    quiet = asyncio.create_task(solver.run(BOB, double, 7))
    await settle()
    with pytest.raises(SolverBusy):
        await crowd[-1]
    assert recorder.questions == [("double", "refused")]
    workers.made[0].go.set()
    assert await quiet == 14
    assert await asyncio.gather(*crowd[:-1]) == [2 * number for number in range(100)]


async def test_a_worn_process_works_until_a_new_one_is_ready(solver: QueuedSolver, workers: Workers) -> None:
    worn, new = going(), going()
    worn.worn, new.ready = True, False
    workers.prepared = [worn, new]
    assert await solver.run(ANN, double, 1) == 2
    assert [worker.killed for worker in workers.made] == [False, False]
    new.ready = True
    assert await solver.run(ANN, double, 1) == 2
    assert [worker.killed for worker in workers.made] == [True, False]


async def test_two_processes_answer_two_people_at_the_same_time(workers: Workers) -> None:
    workers.prepared = [FakeWorker(), FakeWorker()]
    async with QueuedSolver(2, workers.start, limits=TimeLimits(task=30, call=30)) as solver:
        asked = [asyncio.create_task(solver.run(who, double, number)) for number, who in enumerate((ANN, ANN, BOB))]
        await settle()
        assert sorted(worker.running or () for worker in workers.made) == [(0,), (2,)]
        for worker in workers.made:
            worker.go.set()
        assert await asyncio.gather(*asked) == [0, 2, 4]


async def test_all_processes_end_with_the_solver(workers: Workers) -> None:
    workers.prepared = [FakeWorker()]
    async with QueuedSolver(1, workers.start) as solver:
        asked = asyncio.create_task(solver.run(ANN, double, 1))
        await settle()
    with pytest.raises(SolverBusy):
        await asked
    assert all(worker.killed for worker in workers.made)


def add(
    queue: FairQueue[str], question: str, person: str, room: str = "lobby", priority: Priority = Priority.ADVICE
) -> None:
    queue.add(requester(person, room, priority), question)


def answered(queue: FairQueue[str], seconds: float = 1.0) -> str:
    """The next question, after it has been answered in so many seconds."""
    entry = taken(queue)
    queue.finish(entry, seconds)
    return entry.question


def taken(queue: FairQueue[str]) -> QueueEntry[str]:
    return present(queue.take_next_ready())


def order(queue: FairQueue[str]) -> list[str]:
    return [answered(queue) for _ in range(len(queue))]


@pytest.fixture
def queue() -> FairQueue[str]:
    return FairQueue()


def test_questions_of_different_rooms_are_answered_in_the_order_of_arrival(queue: FairQueue[str]) -> None:
    for number in range(5):
        add(queue, str(number), person=f"p{number}", room=f"r{number}")
    assert order(queue) == ["0", "1", "2", "3", "4"]
    assert queue.take_next_ready() is None


def test_people_of_a_room_take_turns(queue: FairQueue[str]) -> None:
    for question in ("a1", "a2", "a3"):
        add(queue, question, "ann")
    assert answered(queue) == "a1"
    add(queue, "b1", "bob")
    add(queue, "b2", "bob")
    assert order(queue) == ["b1", "a2", "b2", "a3"]


def test_rooms_take_turns_whatever_the_number_of_people_in_them(queue: FairQueue[str]) -> None:
    for number in range(6):
        add(queue, f"crowd{number}", person=f"p{number}", room="crowd")
    assert answered(queue) == "crowd0"
    for number in range(2):
        add(queue, f"pair{number}", person=f"q{number}", room="pair")
    assert order(queue)[:4] == ["pair0", "crowd1", "pair1", "crowd2"]


def test_a_person_does_not_gain_by_asking_in_several_rooms(queue: FairQueue[str]) -> None:
    for number in range(3):
        add(queue, f"ann{number}", "ann", room=f"r{number}")
    assert answered(queue) == "ann0"
    add(queue, "bob", "bob", room="r9")
    assert answered(queue) == "bob"


def test_shares_are_counted_in_seconds(queue: FairQueue[str]) -> None:
    add(queue, "slow", "ann", "one")
    add(queue, "quick", "bob", "other")
    assert [answered(queue, 4.0), answered(queue, 0.5)] == ["slow", "quick"]
    for question in ("slow again", "slow once more"):
        add(queue, question, "ann", "one")
    for question in ("quick2", "quick3", "quick4"):
        add(queue, question, "bob", "other")
    assert [answered(queue, 0.5) for _ in range(4)] == ["quick2", "quick3", "quick4", "slow again"]


def test_nobody_saves_up_time_while_they_ask_nothing(queue: FairQueue[str]) -> None:
    for number in range(20):
        add(queue, str(number), "ann", "one")
        answered(queue)
    for question in ("b1", "b2", "b3"):
        add(queue, question, "bob", "other")
    for question in ("a1", "a2"):
        add(queue, question, "ann", "one")
    assert "a1" in list(islice((answered(queue) for _ in range(5)), 3))


def test_games_come_first_among_those_that_have_used_the_same_time(queue: FairQueue[str]) -> None:
    add(queue, "review", "bot", "", priority=Priority.BACKGROUND)
    add(queue, "advice", "ann", "one")
    add(queue, "move", "bob", "other", priority=Priority.GAME)
    assert order(queue) == ["move", "advice", "review"]


def test_games_do_not_keep_advice_waiting_for_ever(queue: FairQueue[str]) -> None:
    add(queue, "move", "ann", "one", priority=Priority.GAME)
    answered(queue)
    add(queue, "advice", "bob", "two")
    asked = 0
    while queue and answered(queue) != "advice":
        asked += 1
        add(queue, "move", "ann", "one", priority=Priority.GAME)
    assert asked <= 8


def test_one_question_of_a_person_is_answered_at_a_time(queue: FairQueue[str]) -> None:
    add(queue, "a1", "ann", "one")
    add(queue, "a2", "ann", "two")
    first = taken(queue)
    assert queue.take_next_ready() is None
    assert queue.active == 1
    queue.finish(first, 1.0)
    assert taken(queue).question == "a2"


def test_a_person_has_few_questions_in_the_queue(queue: FairQueue[str]) -> None:
    for number in range(3):
        add(queue, str(number), "ann")
    with pytest.raises(SolverBusy):
        add(queue, "one too many", "ann", "elsewhere")
    taken(queue)
    with pytest.raises(SolverBusy):
        add(queue, "one too many", "ann")
    add(queue, "of somebody else", "bob")


def test_a_full_queue_drops_the_newest_question_of_the_room_that_has_the_most() -> None:
    queue = FairQueue[str](most=4)
    for number in range(4):
        add(queue, f"crowd{number}", person=f"p{number}", room="crowd")
    _, dropped = queue.add(requester("ann", "quiet"), "quiet")
    assert dropped is not None
    assert dropped.question == "crowd3"
    assert len(queue) == 4
    with pytest.raises(SolverBusy):
        add(queue, "crowd4", "p4", "crowd")


def test_a_full_queue_refuses_where_all_rooms_have_as_many() -> None:
    queue = FairQueue[str](most=2)
    add(queue, "one", "ann", "one")
    add(queue, "two", "bob", "two")
    with pytest.raises(SolverBusy):
        add(queue, "three", "cat", "three")
    assert order(queue) == ["one", "two"]


def test_a_question_can_be_taken_back_while_it_waits(queue: FairQueue[str]) -> None:
    entry, _ = queue.add(requester("ann"), "question")
    assert queue.discard(entry)
    assert not queue.discard(entry)
    assert queue.take_next_ready() is None
