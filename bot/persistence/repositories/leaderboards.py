"""Reading leaderboards from the sums."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Self

from sqlalchemy import Delete, Select, Table, bindparam, delete, func, select

from bot.model.records import LeaderboardKey, LeaderboardPage, Order, Standing, Tally
from bot.persistence.connection import Connection, Row
from bot.persistence.repositories.base import Repository, any_of, json_array
from bot.persistence.repositories.sums import leaderboard_values, tally_from
from bot.persistence.tables.games import players
from bot.persistence.tables.records import (
    IS_RANKED,
    leaderboards,
    rating_standings,
    standings,
)

_HERE = standings.c.leaderboard_id == bindparam("leaderboard")


_TOLERANCE = 1e-9
"""Averages that differ by less than this are equal. The same average can be rounded differently for other games."""


_NOT_SHOWN = any_of("hidden")
"""The ids of the hidden players on the leaderboard. There are few of them."""

_FIND = select(leaderboards.c.id).where(
    leaderboards.c.place == bindparam("place"),
    leaderboards.c.rules == bindparam("rules"),
    leaderboards.c.first_day == bindparam("first_day"),
    leaderboards.c.period == bindparam("period"),
    leaderboards.c.scope == bindparam("scope"),
)

_AVERAGE = standings.c.ranked_average
_POINTS = rating_standings.c.points
_RATING_HERE = rating_standings.c.leaderboard_id == bindparam("leaderboard")

_BEST: Mapping[Order, Select[Any]] = {
    Order.AVERAGE: select(standings)
    .where(_HERE, _AVERAGE.is_not(None), standings.c.player_id.not_in(_NOT_SHOWN))
    .order_by(_AVERAGE, standings.c.player_id)
    .offset(bindparam("skip"))
    .limit(bindparam("most")),
    Order.SOLVED: select(standings)
    .where(_HERE, IS_RANKED, standings.c.player_id.not_in(_NOT_SHOWN))
    .order_by(standings.c.solved.desc(), standings.c.cost, standings.c.player_id)
    .offset(bindparam("skip"))
    .limit(bindparam("most")),
    Order.RATING: select(rating_standings)
    .where(_RATING_HERE, _POINTS.is_not(None), rating_standings.c.player_id.not_in(_NOT_SHOWN))
    .order_by(_POINTS.desc(), rating_standings.c.player_id)
    .offset(bindparam("skip"))
    .limit(bindparam("most")),
}
"""The queries for at most `most` players after the best `skip`, without those in `hidden`."""

_BETTER: Mapping[Order, Select[Any]] = {
    Order.AVERAGE: select(func.count().label("players")).where(_HERE, bindparam("figure") > _AVERAGE),
    Order.SOLVED: select(func.count().label("players")).where(
        _HERE, IS_RANKED, standings.c.solved > bindparam("figure")
    ),
    Order.RATING: select(func.count().label("players")).where(_RATING_HERE, bindparam("figure") < _POINTS),
}
"""The queries for the number of players with a better figure."""


def _own_in(table: Table) -> Select[Any]:
    """The query for the standing of a player."""
    return select(table).where(
        table.c.player_id == bindparam("player"), table.c.leaderboard_id == bindparam("leaderboard")
    )


def _among(table: Table) -> Select[Any]:
    """The query for the standings of the players in `ids`, each found by the primary key."""
    return select(table).where(table.c.player_id.in_(any_of("ids")), table.c.leaderboard_id == bindparam("leaderboard"))


_TABLES = (standings, rating_standings)
_OWN = {table.name: _own_in(table) for table in _TABLES}
_AMONG = {table.name: _among(table) for table in _TABLES}
_HIDDEN_PLAYERS = select(players.c.id).where(players.c.hidden)
_ENDED = select(leaderboards.c.id).where(leaderboards.c.end < bindparam("before")).order_by(leaderboards.c.end).limit(1)


def _prune_some(table: Table) -> Delete:
    """The statement that removes at most `most` standings of a leaderboard."""
    here = table.c.leaderboard_id == bindparam("leaderboard")
    some = select(table.c.player_id).where(here).limit(bindparam("most"))
    return delete(table).where(here, table.c.player_id.in_(some))


_PRUNE_STANDINGS = {table.name: _prune_some(table) for table in _TABLES}
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
        ranking = await _Ranking.of_leaderboard(self._connection, found.id, order)
        own = await ranking.of_player(viewer) if viewer else None
        return LeaderboardPage(await ranking.best(most, skip), own)

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
        self._hidden: Sequence[Row] = ()

    @classmethod
    async def of_leaderboard(cls, connection: Connection, leaderboard: int, order: Order) -> Self:
        """The ranking with what it needs to know of hidden players."""
        ranking = cls(connection, leaderboard, order)
        if ids := [row.id for row in await connection.fetch_all(_HIDDEN_PLAYERS)]:
            of_hidden = {**ranking._here, "ids": json_array(ids)}
            ranking._hidden = await connection.fetch_all(_AMONG[ranking._table.name], of_hidden)
        return ranking

    async def best(self, most: int, skip: int) -> Sequence[Standing]:
        """At most `most` players after the first `skip`."""
        hidden = json_array(row.player_id for row in self._hidden)
        cut = {**self._here, "skip": skip, "most": most, "hidden": hidden}
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
        better = await self._connection.fetch_one(_BETTER[self._order], {**self._here, "figure": figure})
        hidden = sum(self._is_ranked(other) and self._is_better(other, figure) for other in self._hidden)
        return 1 + (int(better.players) if better else 0) - hidden

    def _is_ranked(self, row: Row) -> bool:
        return (row.points if self._order is Order.RATING else row.ranked_average) is not None

    def _is_better(self, row: Row, figure: float) -> bool:
        return self._figure(row) < figure if self._order is Order.AVERAGE else self._figure(row) > figure

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
