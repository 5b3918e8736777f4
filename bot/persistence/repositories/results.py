"""The repositories that read sums: results with statistics, marks (skill and luck), and leaderboards."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from bot.model import records
from bot.model.results import MarkSum, MonthlyMarkSum, Result, ResultToReview
from bot.persistence.connection import Connection, Repository, Row, queries_for_due_rows, upsert_sums, without_index
from bot.persistence.repositories.ratings import RatingRepository
from bot.persistence.repositories.sums import (
    Sums,
    UnrankedKind,
    leaderboard_values,
    result_from_row,
    results_table_row,
    tally_from_row,
)
from bot.persistence.tables.games import players
from bot.persistence.tables.records import (
    IS_RANKED,
    leaderboards,
    mark_months,
    rating_standings,
    results,
    standings,
    unranked_games,
)
from core.game.boards import Outcome
from core.game.sides import Level, OutcomeForSide

_OF_PLAYER = results.c.player_id == sa.bindparam("player")
_OF = sa.select(results).where(_OF_PLAYER).order_by(results.c.sequence)
_LAST = sa.select(results).where(_OF_PLAYER).order_by(results.c.sequence.desc()).limit(sa.bindparam("most"))
_DELETE = sa.delete(results).where(_OF_PLAYER)

_ALONE = (
    sa.select(leaderboards.c.rules, standings)
    .join_from(standings, leaderboards, leaderboards.c.id == standings.c.leaderboard_id)
    .where(
        standings.c.player_id == sa.bindparam("player"),
        without_index(leaderboards.c.scope) == records.Scope.EVERYWHERE.value,
        without_index(leaderboards.c.period) == records.Period.ALL.value,
    )
    .order_by(standings.c.games.desc(), leaderboards.c.rules)
)
_UNRANKED = sa.select(unranked_games).where(unranked_games.c.player_id == sa.bindparam("player"))


class ResultRepository(Repository):
    """How games ended, one result for each player.

    Their sums are in tables of their own.
    """

    async def add(self, new: Iterable[Result]) -> Sequence[Result]:
        """Store results, at most one for each player of a game. Results that are already stored are ignored.

        The players are locked: no other unit of work changes their results or ratings before this one ends.

        Returns:
            The results that were not stored before.
        """
        if not (some := list(new)):
            return ()
        sums = Sums(self._connection)
        await sums.lock({result.player for result in some})
        added = [result for result in some if await self._insert_if_new(results, **results_table_row(result))]
        await sums.add(added)
        return added

    async def of_player(self, player: str) -> Sequence[Result]:
        """All results of a player, in the order in which they were stored."""
        return [result_from_row(row) for row in await self._connection.fetch_all(_OF, {"player": player})]

    async def last(self, player: str, most: int) -> Sequence[Result]:
        """The last results of a player in all rooms, newest first, at most `most`."""
        return [
            result_from_row(row) for row in await self._connection.fetch_all(_LAST, {"player": player, "most": most})
        ]

    async def player_record(self, player: str) -> records.PlayerRecord:
        """The sums of a player's results."""
        alone = await self._connection.fetch_all(_ALONE, {"player": player})
        unranked = await self._connection.fetch_all(_UNRANKED, {"player": player})
        tallies = {row.rules: tally_from_row(row) for row in alone}
        by_rules = {rules: [row for row in unranked if row.rules == rules] for rules in {row.rules for row in unranked}}
        return records.PlayerRecord.sorted_by_games(
            {
                rules: _rules_record(tallies.get(rules, records.Tally()), by_rules.get(rules, ()))
                for rules in {*tallies, *by_rules}
            }
        )

    async def delete_player(self, player: str) -> None:
        """Delete a player's results, their sums and their ratings.

        The ratings of others stay as they are.
        """
        await Sums(self._connection).delete_player(player)
        await RatingRepository(self._connection).delete_player(player)
        await MarkRepository(self._connection).delete_player(player)
        await self._connection.execute(_DELETE, {"player": player})


def _rules_record(alone: records.Tally, unranked: Sequence[Row]) -> records.RulesRecord:
    """The record of a player under some rules, from rows of `unranked_games`."""
    against: dict[Level, Counter[OutcomeForSide]] = {}
    for row in unranked:
        if row.kind == UnrankedKind.DUEL and row.level:
            against.setdefault(Level(row.level), Counter())[OutcomeForSide(row.outcome)] = row.games
    races = [row for row in unranked if row.kind == UnrankedKind.RACE]
    return records.RulesRecord(
        alone,
        _count(unranked, UnrankedKind.ALONE),
        _count(unranked, UnrankedKind.TOGETHER),
        records.RaceCount(
            sum(row.games for row in races),
            sum(row.games for row in races if row.outcome == OutcomeForSide.WON),
            sum(row.places for row in races),
        ),
        _count(unranked, UnrankedKind.HOSTED),
        {OutcomeForSide(row.outcome): row.games for row in unranked if row.kind == UnrankedKind.DUEL and not row.level},
        against,
    )


def _count(unranked: Sequence[Row], kind: UnrankedKind) -> records.UnrankedGameCount:
    rows = [row for row in unranked if row.kind == kind]
    solved = [row for row in rows if row.outcome == Outcome.SOLVED]
    return records.UnrankedGameCount(
        sum(row.games for row in rows), sum(row.games for row in solved), sum(row.guesses for row in solved)
    )


_SUMS = ("games", "skill", "exact", "lucky_games", "luck")


_DUE = queries_for_due_rows(sa.select(results.c.game_id, results.c.player_id, results.c.mark_at), results.c.mark_at)

_ONE = (results.c.game_id == sa.bindparam("game"), results.c.player_id == sa.bindparam("player"))
_GET = sa.select(results).where(*_ONE)
_PUT_OFF = sa.update(results).where(*_ONE, results.c.mark_at == sa.bindparam("stored"))
_MARKED = sa.update(results).where(*_ONE).values(mark_at=None)
_MONTHS_OF_PLAYER = mark_months.c.player_id == sa.bindparam("player")
_MONTHS = sa.select(mark_months).where(_MONTHS_OF_PLAYER).order_by(mark_months.c.rules, mark_months.c.month)
_DELETE_MONTHS = sa.delete(mark_months).where(_MONTHS_OF_PLAYER)


class MarkRepository(Repository):
    """When results are to be marked, and the sums of their marks by month.

    `ResultRepository.add` stores that results are due.
    """

    async def due(self, now: datetime, latest_plausible: datetime, most: int) -> Sequence[ResultToReview]:
        """At most about `most` results to be marked now, those that have waited longest first.

        Results to be marked after `latest_plausible` are included, because their time was stored by a wrong clock.
        """
        return [
            ResultToReview(row.game_id, row.player_id, row.mark_at)
            for row in await self._due(_DUE, now, latest_plausible, most)
        ]

    async def postpone(self, due: ResultToReview, at: datetime) -> bool:
        """Store that a result is to be marked at another time; False if the stored time has changed since."""
        parameters = {"game": due.game, "player": due.player, "stored": due.mark_at, "mark_at": at}
        return await self._connection.execute(_PUT_OFF, parameters) == 1

    async def record_marks(self, due: ResultToReview, marks: MarkSum | None) -> bool:
        """Count the marks of a result that is to be marked, None if it gets none.

        Returns:
            Whether they were counted. They are not if the result is no longer to be marked.
        """
        await Sums(self._connection).lock([due.player])
        key = {"game": due.game, "player": due.player}
        row = await self._connection.fetch_one(_GET, key)
        if row is None or row.mark_at is None:
            return False
        await self._connection.execute(_MARKED, key)
        if marks:
            month = {"player_id": due.player, "rules": row.rules, "month": row.ended_at.date().replace(day=1)}
            add = upsert_sums(mark_months, self._connection.dialect, _SUMS)
            await self._connection.execute(add, {**month, **asdict(marks)})
        return True

    async def marks_by_month(self, player: str) -> Mapping[str, Sequence[MonthlyMarkSum]]:
        """The marks of a player by rules and month, in the order of the months."""
        rows = await self._connection.fetch_all(_MONTHS, {"player": player})
        return {
            rules: [MonthlyMarkSum(row.month, MarkSum(*(int(getattr(row, name)) for name in _SUMS))) for row in months]
            for rules, months in groupby(rows, lambda row: str(row.rules))
        }

    async def delete_player(self, player: str) -> None:
        """Remove the sums of a player's marks."""
        await self._connection.execute(_DELETE_MONTHS, {"player": player})


_FIGURES = {records.Order.AVERAGE: "ranked_average", records.Order.SOLVED: "solved", records.Order.RATING: "points"}
"""The columns with the figures that the players are ordered by."""

_TOLERANCE = 1e-9
"""Averages that differ by less than this are equal. The same average can be rounded differently for other games."""

_FIND = sa.select(leaderboards.c.id).where(
    leaderboards.c.place == sa.bindparam("place"),
    leaderboards.c.rules == sa.bindparam("rules"),
    leaderboards.c.first_day == sa.bindparam("first_day"),
    leaderboards.c.period == sa.bindparam("period"),
    leaderboards.c.scope == sa.bindparam("scope"),
)


def _here(table: sa.Table) -> sa.ColumnElement[bool]:
    """The condition for standings on a leaderboard."""
    return table.c.leaderboard_id == sa.bindparam("leaderboard")


def _shown(table: sa.Table, *conditions: sa.ColumnElement[bool]) -> Sequence[sa.ColumnElement[bool]]:
    """Conditions for standings on a leaderboard, with those that leave out hidden players."""
    return _here(table), table.c.hidden.is_(False), *conditions


def _best(table: sa.Table, condition: sa.ColumnElement[bool], *order: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """The query for at most `most` players after the best `skip`."""
    ordered = sa.select(table).where(*_shown(table, condition)).order_by(*order, table.c.player_id)
    return ordered.offset(sa.bindparam("skip")).limit(sa.bindparam("most"))


def _by_index(best: sa.Select[Any]) -> sa.Select[Any]:
    """The query for the same standings, in any order. Those that it skips are read in the index alone."""
    cut = best.with_only_columns(standings.c.player_id).subquery("cut")
    return sa.select(standings).join(cut, cut.c.player_id == standings.c.player_id).where(_here(standings))


_BEST: Mapping[records.Order, sa.Select[Any]] = {
    records.Order.AVERAGE: _by_index(
        _best(standings, standings.c.ranked_average.is_not(None), standings.c.ranked_average)
    ),
    records.Order.SOLVED: _by_index(_best(standings, IS_RANKED, standings.c.solved.desc(), standings.c.cost)),
    records.Order.RATING: _best(
        rating_standings, rating_standings.c.points.is_not(None), rating_standings.c.points.desc()
    ),
}

_PLACES: Mapping[records.Order, Callable[[Row], tuple[Any, ...]]] = {
    records.Order.AVERAGE: lambda row: (row.ranked_average, row.player_id),
    records.Order.SOLVED: lambda row: (-row.solved, row.cost, row.player_id),
    records.Order.RATING: lambda row: (-row.points, row.player_id),
}
"""What orders the players, best first, as the queries do."""

_BETTER: Mapping[records.Order, sa.Select[Any]] = {
    order: sa.select(sa.func.count().label("players")).where(*conditions)
    for order, conditions in {
        records.Order.AVERAGE: _shown(standings, sa.bindparam("figure") > standings.c.ranked_average),
        records.Order.SOLVED: _shown(standings, IS_RANKED, standings.c.solved > sa.bindparam("figure")),
        records.Order.RATING: _shown(rating_standings, sa.bindparam("figure") < rating_standings.c.points),
    }.items()
}
"""The queries for the number of players with a better figure."""


_TABLES = (standings, rating_standings)
_OWN = {
    table.name: sa.select(table).where(table.c.player_id == sa.bindparam("player"), _here(table)) for table in _TABLES
}
"""The queries for the standing of a player."""

_HIDE = sa.update(players).where(players.c.id == sa.bindparam("player"))
_HIDE_STANDINGS = {table.name: sa.update(table).where(table.c.player_id == sa.bindparam("player")) for table in _TABLES}
_ENDED = (
    sa.select(leaderboards.c.id)
    .where(leaderboards.c.end < sa.bindparam("before"))
    .order_by(leaderboards.c.end)
    .limit(1)
)


_PRUNE_STANDINGS = {
    table.name: sa.delete(table).where(
        _here(table),
        table.c.player_id.in_(sa.select(table.c.player_id).where(_here(table)).limit(sa.bindparam("most"))),
    )
    for table in _TABLES
}
"""The statements that remove at most `most` standings of a leaderboard."""

_PRUNE_LEADERBOARD = sa.delete(leaderboards).where(leaderboards.c.id == sa.bindparam("leaderboard"))


class LeaderboardRepository(Repository):
    """The ranked results, counted for each leaderboard as they are stored.

    They are in tables of sums.
    """

    async def page(
        self, key: records.LeaderboardKey, order: records.Order, viewer: str | None, most: int, skip: int = 0
    ) -> records.LeaderboardPage:
        """At most `most` ranked players after the first `skip`, best first, and the standing of a player.

        Among equals by the number of solved games, the one with the least cost comes first.
        """
        found = await self._connection.fetch_one(_FIND, leaderboard_values(key))
        if found is None:
            return records.LeaderboardPage()
        order = records.Order.RATING if order.is_rating else order  # the key says which of the ratings
        ranking = _Ranking(self._connection, found.id, order)
        own = await ranking.of_player(viewer) if viewer else None
        return records.LeaderboardPage(await ranking.best(most, skip), own)

    async def set_hidden(self, player: str, *, hidden: bool) -> None:
        """Store whether leaderboards and summaries leave a player out."""
        await self._connection.execute(_HIDE, {"player": player, "hidden": hidden})
        await Sums(self._connection).lock([player])  # those who store results read the change after it
        for statement in _HIDE_STANDINGS.values():
            await self._connection.execute(statement, {"player": player, "hidden": hidden})

    async def remove_ended(self, before: date, most: int) -> int:
        """Remove leaderboards whose period ended before a day, at most about `most` rows; returns their number."""
        removed = 0
        while removed < most and (ended := await self._connection.fetch_one(_ENDED, {"before": before})):
            removed += await self._prune(ended.id, most - removed)
        return removed

    async def _prune(self, leaderboard: int, most: int) -> int:
        """Remove at most about `most` standings of a leaderboard and, if none is left, the leaderboard.

        Returns:
            The number of rows removed.
        """
        here = {"leaderboard": leaderboard}
        removed = 0
        for statement in _PRUNE_STANDINGS.values():
            removed += await self._connection.execute(statement, {**here, "most": most})
        if removed < most:
            removed += await self._connection.execute(_PRUNE_LEADERBOARD, here)
        return removed


class _Ranking(Repository):
    """The ranked players of one leaderboard in one order. Hidden players take no place and count for no rank."""

    def __init__(self, connection: Connection, leaderboard: int, order: records.Order) -> None:
        super().__init__(connection)
        self._order = order
        self._table = rating_standings if order is records.Order.RATING else standings
        self._here: dict[str, Any] = {"leaderboard": leaderboard}

    async def best(self, most: int, skip: int) -> Sequence[records.Standing]:
        """At most `most` players after the first `skip`."""
        cut = {**self._here, "skip": skip, "most": most}
        rows = sorted(await self._connection.fetch_all(_BEST[self._order], cut), key=_PLACES[self._order])
        rank = await self._rank(rows[0]) if skip and rows else 1
        best: list[records.Standing] = []
        for place, row in enumerate(rows, skip + 1):
            if best and not self._is_equal(row, rows[place - skip - 2]):
                rank = place
            best.append(self._standing(row, rank))
        return best

    async def of_player(self, player: str) -> records.Standing | None:
        """The standing of a player, without a rank if they have too few games; None if they have no games."""
        row = await self._connection.fetch_one(_OWN[self._table.name], {**self._here, "player": player})
        if row is None:
            return None
        is_ranked = (row.points if self._order is records.Order.RATING else row.ranked_average) is not None
        return self._standing(row, await self._rank(row) if is_ranked else None)

    async def _rank(self, row: Row) -> int:
        figure = self._figure(row) - (_TOLERANCE if self._order is records.Order.AVERAGE else 0)
        better = await self._row(_BETTER[self._order], {**self._here, "figure": figure})
        return 1 + int(better.players)

    def _is_equal(self, one: Row, another: Row) -> bool:
        return abs(self._figure(one) - self._figure(another)) <= _TOLERANCE

    def _standing(self, row: Row, rank: int | None) -> records.Standing:
        return records.Standing(
            row.player_id, records.Tally() if self._order is records.Order.RATING else tally_from_row(row), rank
        )

    def _figure(self, row: Row) -> float:
        return float(getattr(row, _FIGURES[self._order]))
