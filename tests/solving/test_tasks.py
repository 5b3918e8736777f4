"""The solver's tasks: each ends when its time is over, whatever the rules."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from bot.solving import tasks
from core.game.codes import is_code
from core.game.history import parse_history
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.strategies import Strategy

HARD = Rules.parse("5x10r")
HISTORY = parse_history("01234 1,1", HARD)
"""After it, a search without a limit takes minutes."""

TURNS = parse_history("01234 1,1; 01567 1,1; 01892 1,1", HARD)


class SteppingClock:
    """A clock that goes on by a fixed step whenever it is read, so that time passes alike on every machine."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self._step = step

    def monotonic(self) -> float:
        self.now += self._step
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SteppingClock:
    clock = SteppingClock(tasks.TIME_LIMIT / 50)
    monkeypatch.setattr(tasks, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


@pytest.mark.parametrize(
    "task",
    [
        lambda: tasks.advise(HARD, HISTORY, Strategy("optimal"), 1, 0),
        lambda: tasks.advise(HARD, HISTORY, Strategy("entropy"), 3, 1),
        lambda: tasks.check(HARD, HISTORY, (0, 1, 2, 3, 5)),
        lambda: tasks.move(HARD, HISTORY, Level.EXPERT, 0),
        lambda: tasks.review(HARD, TURNS),
    ],
    ids=["optimal advice", "advice with a lie", "check", "the opponent's move", "review"],
)
def test_a_task_ends_when_its_time_is_over(task: Callable[[], object], clock: SteppingClock) -> None:
    task()
    assert tasks.TIME_LIMIT * 0.5 <= clock.now <= tasks.TIME_LIMIT * 1.5


def test_a_task_ends_within_what_the_platforms_allow() -> None:
    assert tasks.TIME_LIMIT < 1


def test_the_opponents_move_depends_on_the_seed_alone() -> None:
    rules = Rules.parse("4x10")
    moves = [tasks.move(rules, (), Level.EASY, seed) for seed in (1, 1, 2, 3, 4)]
    assert all(is_code(move, rules) for move in moves)
    assert moves[0] == moves[1]
    assert len(set(moves)) > 1


def test_advice_of_optimal_play_comes_from_the_book() -> None:
    assert tasks.advise(Rules.parse("4x10"), (), Strategy("optimal"), 1, 0).guesses[0].exact


def test_a_contradictory_history_gets_corrections() -> None:
    rules = Rules.parse("3x10")
    assert tasks.corrections(rules, parse_history("012 3H0B, 345 3H0B", rules))
    assert tasks.corrections(rules, parse_history("012 0H1B", rules)) == []
