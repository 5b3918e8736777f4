"""The search finds what trying everything would find."""

import random
from functools import cache

import pytest

from bot.books.curve import guessed_costs
from bot.books.options import Effort
from bot.books.search import Search
from bot.books.stage import Past
from bot.books.table import Members, Table
from core.game.rules import Rules


def searching(table: Table, effort: Effort) -> Search:
    return Search(table, effort, [guessed_costs(table.win, len(table.codes))] * len(effort.tolls))


def by_trying_everything(table: Table, effort: Effort, members: Members, turn: int) -> int:
    tolls = effort.tolls

    @cache
    def least(members: Members, turn: int) -> int:
        toll = tolls[min(turn, len(tolls)) - 1]
        if len(members) == 1:
            return toll
        costs = []
        for guess in range(len(table.codes)):
            cells = table.cells(guess, members)
            if len(members) not in map(len, cells.values()):
                after = sum(least(tuple(cell), min(turn + 1, len(tolls))) for cell in cells.values())
                costs.append(toll * len(members) + after)
        return min(costs)

    return least(members, turn)


@pytest.mark.parametrize("notation", ["2x4", "2x3r", "3x4", "2x5"])
@pytest.mark.parametrize("effort", [Effort(), Effort(worst=4), Effort(worst=4, seldom=True)], ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_the_least_cost_is_that_of_trying_everything(notation: str, effort: Effort, seed: int) -> None:
    table = Table(Rules.parse(notation))
    chance = random.Random(seed)  # a test wants the same draws every time
    members = tuple(sorted(chance.sample(range(len(table.codes)), 7)))
    found = searching(table, effort).least(members, Past(2))
    assert found == by_trying_everything(table, effort, members, 2)


def test_a_cost_that_is_not_below_the_limit_is_not_found() -> None:
    table = Table(Rules.parse("3x6"))
    members = tuple(range(0, 120, 4))
    least = searching(table, Effort()).least(members, Past(2))
    assert searching(table, Effort()).least(members, Past(2), least + 1) == least
    assert searching(table, Effort()).least(members, Past(2), least) >= least


def test_the_history_saves_work_and_changes_nothing() -> None:
    table = Table(Rules.parse("3x7"))
    opening = table.number[(0, 1, 2)]
    members = max(map(tuple, table.cells(opening, tuple(range(len(table.codes)))).values()), key=len)
    assert len(members) > 60
    known, unknown = searching(table, Effort()), searching(table, Effort())
    assert known.least(members, Past(2, (opening,))) == unknown.least(members, Past(2))
    assert len(known.ranked(members, Past(2, (opening,)), 10**6)) < len(unknown.ranked(members, Past(2), 10**6))


def test_much_that_is_remembered_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    search = searching(Table(Rules.parse("3x6")), Effort())
    search.least(tuple(range(40)), Past(2))
    search.forget()
    assert search.stage(2).solved
    monkeypatch.setattr("bot.books.search._REMEMBERED", 0)
    search.forget()
    assert not search.stage(2).solved
