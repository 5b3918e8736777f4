"""The contract of the repository of players."""

import pytest

from bot.model.errors import AmbiguousPlayer
from bot.model.rooms import Player
from tests.persistence.store import Store, enter, player_key


async def test_a_player_is_added_once(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), "club", "ann")
        assert player == Player(player.id, player_key(), "ann", None)
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.ensure(player_key(), "club", "ann") == player


async def test_players_differ_by_user_realm_and_platform(store: Store) -> None:
    keys = [player_key(), player_key("BOB"), player_key(workspace="other"), player_key(platform="other")]
    async with store.unit() as unit:
        players = [await unit.players.ensure(key, "club", "ann") for key in keys]
        assert len({player.id for player in players}) == len(keys)
        assert [await unit.players.ensure(key, "club", "ann") for key in keys] == players


async def test_the_name_of_a_player_is_updated(store: Store) -> None:
    async with store.unit() as unit:
        before = await unit.players.ensure(player_key(), "club", "ann")
        after = await unit.players.ensure(player_key(), "club", "Anna")
        assert (after.id, after.name) == (before.id, "Anna")
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.by_id([before.id], "club") == {before.id: after}


async def test_a_player_is_found_by_user_id_or_name(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key("U1"), "club", "annie")
        assert await unit.players.find("chat", "club", "U1") == player
        assert await unit.players.find("chat", "club", "annie") == player


async def test_a_user_id_is_preferred_to_a_name(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key("U1"), "club", "U2")
        second = await unit.players.ensure(player_key("U2"), "club", "ann")
        assert await unit.players.find("chat", "club", "U2") == second


async def test_a_name_that_several_players_have_is_refused_with_their_ids(store: Store) -> None:
    async with store.unit() as unit:
        for user in ("U1", "U2"):
            await unit.players.ensure(player_key(user), "club", "annie")
        with pytest.raises(AmbiguousPlayer) as refused:
            await unit.players.find("chat", "club", "annie")
        assert refused.value.choices == (("annie", "U1"), ("annie", "U2"))


async def test_a_name_is_found_in_any_case_and_form_unless_several_players_have_it(store: Store) -> None:
    async with store.unit() as unit:
        first = await unit.players.ensure(player_key("U1"), "club", "Élodie")
        for name in ("Élodie", "élodie", "ÉLODIE", "E\u0301lodie", " é\u200blodie"):
            assert await unit.players.find("chat", "club", name) == first
        other = await unit.players.ensure(player_key("U2"), "club", "élodie")
        assert await unit.players.find("chat", "club", "Élodie") == first
        assert await unit.players.find("chat", "club", "élodie") == other
        with pytest.raises(AmbiguousPlayer):
            await unit.players.find("chat", "club", "ÉLODIE")


@pytest.mark.parametrize("name", ["You", "★ Ann solved it", "\u200b"])
async def test_a_player_whose_name_looks_like_the_bots_words_is_called_by_their_id(store: Store, name: str) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key("U1"), "club", name)
        assert player.name == "U1"
        assert await unit.players.find("chat", "club", name) is None


async def test_a_player_is_not_found_from_another_workspace_or_platform(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key("U1"), "club", "annie")
        for name in ("U1", "annie"):
            assert await unit.players.find("chat", "another club", name) is None
            assert await unit.players.find("another chat", "club", name) is None


@pytest.mark.parametrize("name", ["bob", "ann.", "", "%", "'; --", "ann\x00", "\udcff", "x" * 10_000])
async def test_a_name_that_nobody_has_finds_nobody(store: Store, name: str) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key(), "club", "ann")
        assert await unit.players.find("chat", "club", name) is None


@pytest.mark.parametrize("name", ["あんな", "👩‍👩‍👧", "a'b\"c;--", "x" * 100, "\u202eanna", "Z̷̢a"])
async def test_any_name_is_read_as_it_was_stored(store: Store, name: str) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), "club", name)
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.find("chat", "club", name) == player


async def test_players_are_read_by_id_without_unknown_ids(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.ensure(player_key(), "club", "ann")
        bob = await unit.players.ensure(player_key("BOB"), "club", "bob")
        assert await unit.players.by_id([ann.id, bob.id, "nobody"], "club") == {ann.id: ann, bob.id: bob}
        assert await unit.players.by_id([], "club") == {}


async def test_a_chosen_language_is_kept_until_another_is_chosen(store: Store) -> None:
    async with store.unit() as unit:
        bob = await unit.players.ensure(player_key("BOB"), "club", "bob")
        await unit.players.choose_language(bob.id, "en")
        await unit.commit()
    for language in ("ja", None):
        async with store.unit() as unit:
            _, ann = await enter(unit)
            await unit.players.choose_language(ann.id, language)
            await unit.commit()
        async with store.other() as unit:
            assert (await unit.players.ensure(player_key(), "club", "ann")).language == language
            assert (await unit.players.ensure(player_key("BOB"), "club", "bob")).language == "en"
            assert (await unit.players.by_id([ann.id], "club"))[ann.id].language == language


async def test_others_may_challenge_a_player_until_they_refuse(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.ensure(player_key("ANN"), "club", "ann")
        await unit.players.choose_duels(ann.id, duels=False)
        await unit.commit()
    assert ann.duels
    async with store.other() as unit:
        assert not (await unit.players.ensure(player_key("ANN"), "club", "ann")).duels


async def test_warnings_are_on_until_a_player_switches_them_off(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.ensure(player_key("ANN"), "club", "ann")
        bob = await unit.players.ensure(player_key("BOB"), "club", "bob")
        await unit.players.choose_warnings(ann.id, warnings=False)
        await unit.commit()
    assert ann.warnings

    async with store.other() as unit:
        assert not (await unit.players.ensure(player_key("ANN"), "club", "anna")).warnings
        assert (await unit.players.by_id([bob.id], "club"))[bob.id].warnings
        await unit.players.choose_warnings(ann.id, warnings=True)
        assert (await unit.players.by_id([ann.id], "club"))[ann.id].warnings


async def test_mentions_and_places_on_leaderboards_are_given_until_a_player_refuses_them(store: Store) -> None:
    async with store.unit() as unit:
        _, ann = await enter(unit)
        assert (ann.mentions, ann.hidden) == (True, False)
        await unit.players.choose_mentions(ann.id, mentions=False)
        await unit.players.choose_hidden(ann.id, hidden=True)
        await unit.commit()
    async with store.other() as unit:
        _, ann = await enter(unit)
        assert (ann.mentions, ann.hidden) == (False, True)
        _, bob = await enter(unit, "BOB")
        assert (bob.mentions, bob.hidden) == (True, False)


async def test_a_player_is_introduced_once(store: Store) -> None:
    async with store.unit() as unit:
        _, ann = await enter(unit)
        assert not ann.introduced
        await unit.players.introduce(ann.id)
        await unit.commit()
    async with store.other() as unit:
        _, ann = await enter(unit)
        assert ann.introduced
        _, bob = await enter(unit, "BOB")
        assert not bob.introduced


async def test_names_are_those_of_a_workspace_without_hidden_players(store: Store) -> None:
    async with store.unit() as unit:
        for name in ("cat", "ann", "bob"):
            await unit.players.ensure(player_key(name), "club", name)
        dan = await unit.players.ensure(player_key("dan"), "club", "dan")
        await unit.players.choose_hidden(dan.id, hidden=True)
        await unit.players.ensure(player_key("eve", workspace="elsewhere"), "elsewhere", "eve")
        await unit.commit()

    async with store.other() as unit:
        assert await unit.players.names("chat", "club", 9) == ["ann", "bob", "cat"]
        assert await unit.players.names("chat", "club", 2) == ["ann", "bob"]
