"""Skill and luck of ranked games, which are computed after their end."""

from datetime import date, timedelta

import pytest

from bot.model.marks import MOST_CODES, MOST_GUESSES, MarkedMonth, MarkSum, is_marked
from bot.model.results import Result
from bot.services.ratings import Marking
from core.game.boards import Outcome
from core.game.rules import Rules
from core.game.sides import SideOutcome
from tests.fakes.clock import NOON
from tests.services.harness import ANN, WRONG, Harness

RESULT = Result("game", "room", "ann", "4x10", Outcome.SOLVED, 5, 12, solo=True, ended_at=NOON)


def marking_of(harness: Harness) -> Marking:
    return Marking(harness.database.unit, harness.clock, harness.solver)


async def history(harness: Harness) -> list[MarkedMonth]:
    return list((await harness.records.stats(ANN)).history.get("4x10", ()))


def test_a_ranked_game_of_usual_size_is_marked() -> None:
    assert is_marked(RESULT)


@pytest.mark.parametrize(
    "changed",
    [
        {"assisted": True},
        {"solo": False},
        {"hosted": True, "solo": False},
        {"outcome": SideOutcome.WON},
        {"guesses": 0},
        {"guesses": MOST_GUESSES + 1},
        {"rules": "7x10"},
    ],
    ids=str,
)
def test_games_with_hints_or_others_and_costly_ones_are_not_marked(changed: dict[str, object]) -> None:
    values = {name: getattr(RESULT, name) for name in RESULT.__dataclass_fields__}
    assert not is_marked(Result(**(values | changed)))


def test_the_costly_rules_are_those_with_many_codes() -> None:
    assert Rules.parse("6x10").codes <= MOST_CODES < Rules.parse("7x10").codes


def test_the_sum_of_marks_has_their_means() -> None:
    games = [(90, 40, True), (81, None, False), (None, 60, False)]
    total = sum((MarkSum.of_game(skill, luck, is_exact=exact) for skill, luck, exact in games), MarkSum())
    assert total == MarkSum(games=2, skill=171, exact=1, lucky_games=2, luck=100)
    assert (total.mean_skill, total.mean_luck, total.is_exact) == (85.5, 50.0, False)


def test_no_games_have_no_mean() -> None:
    assert (MarkSum().mean_skill, MarkSum().mean_luck) == (None, None)


async def test_a_finished_game_gets_the_marks_of_its_review(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    (board,) = (await harness.analysis.review(ANN, None)).boards
    assert await history(harness) == []
    await marking_of(harness).step()
    (month,) = await history(harness)
    assert month.first_day == NOON.date().replace(day=1)
    assert (month.marks.mean_skill, month.marks.mean_luck) == (board.review.skill, board.review.luck)


async def test_a_game_is_marked_once_however_many_processes_look(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    for _ in range(2):
        assert not await marking_of(harness).step()
    assert (await history(harness))[0].marks.games == 1


async def test_another_process_may_be_faster_while_the_solver_runs(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    harness.clock.advance(timedelta(seconds=1))

    async def another() -> None:
        harness.clock.advance(timedelta(hours=2))  # so that the claim has ended
        await marking_of(harness).step()

    harness.solver.before["review"] = another
    await marking_of(harness).step()
    assert (await history(harness))[0].marks.games == 1


async def test_a_game_of_somebody_who_is_deleted_meanwhile_is_not_counted(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    harness.solver.before["review"] = lambda: harness.services.privacy.delete(ANN)
    await marking_of(harness).step()
    assert await history(harness) == []


@pytest.mark.logs_errors
async def test_a_review_that_fails_is_tried_again_after_an_hour(harness: Harness) -> None:
    await harness.finish(ANN, 3)

    async def fail() -> None:
        raise ZeroDivisionError

    harness.solver.before["review"] = fail
    await marking_of(harness).step()
    await marking_of(harness).step()
    assert await history(harness) == []
    harness.clock.advance(timedelta(hours=1))
    await marking_of(harness).step()
    assert (await history(harness))[0].marks.games == 1


async def test_months_follow_one_another(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    harness.clock.advance(timedelta(days=31))
    await harness.finish(ANN, 3)
    await marking_of(harness).step()
    months = await history(harness)
    assert [month.first_day for month in months] == [date(2026, 11, 1), date(2026, 12, 1)]


async def test_a_game_with_a_hint_is_not_marked(harness: Harness) -> None:
    view = await harness.play(ANN)
    await harness.analysis.hint(ANN, view.id)
    await harness.guess(ANN, WRONG)
    await harness.guess(ANN, "0123")
    await marking_of(harness).step()
    assert await history(harness) == []
