"""The repository of the events that have been handled."""

from datetime import datetime

from sqlalchemy import bindparam, delete, select
from typing_extensions import override

from bot.persistence.repositories.base import Repository
from bot.persistence.tables.games import events
from bot.services import ports

_PRUNE_EVENTS = delete(events).where(
    events.c.id.in_(
        select(events.c.id).where(events.c.at < bindparam("before")).order_by(events.c.at).limit(bindparam("most"))
    )
)


class SqlEvents(Repository, ports.Events):
    """The ids of handled events in a table."""

    @override
    async def claim(self, event: str, now: datetime) -> bool:
        return await self._insert_if_new(events, id=event, at=now)

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_EVENTS, {"before": before, "most": most})
