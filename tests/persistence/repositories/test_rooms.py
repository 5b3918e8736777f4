"""The contract of the repositories of rooms and workspaces."""

import asyncio

from bot.model.rooms import Caller
from tests.persistence.store import Store, room_key
from tests.support.storage import committed


async def test_a_room_is_added_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        room = await unit.rooms.ensure(room_key("new"))
        assert room.key == room_key("new")
        assert await unit.rooms.ensure(room_key("new")) == room
    async with store.other() as unit:
        assert await unit.rooms.ensure(room_key("new")) == room


async def test_rooms_differ_by_channel_workspace_and_platform(store: Store) -> None:
    keys = [room_key(), room_key("garden"), room_key(workspace="other"), room_key(platform="other")]
    async with store.unit() as unit:
        rooms = [await unit.rooms.ensure(key) for key in keys]
        assert len({room.id for room in rooms}) == len(keys)
        assert [await unit.rooms.ensure(key) for key in keys] == rooms


async def test_a_room_that_several_add_at_once_is_one(store: Store) -> None:
    async def add(unit_of_work: Store) -> str:
        async with unit_of_work.unit() as unit:
            room = await unit.rooms.ensure(room_key("new"))
            await unit.commit()
            return room.id

    ids = await asyncio.gather(add(store), add(Store(store.other, store.unit)), add(store))
    assert len(set(ids)) == 1


async def test_a_caller_enters_under_the_name_that_they_have_in_the_workspace(store: Store) -> None:
    rooms = [room_key("lobby", server, "discord") for server in ("1", "2")]
    callers = [Caller(room, room.player_key("U1"), f"ann {room.workspace}", "event") for room in rooms]
    async with committed(store.unit) as unit:
        entered = [await unit.rooms.enter(caller) for caller in callers]
    assert len({player.id for _, player in entered}) == 1
    async with store.other() as unit:
        assert [await unit.rooms.enter(caller) for caller in callers] == entered
    assert [(room.key, player.name) for room, player in entered] == list(zip(rooms, ("ann 1", "ann 2"), strict=True))


# Workspaces


async def test_a_workspace_keeps_its_first_public_language(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.workspaces.language("chat", "club", "ja") == "ja"
    async with store.other() as unit:
        assert await unit.workspaces.language("chat", "club", "en") == "ja"
        assert await unit.workspaces.language("chat", "another club", "en") == "en"
        assert await unit.workspaces.language("another chat", "club", "en") == "en"
