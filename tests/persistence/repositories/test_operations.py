"""The contract of the repository of the operator's queries and announcements."""

from datetime import timedelta

from bot.model.operations import Announcement
from bot.model.rooms import RoomKey
from bot.persistence.database import Database
from bot.persistence.tables.games import bot_workspaces
from tests.fakes.clock import NOON
from tests.persistence.store import Store, enter, new_game
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
        room = await unit.rooms.ensure(RoomKey("chat", "club", "empty"))
    async with store.other() as unit:
        assert room.id not in {each.id for each in await unit.operations.rooms_with_games("chat", "", 1000)}


async def test_people_are_found_by_their_user_id_on_a_platform(store: Store) -> None:
    async with committed(store.unit) as unit:
        _, zoe = await enter(unit, "ZOE")
    async with store.other() as unit:
        assert await unit.operations.keys_of(zoe.key.platform, "ZOE") == [zoe.key]
        assert not await unit.operations.keys_of("other", "ZOE")


async def test_an_announcement_is_stored_with_its_texts(store: Store) -> None:
    both, one = Announcement("a1", "Noon.", "正午。"), Announcement("a2", "Noon.")
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
            await unit.operations.add_announcement(Announcement(f"old{minutes}", "Noon."), at)
        before = long_ago + timedelta(minutes=2)
        assert [await unit.old_rows.remove("announcements", before, 1) for _ in range(3)] == [1, 1, 0]
        assert await unit.operations.announcement("old1") is None
        assert await unit.operations.announcement("old2")


async def test_a_workspace_that_is_noted_to_have_left_is_deleted(store: Store) -> None:
    long_ago = NOON - timedelta(days=1000)
    async with committed(store.unit) as unit:
        room = await unit.rooms.ensure(RoomKey("chat", "leaving", "lobby"))
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
