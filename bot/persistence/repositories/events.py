"""The repository of the events that have been handled."""

from datetime import datetime

from sqlalchemy import bindparam, delete, select

from bot.persistence.repositories.base import Repository
from bot.persistence.tables.games import events
from bot.persistence.upserts import insert_if_new

_PRUNE_EVENTS = delete(events).where(
    events.c.id.in_(
        select(events.c.id).where(events.c.at < bindparam("before")).order_by(events.c.at).limit(bindparam("most"))
    )
)


class EventRepository(Repository):
    """The events that have been handled."""

    async def claim(self, event: str, now: datetime) -> bool:
        """Mark an event as handled when the unit of work is committed; returns whether it is new."""
        statement = insert_if_new(events, self._connection.dialect)
        return await self._connection.execute(statement, {"id": event, "at": now}) == 1

    async def prune(self, before: datetime, most: int) -> int:
        """Remove at most `most` events that were handled before a time, the oldest first; returns their number."""
        return await self._connection.execute(_PRUNE_EVENTS, {"before": before, "most": most})
