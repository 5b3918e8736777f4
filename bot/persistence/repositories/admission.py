"""The repository of the operator's decisions."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, select
from typing_extensions import override

from bot.model.admission import AdmissionEntry, AdmissionKey, Decision, StoredAdmission, Subject
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


class SqlAdmission(Repository, StoredAdmission):
    """The lists and the switches, each in a table."""

    @override
    async def entries(self) -> Sequence[AdmissionEntry]:
        return [
            AdmissionEntry(
                AdmissionKey(row.platform, Subject(row.subject), row.id), Decision(row.decision), row.decided_at
            )
            for row in await self._connection.fetch_all(_ADMISSION_ENTRIES)
        ]

    @override
    async def save(self, entry: AdmissionEntry) -> None:
        values = {**_columns(entry.key), "decision": entry.decision.value, "decided_at": entry.decided_at}
        await self._upsert(admission_entries, **values)

    @override
    async def remove(self, key: AdmissionKey) -> bool:
        return await self._connection.execute(_REMOVE, _columns(key)) > 0

    @override
    async def switches(self) -> Mapping[str, str]:
        return {row.name: row.value for row in await self._connection.fetch_all(_ADMISSION_SWITCHES)}

    @override
    async def switch(self, name: str, value: str | None, now: datetime) -> None:
        if value is None:
            await self._connection.execute(_REMOVE_SWITCH, {"name": name})
        else:
            await self._upsert(admission_switches, name=name, value=value, changed_at=now)


def _columns(key: AdmissionKey) -> dict[str, str]:
    return {"platform": key.platform, "subject": key.subject.value, "id": key.id}
