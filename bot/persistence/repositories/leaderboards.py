"""Reading leaderboards from the sums.

Players are ranked by an average with additional games, which no index has in its order. But players
with the same number of games are in the order of their cost. So the best players are found among the first players for
each number of games that occurs. There are far fewer such numbers than players.

The statements by average have the parameter `extra`, the cost of `MIN_GAMES` games at the typical average.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Self

from sqlalchemy import (
    CTE,
    ColumnElement,
    Delete,
    Float,
    FunctionElement,
    ScalarSelect,
    Select,
    Table,
    bindparam,
    delete,
    func,
    literal_column,
    select,
)
from sqlalchemy.ext.compiler import compiles

from bot.model.records import (
    MIN_GAMES,
    LeaderboardKey,
    LeaderboardPage,
    Order,
    Standing,
    Tally,
    ranked_average,
)
from bot.persistence.connection import Connection, Row
from bot.persistence.repositories.base import Repository, any_of, json_array
from bot.persistence.repositories.sums import NOBODY, leaderboard_values, tally_from
from bot.persistence.tables.games import players
from bot.persistence.tables.records import (
    IS_RANKED,
    leaderboards,
    rating_standings,
    standings,
)
from core.game.policy import read_counted_rules, typical_average

_HERE = standings.c.leaderboard_id == bindparam("leaderboard")
_NO_LIMIT = 2**62
_EXTRA = bindparam("extra", type_=Float())


_TOLERANCE = 1e-9
"""Averages that differ by less than this are equal. The same average can be rounded differently for other games."""


def _recursive_sizes() -> CTE:
    """The distinct numbers of games of ranked players, then null. Each step of the recursion is one index search."""
    first = select(func.min(standings.c.games)).where(_HERE, standings.c.games >= MIN_GAMES).scalar_subquery()
    sizes = select(first.label("games")).cte("sizes", recursive=True)
    larger = select(func.min(standings.c.games)).where(_HERE, standings.c.games > sizes.c.games).scalar_subquery()
    return sizes.union_all(select(larger).where(sizes.c.games.is_not(None)))


def _average(cost: ColumnElement[Any], games: ColumnElement[Any]) -> ColumnElement[Any]:
    """The same as `ranked_average`, in SQL."""
    return (cost + _EXTRA) / (games + literal_column(f"{MIN_GAMES}.0"))


_SIZES = _recursive_sizes()


class _Ceiling(FunctionElement[int]):
    """The ceiling of a number. An integer is less than the number exactly if it is less than its ceiling."""

    inherit_cache = True


@compiles(_Ceiling)
def _number_itself(element: _Ceiling, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return str(compiler.process(element.clauses, **options))


@compiles(_Ceiling, "postgresql")
def _integer(element: _Ceiling, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    """Round up on PostgreSQL, which uses the index only if it compares integers."""
    return f"CAST(ceil({compiler.process(element.clauses, **options)}) AS bigint)"


def _cost_at(place: str, sizes: CTE) -> ScalarSelect[Any]:
    """The cost after as many lower ones as a parameter says, for each of some numbers of games; null if none is."""
    one = standings.alias("one")
    of_size = (one.c.leaderboard_id == bindparam("leaderboard")) & (one.c.games == sizes.c.games)
    costs = select(one.c.cost).where(of_size).order_by(one.c.cost)
    return costs.offset(bindparam(place)).limit(1).correlate(sizes).scalar_subquery()


def _bound() -> ScalarSelect[Any]:
    """An average that at least `end` players reach, null if there are too few numbers of games with many players.

    The `wide` + 1 numbers of games with the best averages at place `deep` + 1 have that many players each who reach the
    worst of these averages.
    """
    averages = (
        select(_average(_cost_at("deep", _SIZES), _SIZES.c.games).label("average"))
        .where(_SIZES.c.games.is_not(None))
        .subquery()
    )
    best = select(averages.c.average).where(averages.c.average.is_not(None)).order_by(averages.c.average)
    return best.offset(bindparam("wide")).limit(1).scalar_subquery()


def best_by_average() -> Select[Any]:
    """The query for at most `most` players after the best `skip`, without those in `hidden`.

    It has the additional parameters `end`, which is `skip` + `most` + the number of hidden players, `last`, which is
    `end` - 1, and those of `_bound`. At most `end` numbers of games can occur among the best `end` players, and at most
    `end` players of each.
    """
    of_size = (standings.c.leaderboard_id == bindparam("leaderboard")) & (standings.c.games == _SIZES.c.games)
    least_cost = select(func.min(standings.c.cost)).where(of_size).correlate(_SIZES).scalar_subquery()
    leading = (
        select(_SIZES.c.games)
        .where(_SIZES.c.games.is_not(None))
        .order_by(_average(least_cost, _SIZES.c.games))
        .limit(bindparam("end"))
        .cte("leading")
    )
    most_cost = _Ceiling(_bound() * (leading.c.games + MIN_GAMES) - _EXTRA + _TOLERANCE)
    wanted = (
        (standings.c.leaderboard_id == bindparam("leaderboard"))
        & (standings.c.games == leading.c.games)
        & (standings.c.cost <= func.coalesce(most_cost, _cost_at("last", leading), _NO_LIMIT))
    )
    # An outer join, so that the databases go through the numbers of games and not through all players. Numbers of games
    # without a wanted player are left out by a condition from which the databases cannot tell that.
    is_player = func.coalesce(standings.c.player_id, NOBODY) != NOBODY
    return (
        select(standings)
        .select_from(leading.outerjoin(standings, wanted))
        .where(is_player, standings.c.player_id.not_in(any_of("hidden")))
        .order_by(_average(standings.c.cost, standings.c.games), standings.c.player_id)
        .offset(bindparam("skip"))
        .limit(bindparam("most"))
    )


def better_by_average() -> Select[Any]:
    """The query for the number of players whose average is less than the parameter `figure`."""
    better = (
        select(func.count())
        .where(
            _HERE,
            standings.c.games == _SIZES.c.games,
            standings.c.cost < _Ceiling(bindparam("figure", type_=Float()) * (_SIZES.c.games + MIN_GAMES) - _EXTRA),
        )
        .correlate(_SIZES)
        .scalar_subquery()
    )
    return select(func.coalesce(func.sum(better), 0).label("players")).where(_SIZES.c.games.is_not(None))


_NOT_SHOWN = any_of("hidden")
"""The ids of the hidden players on the leaderboard. There are few of them."""

_FIND = select(leaderboards.c.id).where(
    leaderboards.c.place == bindparam("place"),
    leaderboards.c.rules == bindparam("rules"),
    leaderboards.c.first_day == bindparam("first_day"),
    leaderboards.c.period == bindparam("period"),
    leaderboards.c.scope == bindparam("scope"),
)

_POINTS = rating_standings.c.points
_RATING_HERE = rating_standings.c.leaderboard_id == bindparam("leaderboard")

_BEST: Mapping[Order, Select[Any]] = {
    Order.AVERAGE: best_by_average(),
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
    Order.AVERAGE: better_by_average(),
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


_MOST_GAMES = (
    select(standings)
    .where(standings.c.leaderboard_id == _FIND.scalar_subquery())
    .order_by(standings.c.games.desc(), standings.c.cost.desc())
    .limit(bindparam("most"))
)


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
        typical = typical_average(read_counted_rules(key.rules)[0])
        ranking = await _Ranking.of_leaderboard(self._connection, found.id, order, typical)
        own = await ranking.of_player(viewer) if viewer else None
        return LeaderboardPage(await ranking.best(most, skip), own)

    async def tallies(self, key: LeaderboardKey, most: int) -> Sequence[Tally]:
        """The games of at most `most` players on a leaderboard, those with the most games."""
        rows = await self._connection.fetch_all(_MOST_GAMES, {**leaderboard_values(key), "most": most})
        return [tally_from(row) for row in rows]

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

    def __init__(self, connection: Connection, leaderboard: int, order: Order, typical: float) -> None:
        super().__init__(connection)
        self._order = order
        self._typical = typical
        self._table = rating_standings if order is Order.RATING else standings
        self._here: dict[str, Any] = {"leaderboard": leaderboard}
        self._hidden: Sequence[Row] = ()

    @classmethod
    async def of_leaderboard(cls, connection: Connection, leaderboard: int, order: Order, typical: float) -> Self:
        """The ranking with what it needs to know of hidden players."""
        ranking = cls(connection, leaderboard, order, typical)
        if ids := [row.id for row in await connection.fetch_all(_HIDDEN_PLAYERS)]:
            of_hidden = {**ranking._here, "ids": json_array(ids)}
            ranking._hidden = await connection.fetch_all(_AMONG[ranking._table.name], of_hidden)
        return ranking

    async def best(self, most: int, skip: int) -> Sequence[Standing]:
        """At most `most` players after the first `skip`."""
        rows = await self._best_rows(most, skip)
        rank = await self._rank(rows[0]) if skip and rows else 1
        best: list[Standing] = []
        for place, row in enumerate(rows, skip + 1):
            if best and not self._is_equal(row, rows[place - skip - 2]):
                rank = place
            best.append(self._standing(row, rank))
        return best

    async def _best_rows(self, most: int, skip: int) -> Sequence[Row]:
        """The rows of at most `most` players after the first `skip`.

        By average, the statement finds the best `end` players, hidden ones among them. Few hidden players are usually
        among the best, so it starts with few, and is repeated only if more are better than the last row.
        """
        hidden = json_array(row.player_id for row in self._hidden)
        cut: dict[str, Any] = {**self._here, "skip": skip, "most": most, "hidden": hidden}
        if self._order is not Order.AVERAGE:
            return await self._connection.fetch_all(_BEST[self._order], cut)
        end, enough = (skip + most) * 17 // 16, skip + most + len(self._hidden)
        while True:
            deep = end // 4
            cut |= {"end": end, "last": end - 1, "deep": deep, "wide": end // (deep + 1), **self._extra}
            rows = await self._connection.fetch_all(_BEST[self._order], cut)
            needed = skip + most + self._hidden_up_to(rows[-1]) if len(rows) == most else enough
            if needed <= end:
                return rows
            end = needed

    def _hidden_up_to(self, row: Row) -> int:
        """How many hidden players are ranked up to a row."""
        figure = self._figure(row) + _TOLERANCE
        return sum(self._is_ranked(other) and self._figure(other) <= figure for other in self._hidden)

    async def of_player(self, player: str) -> Standing | None:
        """The standing of a player, without a rank if they have too few games; None if they have no games."""
        row = await self._connection.fetch_one(_OWN[self._table.name], {**self._here, "player": player})
        if row is None:
            return None
        return self._standing(row, await self._rank(row) if self._is_ranked(row) else None)

    async def _rank(self, row: Row) -> int:
        figure = self._figure(row) - (_TOLERANCE if self._order is Order.AVERAGE else 0)
        parameters = {**self._here, **(self._extra if self._order is Order.AVERAGE else {}), "figure": figure}
        better = await self._connection.fetch_one(_BETTER[self._order], parameters)
        hidden = sum(self._is_ranked(other) and self._is_better(other, figure) for other in self._hidden)
        return 1 + (int(better.players) if better else 0) - hidden

    @property
    def _extra(self) -> dict[str, float]:
        return {"extra": MIN_GAMES * self._typical}

    def _is_ranked(self, row: Row) -> bool:
        return row.points is not None if self._order is Order.RATING else row.games >= MIN_GAMES

    def _is_better(self, row: Row, figure: float) -> bool:
        return self._figure(row) < figure if self._order is Order.AVERAGE else self._figure(row) > figure

    def _is_equal(self, one: Row, another: Row) -> bool:
        return abs(self._figure(one) - self._figure(another)) <= _TOLERANCE

    def _standing(self, row: Row, rank: int | None) -> Standing:
        return Standing(row.player_id, Tally() if self._order is Order.RATING else tally_from(row), rank)

    def _figure(self, row: Row) -> float:
        match self._order:
            case Order.AVERAGE:
                return ranked_average(tally_from(row), self._typical)
            case Order.SOLVED:
                return float(row.solved)
            case Order.RATING | Order.ITEMS:
                return float(row.points)
