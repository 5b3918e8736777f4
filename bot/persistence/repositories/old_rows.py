"""The repository of rows that nobody needs after some time."""

from datetime import date
from typing import Any

from sqlalchemy import Column, Delete, bindparam, delete, select, tuple_

from bot.persistence.repositories.base import Repository
from bot.persistence.tables.administration import announcements, leases, profile_versions, shared_limits
from bot.persistence.tables.daily import daily_hashes
from bot.persistence.tables.games import conversations, events, news


def _remove_before(time: Column[Any]) -> Delete:
    """Remove the oldest rows, at most `most`, whose time is before `before`."""
    keys = list(time.table.primary_key)
    old = select(*keys).where(time < bindparam("before")).order_by(time).limit(bindparam("most"))
    return delete(time.table).where((keys[0] if len(keys) == 1 else tuple_(*keys)).in_(old))


_TIMES: tuple[Column[Any], ...] = (
    announcements.c.made_at,
    conversations.c.expires_at,
    daily_hashes.c.day,
    events.c.at,
    leases.c.expires_at,
    news.c.stored_at,
    profile_versions.c.changed_at,
    shared_limits.c.free_at,
)
_REMOVE = {time.table.name: _remove_before(time) for time in _TIMES}


class OldRowRepository(Repository):
    """The rows of tables that are removed when they are old."""

    async def remove(self, table: str, before: date, most: int) -> int:
        """Remove the oldest rows of a table, at most `most`.

        Args:
            table: the name of the table.
            before: a `datetime`, or a day for tables with days, before which the time of a row makes it old.
            most: the most rows to remove.

        Returns:
            The number of rows removed.
        """
        return await self._connection.execute(_REMOVE[table], {"before": before, "most": most})
