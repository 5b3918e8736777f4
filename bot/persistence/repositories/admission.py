"""The repository of the operator's decisions."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from bot.model.admission import AdmissionEntry, AdmissionKey, Decision, Subject
from bot.persistence.repositories.base import Repository
from bot.persistence.tables.admission import admission_entries, admission_switches

_ADMISSION_ENTRIES = select(admission_entries).order_by(
    admission_entries.c.platform, admission_entries.c.subject, admission_entries.c.id
)
_REMOVE = delete(admission_entries).where(
    admission_entries.c.platform == bindparam("platform"),
    admission_entries.c.subject == bindparam("subject"),
    admission_entries.c.id == bindparam("id"),
)
_ADMISSION_SWITCHES = select(admission_switches)
_REMOVE_SWITCH = delete(admission_switches).where(admission_switches.c.name == bindparam("name"))


class AdmissionRepository(Repository):
    """The operator's decisions."""

    async def entries(self) -> Sequence[AdmissionEntry]:
        """All entries of both lists, by platform, subject and id."""
        return [
            AdmissionEntry(
                AdmissionKey(row.platform, Subject(row.subject), row.id), Decision(row.decision), row.decided_at
            )
            for row in await self._connection.fetch_all(_ADMISSION_ENTRIES)
        ]

    async def save(self, entry: AdmissionEntry) -> None:
        """Store an entry; it replaces the one with the same key."""
        values = {**_columns(entry.key), "decision": entry.decision.value, "decided_at": entry.decided_at}
        await self._upsert(admission_entries, **values)

    async def remove(self, key: AdmissionKey) -> bool:
        """Remove an entry; returns whether there was one."""
        return await self._connection.execute(_REMOVE, _columns(key)) > 0

    async def switches(self) -> Mapping[str, str]:
        """The stored switches by name."""
        return {row.name: row.value for row in await self._connection.fetch_all(_ADMISSION_SWITCHES)}

    async def switch(self, name: str, value: str | None, now: datetime) -> None:
        """Store a switch, or remove it if its value is None."""
        if value is None:
            await self._connection.execute(_REMOVE_SWITCH, {"name": name})
        else:
            await self._upsert(admission_switches, name=name, value=value, changed_at=now)


def _columns(key: AdmissionKey) -> dict[str, str]:
    return {"platform": key.platform, "subject": key.subject.value, "id": key.id}
