"""The repositories of players, rooms, workspaces and settings."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.errors import AmbiguousPlayer
from bot.model.room_settings import RoomSettings, SummaryFrequency
from bot.model.rooms import Caller, Player, PlayerKey
from tests.fakes.clock import NOON
from tests.persistence.store import Store, enter, ids_of, player_key, room_key
from tests.support.storage import committed


async def test_a_player_is_added_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        player = await unit.players.get_or_add(player_key(), "club", "ann")
        assert player == Player(player.id, player_key(), "ann")
    async with store.other() as unit:
        assert await unit.players.get_or_add(player_key(), "club", "ann") == player


async def test_players_differ_by_user_realm_and_platform(store: Store) -> None:
    keys = [player_key(), player_key("BOB"), player_key(workspace="other"), player_key(platform="other")]
    async with store.unit() as unit:
        players = [await unit.players.get_or_add(key, "club", "ann") for key in keys]
        assert len({player.id for player in players}) == len(keys)
        assert [await unit.players.get_or_add(key, "club", "ann") for key in keys] == players


async def test_the_name_of_a_player_is_updated(store: Store) -> None:
    async with committed(store.unit) as unit:
        before = await unit.players.get_or_add(player_key(), "club", "ann")
        after = await unit.players.get_or_add(player_key(), "club", "Anna")
        assert (after.id, after.name) == (before.id, "Anna")
    async with store.other() as unit:
        assert await unit.players.by_id([before.id], "club") == {before.id: after}


async def test_a_player_is_found_by_user_id_or_name(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.get_or_add(player_key("U1"), "club", "annie")
        assert await unit.players.find_by_name_or_id("chat", "club", "U1") == player
        assert await unit.players.find_by_name_or_id("chat", "club", "annie") == player


async def test_a_user_id_is_preferred_to_a_name(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.get_or_add(player_key("U1"), "club", "U2")
        second = await unit.players.get_or_add(player_key("U2"), "club", "ann")
        assert await unit.players.find_by_name_or_id("chat", "club", "U2") == second


async def test_a_name_that_several_players_have_is_refused_with_their_ids(store: Store) -> None:
    async with store.unit() as unit:
        for user in ("U1", "U2"):
            await unit.players.get_or_add(player_key(user), "club", "annie")
        with pytest.raises(AmbiguousPlayer) as refused:
            await unit.players.find_by_name_or_id("chat", "club", "annie")
        assert refused.value.choices == (("annie", "U1"), ("annie", "U2"))


async def test_a_name_is_found_in_any_case_and_form_unless_several_players_have_it(store: Store) -> None:
    async with store.unit() as unit:
        first = await unit.players.get_or_add(player_key("U1"), "club", "Élodie")
        for name in ("Élodie", "élodie", "ÉLODIE", "E\u0301lodie", " é\u200blodie"):
            assert await unit.players.find_by_name_or_id("chat", "club", name) == first
        other = await unit.players.get_or_add(player_key("U2"), "club", "élodie")
        assert await unit.players.find_by_name_or_id("chat", "club", "Élodie") == first
        assert await unit.players.find_by_name_or_id("chat", "club", "élodie") == other
        with pytest.raises(AmbiguousPlayer):
            await unit.players.find_by_name_or_id("chat", "club", "ÉLODIE")


@pytest.mark.parametrize("name", ["You", "★ Ann solved it", "\u200b"])
async def test_a_player_whose_name_looks_like_the_bots_words_is_called_by_their_id(store: Store, name: str) -> None:
    async with store.unit() as unit:
        assert (await unit.players.get_or_add(player_key("U1"), "club", name)).name == "U1"
        assert await unit.players.find_by_name_or_id("chat", "club", name) is None


async def test_a_player_is_not_found_from_another_workspace_or_platform(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.get_or_add(player_key("U1"), "club", "annie")
        for name in ("U1", "annie"):
            assert await unit.players.find_by_name_or_id("chat", "another club", name) is None
            assert await unit.players.find_by_name_or_id("another chat", "club", name) is None


@pytest.mark.parametrize("name", ["bob", "ann.", "", "%", "'; --", "ann\x00", "\udcff", "x" * 10_000])
async def test_a_name_that_nobody_has_finds_nobody(store: Store, name: str) -> None:
    async with store.unit() as unit:
        await unit.players.get_or_add(player_key(), "club", "ann")
        assert await unit.players.find_by_name_or_id("chat", "club", name) is None


@pytest.mark.parametrize("name", ["あんな", "👩‍👩‍👧", "a'b\"c;--", "x" * 100, "\u202eanna", "Z̷̢a"])
async def test_any_name_is_read_as_it_was_stored(store: Store, name: str) -> None:
    async with committed(store.unit) as unit:
        player = await unit.players.get_or_add(player_key(), "club", name)
    async with store.other() as unit:
        assert await unit.players.find_by_name_or_id("chat", "club", name) == player


async def test_players_are_read_by_id_without_unknown_ids(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.get_or_add(player_key(), "club", "ann")
        bob = await unit.players.get_or_add(player_key("BOB"), "club", "bob")
        assert await unit.players.by_id([ann.id, bob.id, "nobody"], "club") == {ann.id: ann, bob.id: bob}
        assert await unit.players.by_id([], "club") == {}


@pytest.mark.parametrize(
    ("setting", "chosen", "default"),
    [("language", "ja", None), ("duels", "off", True), ("warnings", "off", True), ("mentions", "off", True)],
)
async def test_a_setting_is_kept_until_another_is_chosen(
    store: Store, setting: str, chosen: str, default: object
) -> None:
    async def settings() -> list[object]:
        """Ann's, and Bob's who has chosen nothing."""
        async with store.other() as unit:
            people = [(await enter(unit, user))[1] for user in ("ANN", "BOB")]
            again = await unit.players.by_id([player.id for player in people], "club")
            assert [again[player.id].settings for player in people] == [player.settings for player in people]
            return [getattr(player.settings, setting) for player in people]

    ann, _ = await ids_of(store, "ANN", "BOB")
    assert await settings() == [default, default]
    async with committed(store.unit) as unit:
        await unit.players.change_settings(ann, {setting: chosen})
    assert await settings() == [False if chosen == "off" else chosen, default]
    async with committed(store.unit) as unit:
        await unit.players.change_settings(ann, {setting: None})
    assert await settings() == [default, default]


async def test_a_player_is_hidden_once_they_want_to(store: Store) -> None:
    ann, bob = await ids_of(store, "ANN", "BOB")
    async with committed(store.unit) as unit:
        await unit.leaderboards.set_hidden(ann, hidden=True)
    async with store.other() as unit:
        found = await unit.players.by_id([ann, bob], "club")
        assert (found[ann].hidden, found[bob].hidden) == (True, False)


async def test_a_player_is_introduced_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        _, ann = await enter(unit)
        assert not ann.introduced
        await unit.players.record_feedback_explained(ann.id)
    async with store.other() as unit:
        _, ann = await enter(unit)
        assert ann.introduced
        _, bob = await enter(unit, "BOB")
        assert not bob.introduced


async def test_names_are_those_of_a_workspace_without_hidden_players(store: Store) -> None:
    async with committed(store.unit) as unit:
        for name in ("cat", "ann", "bob"):
            await unit.players.get_or_add(player_key(name), "club", name)
        dan = await unit.players.get_or_add(player_key("dan"), "club", "dan")
        await unit.leaderboards.set_hidden(dan.id, hidden=True)
        await unit.players.get_or_add(player_key("eve", workspace="elsewhere"), "elsewhere", "eve")

    async with store.other() as unit:
        assert await unit.players.names("chat", "club", 9) == ["ann", "bob", "cat"]
        assert await unit.players.names("chat", "club", 2) == ["ann", "bob"]


# Memberships

SERVERS = ("1", "2", "direct:3")


def on_discord(user: str = "U1") -> PlayerKey:
    return PlayerKey("discord", "", user)


@pytest.mark.parametrize(
    ("platform", "workspaces", "realms"),
    [
        ("discord", SERVERS, {""}),
        ("slack", ("T1", "T2", "E1:T1", "E1:T2", "E2:T1"), {"T1", "T2", "E1", "E2"}),
        ("console", ("local",), {"local"}),
    ],
)
def test_a_person_is_a_user_of_a_realm(platform: str, workspaces: Sequence[str], realms: set[str]) -> None:
    keys = [room_key("lobby", workspace, platform).player_key("U1") for workspace in workspaces]
    assert {key.realm for key in keys} == realms
    assert {(key.platform, key.user) for key in keys} == {(platform, "U1")}


async def test_a_person_has_a_name_in_each_workspace(store: Store) -> None:
    async with committed(store.unit) as unit:
        people = [await unit.players.get_or_add(on_discord(), server, f"ann {server}") for server in SERVERS]
        ann = people[0]
        assert {each.id for each in people} == {ann.id}
    async with store.other() as unit:
        for server in SERVERS:
            assert (await unit.players.by_id([ann.id], server))[ann.id] == replace(ann, name=f"ann {server}")
            assert (await unit.players.find_by_key(on_discord(), server)) == replace(ann, name=f"ann {server}")


async def test_many_people_are_named_at_once_by_their_names_in_a_workspace(store: Store) -> None:
    async with store.unit() as unit:
        ann, bob = [await unit.players.get_or_add(on_discord(user), "1", f"{user} 1") for user in ("ann", "bob")]
        await unit.players.get_or_add(on_discord("ann"), "2", "ann 2")
        assert await unit.players.names_by_id([ann.id, bob.id, "nobody"], "2") == {ann.id: "ann 2", bob.id: "bob 1"}
        assert await unit.players.names_by_id([], "2") == {}


async def test_where_somebody_has_not_been_they_have_their_last_name_and_are_no_member(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.get_or_add(on_discord(), "1", "ann 1")
        for server in ("2", "1"):
            await unit.players.get_or_add(on_discord(), server, f"ann {server}")
        assert (await unit.players.by_id([ann.id], "4"))[ann.id] == replace(ann, name="ann 2", is_member=False)
        renamed = await unit.players.get_or_add(on_discord(), "1", "anna")
        assert (await unit.players.by_id([ann.id], "2"))[ann.id].name == "ann 2"
        assert (await unit.players.by_id([ann.id], "4"))[ann.id] == replace(renamed, is_member=False)


async def test_only_members_of_a_workspace_are_found_there(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.get_or_add(on_discord(), "1", "ann")
        await unit.players.get_or_add(on_discord(), "2", "boss")
        for named in ("ann", "ANN", "U1"):
            assert await unit.players.find_by_name_or_id("discord", "1", named) == ann
        for named in ("ann", "U1"):
            assert await unit.players.find_by_name_or_id("discord", "4", named) is None
        assert await unit.players.find_by_name_or_id("discord", "1", "boss") is None
        assert await unit.players.names("discord", "1", 9) == ["ann"]
        assert await unit.players.names("discord", "4", 9) == []


async def test_a_name_that_is_the_user_id_of_somebody_elsewhere_is_found(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.get_or_add(on_discord("U1"), "1", "ann")
        bob = await unit.players.get_or_add(on_discord("U2"), "2", "U1")
        assert await unit.players.find_by_name_or_id("discord", "2", "U1") == bob


async def test_a_person_who_comes_to_two_workspaces_at_once_is_one(store: Store) -> None:
    async def enter(units: Store, server: str) -> str:
        async with units.unit() as unit:
            ann = await unit.players.get_or_add(on_discord("NEW"), server, f"ann {server}")
            await unit.commit()
            return ann.id

    other = Store(store.other, store.unit)
    found = await asyncio.gather(enter(store, "1"), enter(other, "2"), enter(other, "1"))
    assert len(set(found)) == 1
    async with store.unit() as unit:
        for server in ("1", "2"):
            assert (await unit.players.by_id(found, server))[found[0]].name == f"ann {server}"


async def test_a_room_is_added_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        room = await unit.rooms.get_or_add(room_key("new"))
        assert room.key == room_key("new")
        assert await unit.rooms.get_or_add(room_key("new")) == room
    async with store.other() as unit:
        assert await unit.rooms.get_or_add(room_key("new")) == room


async def test_rooms_differ_by_channel_workspace_and_platform(store: Store) -> None:
    keys = [room_key(), room_key("garden"), room_key(workspace="other"), room_key(platform="other")]
    async with store.unit() as unit:
        rooms = [await unit.rooms.get_or_add(key) for key in keys]
        assert len({room.id for room in rooms}) == len(keys)
        assert [await unit.rooms.get_or_add(key) for key in keys] == rooms


async def test_a_room_that_several_add_at_once_is_one(store: Store) -> None:
    async def add(unit_of_work: Store) -> str:
        async with unit_of_work.unit() as unit:
            room = await unit.rooms.get_or_add(room_key("new"))
            await unit.commit()
            return room.id

    assert len(set(await asyncio.gather(add(store), add(Store(store.other, store.unit)), add(store)))) == 1


async def test_a_caller_enters_under_the_name_that_they_have_in_the_workspace(store: Store) -> None:
    rooms = [room_key("lobby", server, "discord") for server in ("1", "2")]
    callers = [Caller(room, room.player_key("U1"), f"ann {room.workspace}", "event") for room in rooms]
    async with committed(store.unit) as unit:
        entered = [await unit.rooms.get_or_add_caller(caller) for caller in callers]
    assert len({player.id for _, player in entered}) == 1
    async with store.other() as unit:
        assert [await unit.rooms.get_or_add_caller(caller) for caller in callers] == entered
    assert [(room.key, player.name) for room, player in entered] == list(zip(rooms, ("ann 1", "ann 2"), strict=True))


# Workspaces


async def test_a_workspace_keeps_its_first_public_language(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.workspace_languages.get_or_set_language("chat", "club", "ja") == "ja"
    async with store.other() as unit:
        assert await unit.workspace_languages.get_or_set_language("chat", "club", "en") == "ja"
        assert await unit.workspace_languages.get_or_set_language("chat", "another club", "en") == "en"
        assert await unit.workspace_languages.get_or_set_language("another chat", "club", "en") == "en"


SERVER, LOBBY, GARDEN = room_key(""), room_key("lobby"), room_key("garden")


async def test_a_room_without_settings_has_the_defaults(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.room_settings.get(LOBBY) == RoomSettings()
        assert await unit.room_settings.stored_settings(LOBBY) == []


async def test_settings_of_a_channel_come_before_those_of_its_server(store: Store) -> None:
    async with committed(store.unit) as unit:
        _, ann = await enter(unit)
        await unit.room_settings.change(SERVER, {"timezone": "Asia/Tokyo", "summary": "today"}, ann.id, NOON)
        await unit.room_settings.change(LOBBY, {"summary": "off"}, ann.id, NOON)
    async with store.other() as unit:
        assert await unit.room_settings.get(SERVER) == RoomSettings(
            timezone="Asia/Tokyo", summary=SummaryFrequency.TODAY
        )
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
        changes = await unit.room_settings.stored_settings(LOBBY)
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
        room = await unit.rooms.get_or_add(thread)  # of before parents were stored
        assert (await unit.room_settings.get(thread)).turn == timedelta(hours=24)
        assert await unit.rooms.get_or_add(thread, LOBBY.channel) == room
        assert await unit.rooms.get_or_add(thread) == room
        await unit.rooms.get_or_add(room_key("another thread"), LOBBY.channel)
    async with store.other() as unit:
        for key in (thread, room_key("another thread")):
            assert await unit.room_settings.get(key) == await unit.room_settings.get(LOBBY)
        assert (await unit.room_settings.get(room_key("another thread", "another club"))) == RoomSettings()
