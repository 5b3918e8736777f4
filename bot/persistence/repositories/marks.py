"""The repository of skill and luck."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, delete, select, update

from bot.model.marks import DueMarks, MarkedMonth, Marks, MarkSum, is_marked
from bot.model.results import Result
from bot.persistence.connection import Row
from bot.persistence.repositories import record_mapping
from bot.persistence.repositories.base import Repository
from bot.persistence.repositories.sums import Sums
from bot.persistence.tables.marks import mark_months, mark_standings
from bot.persistence.tables.records import results
from bot.persistence.upserts import upsert, upsert_sums

_SUMS = ("games", "skill", "exact", "lucky_games", "luck")
_STANDING_COLUMNS = ("player_id", "leaderboard_id", *_SUMS, "tenths")


def _to_mark(condition: ColumnElement[bool], order: ColumnElement[datetime]) -> Select[Any]:
    return (
        select(results.c.game_id, results.c.player_id, results.c.mark_at)
        .where(condition)
        .order_by(order)
        .limit(bindparam("most"))
    )


_DUE = {
    "now": _to_mark(results.c.mark_at <= bindparam("now"), results.c.mark_at.asc()),
    "latest": _to_mark(results.c.mark_at > bindparam("latest"), results.c.mark_at.desc()),
}
"""The queries for the results to be marked: those due before `now`, and those due after `latest`."""

_ONE = (results.c.game_id == bindparam("game"), results.c.player_id == bindparam("player"))
_GET = select(results).where(*_ONE)
_PUT_OFF = update(results).where(*_ONE, results.c.mark_at == bindparam("stored"))
_SAVE = update(results).where(*_ONE)
_NEXT = (
    select(results).where(results.c.sequence > bindparam("after")).order_by(results.c.sequence).limit(bindparam("most"))
)

_OF_PLAYER = mark_months.c.player_id == bindparam("player")
_MONTHS = select(mark_months).where(_OF_PLAYER).order_by(mark_months.c.rules, mark_months.c.month)
_STANDING = select(mark_standings).where(
    mark_standings.c.player_id == bindparam("player"), mark_standings.c.leaderboard_id == bindparam("leaderboard")
)
_FORGET_MONTHS = delete(mark_months).where(_OF_PLAYER)
_FORGET_STANDINGS = delete(mark_standings).where(mark_standings.c.player_id == bindparam("player"))


class MarkRepository(Repository):
    """The marks of results, their sums by month, and when results are to be marked.

    The marks are columns of the results; their sums are in other tables.

    `Results.add` stores that results are due.
    """

    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueMarks]:
        """At most about `most` results to be marked now, those that have waited longest first.

        Results with a time after `latest` are included: only a clock that was wrong can have put them off that long.
        """
        return [
            DueMarks(row.game_id, row.player_id, row.mark_at)
            for name, limit in (("now", now), ("latest", latest))
            for row in await self._connection.fetch_all(_DUE[name], {name: limit, "most": most})
        ]

    async def put_off(self, due: DueMarks, at: datetime) -> bool:
        """Store that a result is to be marked at another time; False if the stored time has changed since."""
        parameters = {"game": due.game, "player": due.player, "stored": due.mark_at, "mark_at": at}
        return await self._connection.execute(_PUT_OFF, parameters) == 1

    async def save(self, due: DueMarks, marks: Marks | None) -> bool:
        """Store the marks of a result that is to be marked, None if it gets none, and update the sums.

        Marks that were stored before are replaced.

        Returns:
            Whether they were stored. They are not if the result is no longer to be marked.
        """
        sums = Sums(self._connection)
        await sums.lock([due.player])
        key = {"game": due.game, "player": due.player}
        row = await self._connection.fetch_one(_GET, key)
        if row is None or row.mark_at is None:
            return False
        after = marks or Marks()
        await self._connection.execute(
            _SAVE,
            {**key, "mark_at": None, "skill": after.skill, "luck": after.luck, "is_exact": after.is_exact},
        )
        difference = MarkSum.of(after) - MarkSum.of(Marks(row.skill, row.luck, row.is_exact))
        if difference != MarkSum():
            await self._count(record_mapping.result_from(row), difference, sums)
        return True

    async def _count(self, result: Result, difference: MarkSum, sums: Sums) -> None:
        """Add marks to the sums of a player. The player must be locked."""
        month = {"player_id": result.player, "rules": result.rules, "month": result.ended_at.date().replace(day=1)}
        await self._connection.execute_many(
            upsert_sums(mark_months, self._connection.dialect, _SUMS), [{**month, **asdict(difference)}]
        )
        rows = []
        for leaderboard in sorted(await sums.leaderboards_of(result)):
            here = {"player": result.player, "leaderboard": leaderboard}
            row = await self._connection.fetch_one(_STANDING, here)
            rows.append(_standing_values(result.player, leaderboard, mark_sum_from(row) + difference))
        await self._connection.execute_many(upsert(mark_standings, self._connection.dialect, _STANDING_COLUMNS), rows)

    async def months(self, player: str) -> Mapping[str, Sequence[MarkedMonth]]:
        """The marks of a player by rules and month, in the order of the months."""
        rows = await self._connection.fetch_all(_MONTHS, {"player": player})
        return {
            rules: [MarkedMonth(row.month, mark_sum_from(row)) for row in months]
            for rules, months in groupby(rows, lambda row: str(row.rules))
        }

    async def reschedule(self, after: int, most: int, now: datetime) -> tuple[int, int]:
        """Schedule some results to be marked again: of the next `most` results, those that get marks.

        Args:
            after: the sequence number of the result before the first; 0 to begin.
            most: the number of results to go through.
            now: the time at which they become due.

        Returns:
            The sequence number of the last result gone through, `after` if there were none, and the number scheduled.
        """
        rows = await self._connection.fetch_all(_NEXT, {"after": after, "most": most})
        expected = [row for row in rows if is_marked(record_mapping.result_from(row))]
        for row in expected:
            await self._connection.execute(_SAVE, {"game": row.game_id, "player": row.player_id, "mark_at": now})
        return (int(rows[-1].sequence) if rows else after), len(expected)

    async def forget(self, player: str) -> None:
        """Remove the sums of a player's marks."""
        for statement in (_FORGET_MONTHS, _FORGET_STANDINGS):
            await self._connection.execute(statement, {"player": player})


def mark_sum_from(row: Row | None) -> MarkSum:
    """The sum in the columns of a row; an empty one if there is no row."""
    return MarkSum(*(int(getattr(row, name)) for name in _SUMS)) if row else MarkSum()


def _standing_values(player: str, leaderboard: int, marks: MarkSum) -> dict[str, object]:
    return {
        "player_id": player,
        "leaderboard_id": leaderboard,
        **asdict(marks),
        "tenths": marks.tenths if marks.is_ranked else None,
    }
