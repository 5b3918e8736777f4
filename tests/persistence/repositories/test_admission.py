"""The operator's lists and switches."""

from dataclasses import replace

from bot.model.operations import AdmissionEntry, AdmissionKey, Decision, Subject
from tests.fakes.clock import NOON
from tests.persistence.store import Store
from tests.support.storage import committed

PERSON = AdmissionEntry(AdmissionKey("chat", Subject.PERSON, "ANN"), Decision.BLOCK, NOON)
SERVER = AdmissionEntry(AdmissionKey("chat", Subject.SERVER, "club"), Decision.ALLOW, NOON)
ELSEWHERE = AdmissionEntry(AdmissionKey("mail", Subject.SERVER, "club"), Decision.BLOCK, NOON)
OURS = (PERSON, SERVER, ELSEWHERE)


async def saved(store: Store, *entries: AdmissionEntry) -> None:
    async with committed(store.unit) as unit:
        for entry in entries:
            await unit.admission.save(entry)


async def stored(store: Store) -> list[AdmissionEntry]:
    keys = {entry.key for entry in OURS}
    async with store.other() as unit:
        return [entry for entry in await unit.admission.entries() if entry.key in keys]


async def test_entries_come_by_platform_subject_and_id(store: Store) -> None:
    await saved(store, ELSEWHERE, SERVER, PERSON)
    assert await stored(store) == [PERSON, SERVER, ELSEWHERE]


async def test_an_entry_replaces_the_one_with_the_same_key(store: Store) -> None:
    allowed = replace(PERSON, decision=Decision.ALLOW)
    await saved(store, *OURS)
    await saved(store, allowed)
    assert await stored(store) == [allowed, SERVER, ELSEWHERE]


async def test_an_entry_is_removed_once(store: Store) -> None:
    await saved(store, *OURS)
    async with committed(store.unit) as unit:
        assert await unit.admission.remove(SERVER.key)
        assert not await unit.admission.remove(SERVER.key)
    assert await stored(store) == [PERSON, ELSEWHERE]


async def test_switches_are_stored_changed_and_removed(store: Store) -> None:
    async with committed(store.unit) as unit:
        await unit.admission.switch("cooldown", "2.0", NOON)
        await unit.admission.switch("cooldown", "3.0", NOON)
        await unit.admission.switch("read_only", "on", NOON)
        await unit.admission.switch("read_only", None, NOON)
        await unit.admission.switch("read_only", None, NOON)
    async with store.other() as unit:
        switches = await unit.admission.switches()
    assert (switches.get("cooldown"), switches.get("read_only")) == ("3.0", None)
