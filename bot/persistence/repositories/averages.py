"""The order of players by their average.

Players are ranked by an average that depends on the mean of all players, so no index can have that order. But players
with the same number of games are in the order of their cost. So the best players are found among the first players for
each number of games that occurs. There are far fewer such numbers than players.

The statements have the parameter `leaderboard`, an id, and `extra`, the cost of `MIN_GAMES` games at the mean.
"""

from typing import Any

from sqlalchemy import CTE, ColumnElement, Float, FunctionElement, Select, bindparam, func, literal_column, select
from sqlalchemy.ext.compiler import compiles

from bot.model.leaderboards import MIN_GAMES
from bot.persistence.repositories.base import any_of
from bot.persistence.tables.records import standings

_HERE = standings.c.leaderboard_id == bindparam("leaderboard")
_NO_LIMIT = 2**62
_EXTRA = bindparam("extra", type_=Float())


def _recursive_sizes() -> CTE:
    """The distinct numbers of games of ranked players, followed by null. Each step finds the next one in the index."""
    first = select(func.min(standings.c.games)).where(_HERE, standings.c.games >= MIN_GAMES).scalar_subquery()
    sizes = select(first.label("games")).cte("sizes", recursive=True)
    larger = select(func.min(standings.c.games)).where(_HERE, standings.c.games > sizes.c.games).scalar_subquery()
    return sizes.union_all(select(larger).where(sizes.c.games.is_not(None)))


def _average(cost: ColumnElement[Any], games: ColumnElement[Any]) -> ColumnElement[Any]:
    """The same as `bayesian_average`, in SQL."""
    return (cost + _EXTRA) / (games + literal_column(f"{MIN_GAMES}.0"))


_SIZES = _recursive_sizes()


def best_by_average() -> Select[Any]:
    """The query for at most `most` players after the best `skip`, without those in `hidden`.

    It has the additional parameters `end`, which is `skip` + `most` + the number of hidden players, and `last`, which
    is `end` - 1. At most `end` numbers of games can occur among the best `end` players, and at most `end` players of
    each.
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
    one = standings.alias("one")
    last_cost = (
        select(one.c.cost)
        .where(one.c.leaderboard_id == bindparam("leaderboard"), one.c.games == leading.c.games)
        .order_by(one.c.cost)
        .offset(bindparam("last"))
        .limit(1)
        .correlate(leading)
        .scalar_subquery()
    )
    wanted = (
        (standings.c.leaderboard_id == bindparam("leaderboard"))
        & (standings.c.games == leading.c.games)
        & (standings.c.cost <= func.coalesce(last_cost, _NO_LIMIT))
    )
    # An outer join, so that the databases go through the numbers of games and not through all players.
    return (
        select(standings)
        .select_from(leading.outerjoin(standings, wanted))
        .where(standings.c.player_id.not_in(any_of("hidden")))
        .order_by(_average(standings.c.cost, standings.c.games), standings.c.player_id)
        .offset(bindparam("skip"))
        .limit(bindparam("most"))
    )


class _Ceiling(FunctionElement[int]):
    """A number with which an integer is compared: the integer is less than the number if it is less than this."""

    inherit_cache = True


@compiles(_Ceiling)
def _number_itself(element: _Ceiling, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return str(compiler.process(element.clauses, **options))


@compiles(_Ceiling, "postgresql")
def _integer(element: _Ceiling, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    """Round up, because PostgreSQL uses the index only if it compares integers."""
    return f"CAST(ceil({compiler.process(element.clauses, **options)}) AS bigint)"


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
