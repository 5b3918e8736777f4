"""Reading leaderboards from the sums."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, bindparam, delete, func, select, update

from bot.model.records import LeaderboardKey, LeaderboardPage, Order, Standing, Tally
from bot.persistence.connection import Connection, Repository, Row
from bot.persistence.repositories.sums import Sums, leaderboard_values, tally_from
from bot.persistence.tables.games import players
from bot.persistence.tables.records import (
    IS_RANKED,
    leaderboards,
    rating_standings,
    standings,
)

_TOLERANCE = 1e-9
"""Averages that differ by less than this are equal. The same average can be rounded differently for other games."""

_FIND = select(leaderboards.c.id).where(
    leaderboards.c.place == bindparam("place"),
    leaderboards.c.rules == bindparam("rules"),
    leaderboards.c.first_day == bindparam("first_day"),
    leaderboards.c.period == bindparam("period"),
    leaderboards.c.scope == bindparam("scope"),
)


def _here(table: Table) -> ColumnElement[bool]:
    """The condition for standings on a leaderboard."""
    return table.c.leaderboard_id == bindparam("leaderboard")


def _shown(table: Table, *conditions: ColumnElement[bool]) -> Sequence[ColumnElement[bool]]:
    """Conditions for standings on a leaderboard, with those that leave out hidden players."""
    return _here(table), table.c.hidden.is_(False), *conditions


def _best(table: Table, condition: ColumnElement[bool], *order: ColumnElement[Any]) -> Select[Any]:
    """The query for at most `most` players after the best `skip`."""
    ordered = select(table).where(*_shown(table, condition)).order_by(*order, table.c.player_id)
    return ordered.offset(bindparam("skip")).limit(bindparam("most"))


_BEST: Mapping[Order, Select[Any]] = {
    Order.AVERAGE: _best(standings, standings.c.ranked_average.is_not(None), standings.c.ranked_average),
    Order.SOLVED: _best(standings, IS_RANKED, standings.c.solved.desc(), standings.c.cost),
    Order.RATING: _best(rating_standings, rating_standings.c.points.is_not(None), rating_standings.c.points.desc()),
}

_BETTER: Mapping[Order, Select[Any]] = {
    order: select(func.count().label("players")).where(*conditions)
    for order, conditions in {
        Order.AVERAGE: _shown(standings, bindparam("figure") > standings.c.ranked_average),
        Order.SOLVED: _shown(standings, IS_RANKED, standings.c.solved > bindparam("figure")),
        Order.RATING: _shown(rating_standings, bindparam("figure") < rating_standings.c.points),
    }.items()
}
"""The queries for the number of players with a better figure."""


_TABLES = (standings, rating_standings)
_OWN = {table.name: select(table).where(table.c.player_id == bindparam("player"), _here(table)) for table in _TABLES}
"""The queries for the standing of a player."""

_HIDE = update(players).where(players.c.id == bindparam("player"))
_HIDE_STANDINGS = {table.name: update(table).where(table.c.player_id == bindparam("player")) for table in _TABLES}
_ENDED = select(leaderboards.c.id).where(leaderboards.c.end < bindparam("before")).order_by(leaderboards.c.end).limit(1)


_PRUNE_STANDINGS = {
    table.name: delete(table).where(
        _here(table),
        table.c.player_id.in_(select(table.c.player_id).where(_here(table)).limit(bindparam("most"))),
    )
    for table in _TABLES
}
"""The statements that remove at most `most` standings of a leaderboard."""

_PRUNE_LEADERBOARD = delete(leaderboards).where(leaderboards.c.id == bindparam("leaderboard"))


class LeaderboardRepository(Repository):
    """The ranked results, counted for each leaderboard as they are stored.

    They are in tables of sums.
    """

    async def page(
        self, key: LeaderboardKey, order: Order, viewer: str | None, most: int, skip: int = 0
    ) -> LeaderboardPage:
        """At most `most` ranked players after the first `skip`, best first, and the standing of a player.

        Among equals by the number of solved games, the one with the least cost comes first.
        """
        found = await self._connection.fetch_one(_FIND, leaderboard_values(key))
        if found is None:
            return LeaderboardPage()
        order = Order.RATING if order.is_rating else order  # the key says which of the ratings
        ranking = _Ranking(self._connection, found.id, order)
        own = await ranking.of_player(viewer) if viewer else None
        return LeaderboardPage(await ranking.best(most, skip), own)

    async def choose_hidden(self, player: str, *, hidden: bool) -> None:
        """Store whether leaderboards and summaries leave a player out."""
        await self._connection.execute(_HIDE, {"player": player, "hidden": hidden})
        await Sums(self._connection).lock([player])  # those who store results read the change after it
        for statement in _HIDE_STANDINGS.values():
            await self._connection.execute(statement, {"player": player, "hidden": hidden})

    async def prune(self, before: date, most: int) -> int:
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

    def __init__(self, connection: Connection, leaderboard: int, order: Order) -> None:
        super().__init__(connection)
        self._order = order
        self._table = rating_standings if order is Order.RATING else standings
        self._here: dict[str, Any] = {"leaderboard": leaderboard}

    async def best(self, most: int, skip: int) -> Sequence[Standing]:
        """At most `most` players after the first `skip`."""
        cut = {**self._here, "skip": skip, "most": most}
        rows = await self._connection.fetch_all(_BEST[self._order], cut)
        rank = await self._rank(rows[0]) if skip and rows else 1
        best: list[Standing] = []
        for place, row in enumerate(rows, skip + 1):
            if best and not self._is_equal(row, rows[place - skip - 2]):
                rank = place
            best.append(self._standing(row, rank))
        return best

    async def of_player(self, player: str) -> Standing | None:
        """The standing of a player, without a rank if they have too few games; None if they have no games."""
        row = await self._connection.fetch_one(_OWN[self._table.name], {**self._here, "player": player})
        if row is None:
            return None
        return self._standing(row, await self._rank(row) if self._is_ranked(row) else None)

    async def _rank(self, row: Row) -> int:
        figure = self._figure(row) - (_TOLERANCE if self._order is Order.AVERAGE else 0)
        better = await self._row(_BETTER[self._order], {**self._here, "figure": figure})
        return 1 + int(better.players)

    def _is_ranked(self, row: Row) -> bool:
        return (row.points if self._order is Order.RATING else row.ranked_average) is not None

    def _is_equal(self, one: Row, another: Row) -> bool:
        return abs(self._figure(one) - self._figure(another)) <= _TOLERANCE

    def _standing(self, row: Row, rank: int | None) -> Standing:
        return Standing(row.player_id, Tally() if self._order is Order.RATING else tally_from(row), rank)

    def _figure(self, row: Row) -> float:
        match self._order:
            case Order.AVERAGE:
                return float(row.ranked_average)
            case Order.SOLVED:
                return float(row.solved)
            case Order.RATING | Order.ITEMS:
                return float(row.points)
