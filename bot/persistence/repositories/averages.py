"""The order of players by their average.

Players are ranked by an average that depends on the mean of all players, so no index can hold that order. Among
players with the same number of games, though, it is the order of their cost. So the best are found by going through
the numbers of games that occur, which are far fewer than the players, and reading only the first players of each.

The statements have the parameter `leaderboard`, an id, and `extra`, the cost of `MIN_GAMES` games at the mean.
"""

from typing import Any

from sqlalchemy import CTE, ColumnElement, Float, FunctionElement, Select, bindparam, func, literal_column, select
from sqlalchemy.ext.compiler import compiles

from bot.persistence.tables.records import standings
from bot.services.records.leaderboards import MIN_GAMES

_HERE = standings.c.leaderboard_id == bindparam("leaderboard")
_NO_LIMIT = 2**62
_EXTRA = bindparam("extra", type_=Float())


def _recursive_sizes() -> CTE:
    """The numbers of games that ranked players have, each once; every step finds the next one in the index.

    The last one is null.
    """
    first = select(func.min(standings.c.games)).where(_HERE, standings.c.games >= MIN_GAMES).scalar_subquery()
    sizes = select(first.label("games")).cte("sizes", recursive=True)
    larger = select(func.min(standings.c.games)).where(_HERE, standings.c.games > sizes.c.games).scalar_subquery()
    return sizes.union_all(select(larger).where(sizes.c.games.is_not(None)))


def _average(cost: ColumnElement[Any], games: ColumnElement[Any]) -> ColumnElement[Any]:
    """As `bayesian_average`."""
    return (cost + _EXTRA) / (games + literal_column(f"{MIN_GAMES}.0"))


_SIZES = _recursive_sizes()


def best_by_average() -> Select[Any]:
    """The best players without the first `skip`, at most `most`; `end` is `skip` + `most`, and `last` one less.

    Only the `end` numbers of games whose best players are best matter, and of each only the first `end` players.
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
        .order_by(_average(standings.c.cost, standings.c.games), standings.c.player_id)
        .offset(bindparam("skip"))
        .limit(bindparam("most"))
    )


class _Ceiling(FunctionElement[int]):
    """What an integer is compared with to find out whether it is less than a number."""

    inherit_cache = True


@compiles(_Ceiling)
def _number_itself(element: _Ceiling, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    return str(compiler.process(element.clauses, **options))


@compiles(_Ceiling, "postgresql")
def _integer(element: _Ceiling, compiler: Any, **options: Any) -> str:  # noqa: ANN401  # SQLAlchemy's signature
    """PostgreSQL would compare the integers as numbers with a fraction, which no index holds."""
    return f"CAST(ceil({compiler.process(element.clauses, **options)}) AS bigint)"


def better_by_average() -> Select[Any]:
    """The number of players whose average is less than `figure`."""
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
