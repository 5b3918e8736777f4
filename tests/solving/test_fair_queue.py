"""The solver's queue: who is next, and who is refused."""

from itertools import islice

import pytest

from bot.model.errors import SolverBusy
from bot.model.rooms import RoomKey
from bot.services.solver import Priority, SolverClient
from bot.solving.queue import Entry, FairQueue


def client(person: str, room: str = "lobby", priority: Priority = Priority.ADVICE) -> SolverClient:
    return SolverClient(person, RoomKey("chat", "club", room), priority)


def add(
    queue: FairQueue[str], question: str, person: str, room: str = "lobby", priority: Priority = Priority.ADVICE
) -> None:
    queue.add(client(person, room, priority), question)


def answered(queue: FairQueue[str], seconds: float = 1.0) -> str:
    """The next question, after it has been answered in so many seconds."""
    entry = taken(queue)
    queue.finish(entry, seconds)
    return entry.question


def taken(queue: FairQueue[str]) -> Entry[str]:
    entry = queue.take()
    assert entry is not None
    return entry


def order(queue: FairQueue[str]) -> list[str]:
    return [answered(queue) for _ in range(len(queue))]


@pytest.fixture
def queue() -> FairQueue[str]:
    return FairQueue()


def test_questions_of_different_rooms_are_answered_in_the_order_of_arrival(queue: FairQueue[str]) -> None:
    for number in range(5):
        add(queue, str(number), person=f"p{number}", room=f"r{number}")
    assert order(queue) == ["0", "1", "2", "3", "4"]
    assert queue.take() is None


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
    assert queue.take() is None
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
    _, dropped = queue.add(client("ann", "quiet"), "quiet")
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
    entry, _ = queue.add(client("ann"), "question")
    assert queue.discard(entry)
    assert not queue.discard(entry)
    assert queue.take() is None
