"""The repositories of the operation: what the operator asks and decides, what processes share, and due games."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from msgspec import structs

from bot.model.games import StoredGame
from bot.model.operations import (
    AdmissionListEntry,
    AdmissionListEntryKey,
    AdmissionListKind,
    AdmissionSubjectKind,
    Lease,
    OperatorAnnouncement,
    RateLimitState,
)
from bot.model.rooms import RoomKey
from bot.persistence.database import Database
from bot.persistence.tables.games import bot_workspaces
from bot.persistence.unit_of_work import Access, UnitOfWork
from core.game.challenges import Challenge
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, SECRET, Store, enter, enter_two, new_game, read
from tests.support.storage import committed, rows


async def test_running_games_are_found_by_platform_and_workspace(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        game = new_game(room, ann)
        assert await unit.games.add(game)
    async with store.other() as unit:
        key = room.key
        for platform, workspace in (("", ""), (key.platform, ""), (key.platform, key.workspace)):
            found = {each.id: each for each in await unit.operations.running_games(platform, workspace, 1000)}
            assert found[game.id].room == key
            assert found[game.id].last_move_at == game.started_at
        assert game.id not in {each.id for each in await unit.operations.running_games("other", "", 1000)}
        assert game.id not in {each.id for each in await unit.operations.running_games("", "other", 1000)}
        assert len(await unit.operations.running_games("", "", 1)) == 1
        rooms = [each.id for each in await unit.operations.rooms_with_games(key.platform, "", 1000)]
        assert room.id in rooms
        assert rooms == sorted(rooms)
        assert room.id not in {each.id for each in await unit.operations.rooms_with_games("other", "", 1000)}
        assert room.id not in {each.id for each in await unit.operations.rooms_with_games(key.platform, room.id, 1000)}


async def test_a_room_without_a_running_game_is_not_found(store: Store) -> None:
    async with committed(store.unit) as unit:
        room = await unit.rooms.get_or_add(RoomKey("chat", "club", "empty"))
    async with store.other() as unit:
        assert room.id not in {each.id for each in await unit.operations.rooms_with_games("chat", "", 1000)}


async def test_people_are_found_by_their_user_id_on_a_platform(store: Store) -> None:
    async with committed(store.unit) as unit:
        _, zoe = await enter(unit, "ZOE")
    async with store.other() as unit:
        assert await unit.operations.player_keys_of(zoe.key.platform, "ZOE") == [zoe.key]
        assert not await unit.operations.player_keys_of("other", "ZOE")


async def test_an_announcement_is_stored_with_its_texts(store: Store) -> None:
    both, one = OperatorAnnouncement("a1", "Noon.", "正午。"), OperatorAnnouncement("a2", "Noon.")
    async with committed(store.unit) as unit:
        for announcement in (both, one):
            await unit.operations.add_announcement(announcement, NOON)
    async with store.other() as unit:
        assert [await unit.operations.announcement(each) for each in ("a1", "a2", "a3")] == [both, one, None]


async def test_old_announcements_are_pruned_in_steps(store: Store) -> None:
    long_ago = NOON - timedelta(days=900)
    async with committed(store.unit) as unit:
        for minutes in range(3):
            at = long_ago + timedelta(minutes=minutes)
            await unit.operations.add_announcement(OperatorAnnouncement(f"old{minutes}", "Noon."), at)
        before = long_ago + timedelta(minutes=2)
        assert [await unit.old_rows.remove("announcements", before, 1) for _ in range(3)] == [1, 1, 0]
        assert await unit.operations.announcement("old1") is None
        assert await unit.operations.announcement("old2")


async def test_a_workspace_that_is_noted_to_have_left_is_deleted(store: Store) -> None:
    long_ago = NOON - timedelta(days=1000)
    async with committed(store.unit) as unit:
        room = await unit.rooms.get_or_add(RoomKey("chat", "leaving", "lobby"))
        await unit.bot_workspaces.record_left("chat", "leaving", long_ago)
    async with committed(store.unit) as unit:
        while (await unit.bot_workspaces.delete_left(long_ago + timedelta(days=1), 10)).rows:
            pass
        assert await unit.rooms.find(room.key) is None


async def test_a_workspace_that_is_absent_is_stored_as_left_once(store: Store, storage: list[Database]) -> None:
    later = NOON + timedelta(hours=1)
    async with committed(store.unit) as unit:
        await unit.bot_workspaces.record_present("fax", {"one", "two"}, NOON)
        await unit.bot_workspaces.record_present("fax", {"two"}, later)
        await unit.bot_workspaces.record_present("fax", {"two"}, later + timedelta(hours=1))
    found = [row for row in await rows(storage[0], bot_workspaces) if row.platform == "fax"]
    assert {row.workspace: row.left_at for row in found} == {"one": later, "two": None}


MINUTE = timedelta(minutes=1)
LEASE = Lease("shard/0", "one", NOON + MINUTE)


async def test_the_first_to_lock_a_lease_stores_it(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.leases.lock_or_add(LEASE) == LEASE
    async with store.other() as unit:
        assert await unit.leases.lock_or_add(structs.replace(LEASE, holder="another")) == LEASE


async def test_a_lease_is_replaced_and_removed_by_its_holder_only(store: Store) -> None:
    taken = structs.replace(LEASE, holder="another")
    async with committed(store.unit) as unit:
        await unit.leases.save(LEASE)
        await unit.leases.save(taken)
        await unit.leases.remove(LEASE.name, "one")
    async with store.other() as unit:
        assert await unit.leases.live("shard/", NOON) == [taken]
        await unit.leases.remove(LEASE.name, "another")
        assert await unit.leases.live("shard/", NOON) == []


async def test_live_leases_are_those_of_the_prefix_that_have_not_ended(store: Store) -> None:
    async with committed(store.unit) as unit:
        for name in ("shard/1", "shard/0", "shard_2", "SHARD/3"):
            await unit.leases.save(structs.replace(LEASE, name=name))
        await unit.leases.save(structs.replace(LEASE, name="shard/4", expires_at=NOON))
    async with store.other() as unit:
        assert [lease.name for lease in await unit.leases.live("shard/", NOON)] == ["shard/0", "shard/1"]


async def test_a_limit_is_free_at_first_and_then_what_was_stored(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.shared_limits.lock_or_add("identify", NOON) == RateLimitState("identify", NOON)
        await unit.shared_limits.save(RateLimitState("identify", NOON + MINUTE, 3))
    async with store.other() as unit:
        assert await unit.shared_limits.lock_or_add("identify", NOON) == RateLimitState("identify", NOON + MINUTE, 3)
        assert await unit.shared_limits.exhausted("ident", NOON) == [RateLimitState("identify", NOON + MINUTE, 3)]
        assert await unit.shared_limits.exhausted("ident", NOON + MINUTE) == []
        assert await unit.shared_limits.exhausted("other", NOON) == []


async def test_the_last_version_of_a_profile_is_kept(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.profile_versions.get("ann") is None
        await unit.profile_versions.save("ann", "1", NOON)
        await unit.profile_versions.save("ann", "2", NOON)
        await unit.profile_versions.save("bob", "3", NOON)
    async with store.other() as unit:
        assert [await unit.profile_versions.get(one) for one in ("ann", "bob")] == ["2", "3"]


async def test_the_oldest_rows_are_pruned(store: Store) -> None:
    async with store.unit() as unit:
        for minutes in range(3):
            at = NOON + minutes * MINUTE
            await unit.leases.save(Lease(f"lease {minutes}", "one", at))
            await unit.shared_limits.save(RateLimitState(f"limit {minutes}", at))
            await unit.profile_versions.save(f"profile {minutes}", "1", at)
        tables = ("leases", "shared_limits", "profile_versions")
        for most, removed in ((1, 1), (5, 1), (5, 0)):
            assert [await unit.old_rows.remove(table, NOON + 2 * MINUTE, most) for table in tables] == [removed] * 3
        assert [lease.name for lease in await unit.leases.live("lease", NOON)] == ["lease 2"]
        assert (await unit.shared_limits.lock_or_add("limit 2", NOON)).free_at == NOON + 2 * MINUTE
        assert await unit.profile_versions.get("profile 2") == "1"


PERSON = AdmissionListEntry(
    AdmissionListEntryKey("chat", AdmissionSubjectKind.PERSON, "ANN"), AdmissionListKind.BLOCK, NOON
)
SERVER = AdmissionListEntry(
    AdmissionListEntryKey("chat", AdmissionSubjectKind.SERVER, "club"), AdmissionListKind.ALLOW, NOON
)
ELSEWHERE = AdmissionListEntry(
    AdmissionListEntryKey("mail", AdmissionSubjectKind.SERVER, "club"), AdmissionListKind.BLOCK, NOON
)
OURS = (PERSON, SERVER, ELSEWHERE)


async def saved(store: Store, *entries: AdmissionListEntry) -> None:
    async with committed(store.unit) as unit:
        for entry in entries:
            await unit.admission.save(entry)


async def stored(store: Store) -> list[AdmissionListEntry]:
    keys = {entry.key for entry in OURS}
    async with store.other() as unit:
        return [entry for entry in await unit.admission.entries() if entry.key in keys]


async def test_entries_come_by_platform_subject_and_id(store: Store) -> None:
    await saved(store, ELSEWHERE, SERVER, PERSON)
    assert await stored(store) == [PERSON, SERVER, ELSEWHERE]


async def test_an_entry_replaces_the_one_with_the_same_key(store: Store) -> None:
    allowed = structs.replace(PERSON, decision=AdmissionListKind.ALLOW)
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
        await unit.admission.set_switch("cooldown", "2.0", NOON)
        await unit.admission.set_switch("cooldown", "3.0", NOON)
        await unit.admission.set_switch("read_only", "on", NOON)
        await unit.admission.set_switch("read_only", None, NOON)
        await unit.admission.set_switch("read_only", None, NOON)
    async with store.other() as unit:
        switches = await unit.admission.switches()
    assert (switches.get("cooldown"), switches.get("read_only")) == ("3.0", None)


SECOND, FAR = timedelta(seconds=1), timedelta(days=2)


async def add(store: Store, name: str, check_at: datetime) -> StoredGame:
    """Store a challenge, any number of which run in one room."""
    async with committed(store.unit) as unit:
        room, ann, bob = await enter_two(unit)
        game = StoredGame(name, room.id, Challenge(CLASSIC, ann.id, bob.id), NONCE, NOON, check_at=check_at)
        assert await unit.games.add(game)
    return game


async def due(unit: UnitOfWork, *added: StoredGame, most: int = 100) -> Sequence[str]:
    names = {game.id for game in added}
    return [each.game for each in await unit.due_games.due(NOON, NOON + FAR, most) if each.game in names]


async def test_games_are_due_at_their_time_those_that_have_waited_longest_first(store: Store) -> None:
    games = [await add(store, f"g{late}", NOON + late * SECOND) for late in (1, 0, -1)]
    async with store.other() as unit:
        assert await due(unit, *games) == ["g-1", "g0"]


async def test_a_game_that_a_wrong_clock_has_put_off_is_due(store: Store) -> None:
    games = [await add(store, f"g{late}", NOON + FAR + late * SECOND) for late in (0, 1)]
    async with store.other() as unit:
        assert await due(unit, *games) == ["g1"]


async def test_a_due_game_comes_with_its_room(store: Store) -> None:
    game = await add(store, "due", NOON)
    async with store.other() as unit:
        room, _ = await enter(unit)
        assert [each.room for each in await unit.due_games.due(NOON, NOON + FAR, 100) if each.game == game.id] == [room]


async def test_a_game_can_be_looked_at_later(store: Store) -> None:
    game = await add(store, "due", NOON)
    async with committed(store.unit) as unit:
        await unit.due_games.set_next_check(game.id, NOON + SECOND)
    async with store.other() as unit:
        assert await due(unit, game) == []
    assert await read(store, game) == structs.replace(game, check_at=NOON + SECOND)


async def test_an_ended_game_is_not_due(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        game = structs.replace(new_game(room, ann), check_at=NOON)
        await unit.games.add(game)
        await unit.games.update(game.after(game.game.guess(SECRET, ann.id), NOON))
    async with store.other() as unit:
        assert await due(unit, game) == []


async def test_running_games_are_counted(store: Store) -> None:
    async def counted() -> int:
        async with store.other(Access.LONG_READ) as unit:
            return await unit.due_games.count_running()

    before = await counted()
    first, _ = await add(store, "one", NOON), await add(store, "two", NOON)
    assert await counted() == before + 2
    async with committed(store.unit) as unit:
        assert await unit.games.get(first.room, first.id)
        await unit.games.update(first.after(first.game.expire(), NOON))
    assert await counted() == before + 1
