import asyncio

import pytest

from tests.persistence.store import Store, player_key, room_key


async def test_a_room_is_made_once(store: Store) -> None:
    async with store.unit() as unit:
        room = await unit.rooms.ensure(room_key())
        assert room.key == room_key()
        assert await unit.rooms.ensure(room_key()) == room
        await unit.commit()
    async with store.other() as unit:
        assert await unit.rooms.ensure(room_key()) == room


async def test_rooms_differ_by_channel_workspace_and_platform(store: Store) -> None:
    keys = [room_key(), room_key("garden"), room_key(workspace="other"), room_key(platform="other")]
    async with store.unit() as unit:
        assert len({(await unit.rooms.ensure(key)).id for key in keys}) == len(keys)


async def test_a_room_made_by_two_at_once_is_one(store: Store) -> None:
    async def make(way_in: Store) -> str:
        async with way_in.unit() as unit:
            room = await unit.rooms.ensure(room_key())
            await unit.commit()
            return room.id

    ids = await asyncio.gather(make(store), make(Store(store.other, store.unit)), make(store))
    assert len(set(ids)) == 1


async def test_a_player_is_made_once(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), "ann")
        assert (player.key, player.name) == (player_key(), "ann")
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.ensure(player_key(), "ann") == player


async def test_the_same_user_in_two_workspaces_is_two_players(store: Store) -> None:
    async with store.unit() as unit:
        here = await unit.players.ensure(player_key(), "ann")
        there = await unit.players.ensure(player_key(workspace="other"), "ann")
        assert here.id != there.id


async def test_a_players_name_is_kept_up_to_date(store: Store) -> None:
    async with store.unit() as unit:
        before = await unit.players.ensure(player_key(), "ann")
        after = await unit.players.ensure(player_key(), "Anna")
        assert (after.id, after.name) == (before.id, "Anna")
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.by_id([before.id]) == {before.id: after}


async def test_a_player_is_found_by_user_id_or_name(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key("U1"), "ann")
        assert await unit.players.find("chat", "club", "U1") == player
        assert await unit.players.find("chat", "club", "ann") == player


async def test_a_user_id_goes_before_a_name(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key("U1"), "U2")
        second = await unit.players.ensure(player_key("U2"), "ann")
        assert await unit.players.find("chat", "club", "U2") == second


async def test_a_player_is_not_found_from_elsewhere(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key(), "ann")
        assert await unit.players.find("chat", "other club", "ann") is None
        assert await unit.players.find("other chat", "club", "ann") is None


@pytest.mark.parametrize("name", ["bob", "Ann", "", "%", "'; --", "ann\x00", "\udcff", "x" * 10_000])
async def test_a_name_that_nobody_has_finds_nobody(store: Store, name: str) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key(), "ann")
        assert await unit.players.find("chat", "club", name) is None


@pytest.mark.parametrize("name", ["あんな", "👩‍👩‍👧", "a'b\"c;--", "x" * 100, "\u202eanna", "Z̷̢a"])
async def test_a_name_comes_back_as_it_was(store: Store, name: str) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), name)
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.find("chat", "club", name) == player


async def test_ids_that_nobody_has_are_left_out(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), "ann")
        assert await unit.players.by_id([player.id, "nobody"]) == {player.id: player}
        assert await unit.players.by_id([]) == {}
