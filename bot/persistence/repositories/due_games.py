"""The repository of the games whose time may have run out."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, func, select, update

from bot.model.games import DueGame, UntimedGame
from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.rooms import room_from
from bot.persistence.tables.games import games, rooms
from core.game.any_game import Who


def _to_check(condition: ColumnElement[bool], order: ColumnElement[datetime]) -> Select[Any]:
    return (
        select(games.c.id.label("game"), rooms)
        .join_from(games, rooms)
        .where(condition)
        .order_by(order)
        .limit(bindparam("most"))
    )


_DUE = {
    "now": _to_check(games.c.check_at <= bindparam("now"), games.c.check_at.asc()),
    "latest": _to_check(games.c.check_at > bindparam("latest"), games.c.check_at.desc()),
}
"""The queries for the games to be checked: those due before `now`, and those due after `latest`."""

_CHECK_LATER = update(games).where(games.c.id == bindparam("game"), games.c.check_at.is_not(None))

_UNTIMED = (
    select(games.c.id, games.c.check_at, games.c.started_at, games.c.moved_at, games.c.idle_hours)
    .where(games.c.check_at <= bindparam("until"), games.c.turn_ends_at.is_(None), games.c.who != Who.RACE.value)
    .order_by(games.c.check_at)
    .limit(bindparam("most"))
)
_PUT_OFF = update(games).where(games.c.id == bindparam("game"), games.c.check_at == bindparam("before"))

_SET_REMINDED = update(games).where(games.c.id == bindparam("game"))

_COUNT_RUNNING = select(func.count().label("running")).select_from(games).where(games.c.ended_at.is_(None))


class DueGameRepository(Repository):
    """When to check running games; see `StoredGame.check_at`."""

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueGame]:
        """At most about `most` games to be checked now, those that have waited longest first.

        Games to be checked after `latest` are included, because their time was stored by a wrong clock.
        """
        return [
            DueGame(room_from(row), row.game)
            for name, limit in (("now", now), ("latest", latest))
            for row in await self._connection.fetch_all(_DUE[name], {name: limit, "most": most})
        ]

    async def check_later(self, game: str, at: datetime) -> None:
        """Store when a running game is to be checked next."""
        await self._connection.execute(_CHECK_LATER, {"game": game, "check_at": at})

    async def untimed(self, until: datetime, most: int) -> Sequence[UntimedGame]:
        """At most `most` games to be checked until a time in which nobody's time runs, those due first at first."""
        rows = await self._connection.fetch_all(_UNTIMED, {"until": until, "most": most})
        return [
            UntimedGame(row.id, row.check_at, row.started_at, row.moved_at, timedelta(hours=row.idle_hours))
            for row in rows
        ]

    async def put_off(self, later: Mapping[UntimedGame, datetime]) -> None:
        """Store when games are to be checked next, unless that has changed since they were read."""
        for game, at in later.items():
            await self._connection.execute(_PUT_OFF, {"game": game.id, "before": game.check_at, "check_at": at})

    async def set_reminded(self, game: str) -> None:
        """Store that the player whom a running game waits for has been reminded."""
        await self._connection.execute(_SET_REMINDED, {"game": game, "reminded": True})

    async def count_running(self) -> int:
        """The number of running games."""
        row = await self._connection.fetch_one(_COUNT_RUNNING)
        return row.running if row else 0
