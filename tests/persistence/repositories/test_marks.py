"""Skill and luck in the storage: when results are due, and sums that follow the marks."""

import random
from datetime import date, timedelta

from bot.model.results import DueMarks, MarkSum
from bot.persistence.unit_of_work import UnitOfWork
from tests.fakes.clock import NOON
from tests.persistence.repositories.test_leaderboards import Model, Played, finish, start
from tests.persistence.store import Store

HOUR = timedelta(hours=1)
FAR = NOON + timedelta(days=1)
GOOD = MarkSum.of_game(90, 40, is_exact=True)


async def play(unit: UnitOfWork, *players: int, kind: str = "ranked") -> Model:
    """A model in which these players have solved a game each."""
    model = await start(unit)
    for player in players:
        model.results.append(
            await finish(unit, model, Played(player, 0, 0, solved=True, guesses=4, days_ago=0, kind=kind))
        )
    return model


async def due_in(unit: UnitOfWork, model: Model) -> list[DueMarks]:
    """What is due of a model, among that of others."""
    games = {result.game for result in model.results}
    return [due for due in await unit.marks.due(NOON, FAR, 1_000_000) if due.game in games]


async def test_a_ranked_result_is_due_from_its_end(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (result,) = model.results
        assert await due_in(unit, model) == [DueMarks(result.game, result.player, NOON)]
        assert result.game not in {due.game for due in await unit.marks.due(NOON - HOUR, FAR, 1_000_000)}


async def test_a_result_with_hints_is_never_due(store: Store) -> None:
    async with store.unit() as unit:
        assert await due_in(unit, await play(unit, 0, kind="assisted")) == []


async def test_only_one_process_can_put_a_result_off(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.put_off(due, NOON + HOUR)
        assert not await unit.marks.put_off(due, NOON + HOUR)
        assert await due_in(unit, model) == []


async def test_a_result_that_a_wrong_clock_has_put_off_is_due(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.put_off(due, FAR + HOUR)
        assert [late.game for late in await due_in(unit, model)] == [due.game]


async def test_marks_are_counted_once(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.save(due, GOOD)
        assert not await unit.marks.save(due, GOOD)
        ((month,),) = (await unit.marks.months(due.player)).values()
        assert (month.first_day, month.marks) == (NOON.date().replace(day=1), GOOD)


async def test_a_result_without_marks_is_no_longer_due(store: Store) -> None:
    async with store.unit() as unit:
        model = await play(unit, 0)
        (due,) = await due_in(unit, model)
        assert await unit.marks.save(due, None)
        assert (await due_in(unit, model), await unit.marks.months(due.player)) == ([], {})


async def test_sums_by_month_agree_with_a_plain_model(store: Store) -> None:
    rng = random.Random(13)
    async with store.unit() as unit:
        model = await start(unit)
        for _ in range(60):
            event = Played(rng.randrange(4), rng.randrange(3), 0, True, 4, rng.choice((0, 1, 20, 200)), "ranked")  # noqa: FBT003
            model.results.append(await finish(unit, model, event))
        ends = {(result.game, result.player): result.ended_at for result in model.results}
        expected: dict[tuple[str, date], MarkSum] = {}
        for due in await due_in(unit, model):
            skill, luck = rng.choice((None, 80, 81, 99)), rng.choice((None, 50))
            marks = MarkSum.of_game(skill, luck, is_exact=rng.random() < 0.5)
            await unit.marks.save(due, marks)
            month = due.player, ends[due.game, due.player].date().replace(day=1)
            expected[month] = expected.get(month, MarkSum()) + marks
        gone = model.players[3].id
        await unit.results.delete_player(gone)
        found = {
            (player.id, month.first_day): month.marks
            for player in model.players
            for months in (await unit.marks.months(player.id)).values()
            for month in months
        }
    assert found == {month: marks for month, marks in expected.items() if month[0] != gone}
