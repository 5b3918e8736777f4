"""The contract of the repository of settings."""

from datetime import timedelta

from bot.model.room_settings import RoomSettings, Summary
from tests.fakes.clock import NOON
from tests.persistence.store import Store, enter, room_key
from tests.support.storage import committed

SERVER, LOBBY, GARDEN = room_key(""), room_key("lobby"), room_key("garden")


async def test_a_room_without_settings_has_the_defaults(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.room_settings.get(LOBBY) == RoomSettings()
        assert await unit.room_settings.changes(LOBBY) == []


async def test_settings_of_a_channel_come_before_those_of_its_server(store: Store) -> None:
    async with committed(store.unit) as unit:
        _, ann = await enter(unit)
        await unit.room_settings.change(SERVER, {"timezone": "Asia/Tokyo", "summary": "today"}, ann.id, NOON)
        await unit.room_settings.change(LOBBY, {"summary": "off"}, ann.id, NOON)
    async with store.other() as unit:
        assert await unit.room_settings.get(SERVER) == RoomSettings(timezone="Asia/Tokyo", summary=Summary.TODAY)
        assert await unit.room_settings.get(GARDEN) == await unit.room_settings.get(SERVER)
        assert await unit.room_settings.get(LOBBY) == RoomSettings(timezone="Asia/Tokyo")
        for elsewhere in (room_key(workspace="another club"), room_key(platform="another chat")):
            assert await unit.room_settings.get(elsewhere) == RoomSettings()


async def test_a_setting_can_be_changed_and_removed_again(store: Store) -> None:
    async with committed(store.unit) as unit:
        _, ann = await enter(unit)
        await unit.room_settings.change(SERVER, {"turn": "24", "mentions": "off"}, ann.id, NOON)
        await unit.room_settings.change(SERVER, {"turn": "12", "mentions": None, "hints": None}, ann.id, NOON)
    async with store.other() as unit:
        assert await unit.room_settings.get(LOBBY) == RoomSettings(turn=timedelta(hours=12))


async def test_it_is_known_who_changed_a_setting_and_when(store: Store) -> None:
    later = NOON + timedelta(hours=1)
    async with committed(store.unit) as unit:
        _, ann = await enter(unit, "ANN")
        _, bob = await enter(unit, "BOB")
        await unit.room_settings.change(SERVER, {"hints": "nobody", "start": "managers"}, ann.id, NOON)
        await unit.room_settings.change(LOBBY, {"hints": "managers"}, bob.id, later)
    async with store.other() as unit:
        changes = await unit.room_settings.changes(LOBBY)
        assert [(one.name, one.text, one.channel, one.changed_by, one.changed_at) for one in changes] == [
            ("hints", "nobody", "", ann.id, NOON),
            ("hints", "managers", "lobby", bob.id, later),
            ("start", "managers", "", ann.id, NOON),
        ]


async def test_a_thread_has_the_settings_of_its_channel(store: Store) -> None:
    thread = room_key("a thread in the lobby")
    async with committed(store.unit) as unit:
        _, ann = await enter(unit)
        await unit.room_settings.change(SERVER, {"turn": "24", "summary": "today"}, ann.id, NOON)
        await unit.room_settings.change(LOBBY, {"turn": "12"}, ann.id, NOON)
        room = await unit.rooms.ensure(thread)  # of before parents were stored
        assert (await unit.room_settings.get(thread)).turn == timedelta(hours=24)
        assert await unit.rooms.ensure(thread, LOBBY.channel) == room
        assert await unit.rooms.ensure(thread) == room
        await unit.rooms.ensure(room_key("another thread"), LOBBY.channel)
    async with store.other() as unit:
        for key in (thread, room_key("another thread")):
            assert await unit.room_settings.get(key) == await unit.room_settings.get(LOBBY)
        assert (await unit.room_settings.get(room_key("another thread", "another club"))) == RoomSettings()
