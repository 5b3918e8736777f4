"""The repository in memory of what the operator decides."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from typing_extensions import override

from bot.model.admission import AdmissionEntry, AdmissionKey, StoredAdmission

if TYPE_CHECKING:
    from tests.fakes.memory.stored import Stored


class MemoryAdmission(StoredAdmission):
    """The entries by key, and the switches by name."""

    def __init__(self, work: "Stored") -> None:
        self._entries = work.admission_entries
        self._switches = work.admission_switches

    @override
    async def entries(self) -> Sequence[AdmissionEntry]:
        return [
            self._entries[key] for key in sorted(self._entries, key=lambda key: (key.platform, key.subject, key.id))
        ]

    @override
    async def save(self, entry: AdmissionEntry) -> None:
        self._entries[entry.key] = entry

    @override
    async def remove(self, key: AdmissionKey) -> bool:
        return self._entries.pop(key, None) is not None

    @override
    async def switches(self) -> Mapping[str, str]:
        return dict(self._switches)

    @override
    async def switch(self, name: str, value: str | None, now: datetime) -> None:
        if value is None:
            self._switches.pop(name, None)
        else:
            self._switches[name] = value
