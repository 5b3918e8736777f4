"""The repository of the events that have been handled."""

from datetime import datetime

from sqlalchemy import bindparam, delete, select
from typing_extensions import override

from bot.persistence.repositories.base import Repository
from bot.persistence.tables.games import events
from bot.persistence.upserts import insert_if_new
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
        statement = insert_if_new(events, self._connection.dialect)
        return await self._connection.execute(statement, {"id": event, "at": now}) == 1

    @override
    async def prune(self, before: datetime, most: int) -> int:
        return await self._connection.execute(_PRUNE_EVENTS, {"before": before, "most": most})
