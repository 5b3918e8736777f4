"""The contract of every repository but those of games and results."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.services.conversation import Conversation
from bot.services.model import MessageKey, Player
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.persistence.store import SECRET, WRONG, Store, begin, enter, player_key, room_key

EARLIER, LATER = NOON - timedelta(hours=1), NOON + timedelta(hours=1)
LONG_AGO = NOON - timedelta(days=99)


# Rooms


async def test_a_room_is_added_once(store: Store) -> None:
    async with store.unit() as unit:
        room = await unit.rooms.ensure(room_key("new"))
        assert room.key == room_key("new")
        assert await unit.rooms.ensure(room_key("new")) == room
        await unit.commit()
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


# Workspaces


async def test_a_workspace_keeps_its_first_public_language(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.workspaces.language("chat", "club", "ja") == "ja"
        await unit.commit()
    async with store.other() as unit:
        assert await unit.workspaces.language("chat", "club", "en") == "ja"
        assert await unit.workspaces.language("chat", "another club", "en") == "en"
        assert await unit.workspaces.language("another chat", "club", "en") == "en"


# Players


async def test_a_player_is_added_once(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), "ann")
        assert player == Player(player.id, player_key(), "ann", None)
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.ensure(player_key(), "ann") == player


async def test_players_differ_by_user_workspace_and_platform(store: Store) -> None:
    keys = [player_key(), player_key("BOB"), player_key(workspace="other"), player_key(platform="other")]
    async with store.unit() as unit:
        players = [await unit.players.ensure(key, "ann") for key in keys]
        assert len({player.id for player in players}) == len(keys)
        assert [await unit.players.ensure(key, "ann") for key in keys] == players


async def test_the_name_of_a_player_is_updated(store: Store) -> None:
    async with store.unit() as unit:
        before = await unit.players.ensure(player_key(), "ann")
        after = await unit.players.ensure(player_key(), "Anna")
        assert (after.id, after.name) == (before.id, "Anna")
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.by_id([before.id]) == {before.id: after}


async def test_a_player_is_found_by_user_id_or_name(store: Store) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key("U1"), "annie")
        assert await unit.players.find("chat", "club", "U1") == player
        assert await unit.players.find("chat", "club", "annie") == player


async def test_a_user_id_is_preferred_to_a_name(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key("U1"), "U2")
        second = await unit.players.ensure(player_key("U2"), "ann")
        assert await unit.players.find("chat", "club", "U2") == second


async def test_of_two_players_with_the_same_name_the_same_one_is_always_found(store: Store) -> None:
    async with store.unit() as unit:
        for user in ("U1", "U2", "U3"):
            await unit.players.ensure(player_key(user), "annie")
        first = await unit.players.find("chat", "club", "annie")
        await unit.commit()
    async with store.other() as unit:
        assert first is not None
        await unit.players.ensure(first.key, "another name")
        await unit.players.ensure(first.key, "annie")
        assert await unit.players.find("chat", "club", "annie") == first


async def test_a_player_is_not_found_from_another_workspace_or_platform(store: Store) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key("U1"), "annie")
        for name in ("U1", "annie"):
            assert await unit.players.find("chat", "another club", name) is None
            assert await unit.players.find("another chat", "club", name) is None


@pytest.mark.parametrize("name", ["bob", "Ann", "", "%", "'; --", "ann\x00", "\udcff", "x" * 10_000])
async def test_a_name_that_nobody_has_finds_nobody(store: Store, name: str) -> None:
    async with store.unit() as unit:
        await unit.players.ensure(player_key(), "ann")
        assert await unit.players.find("chat", "club", name) is None


@pytest.mark.parametrize("name", ["あんな", "👩‍👩‍👧", "a'b\"c;--", "x" * 100, "\u202eanna", "Z̷̢a"])
async def test_any_name_is_read_as_it_was_stored(store: Store, name: str) -> None:
    async with store.unit() as unit:
        player = await unit.players.ensure(player_key(), name)
        await unit.commit()
    async with store.other() as unit:
        assert await unit.players.find("chat", "club", name) == player


async def test_players_are_read_by_id_without_unknown_ids(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.ensure(player_key(), "ann")
        bob = await unit.players.ensure(player_key("BOB"), "bob")
        assert await unit.players.by_id([ann.id, bob.id, "nobody"]) == {ann.id: ann, bob.id: bob}
        assert await unit.players.by_id([]) == {}


async def test_a_chosen_language_is_kept_until_another_is_chosen(store: Store) -> None:
    async with store.unit() as unit:
        bob = await unit.players.ensure(player_key("BOB"), "bob")
        await unit.players.choose_language(bob.id, "en")
        await unit.commit()
    for language in ("ja", None):
        async with store.unit() as unit:
            _, ann = await enter(unit)
            await unit.players.choose_language(ann.id, language)
            await unit.commit()
        async with store.other() as unit:
            assert (await unit.players.ensure(player_key(), "ann")).language == language
            assert (await unit.players.ensure(player_key("BOB"), "bob")).language == "en"
            assert (await unit.players.by_id([ann.id]))[ann.id].language == language


async def test_warnings_are_on_until_a_player_switches_them_off(store: Store) -> None:
    async with store.unit() as unit:
        ann = await unit.players.ensure(player_key("ANN"), "ann")
        bob = await unit.players.ensure(player_key("BOB"), "bob")
        await unit.players.choose_warnings(ann.id, warnings=False)
        await unit.commit()
    assert ann.warnings

    async with store.other() as unit:
        assert not (await unit.players.ensure(player_key("ANN"), "anna")).warnings
        assert (await unit.players.by_id([bob.id]))[bob.id].warnings
        await unit.players.choose_warnings(ann.id, warnings=True)
        assert (await unit.players.by_id([ann.id]))[ann.id].warnings


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


async def test_the_message_of_a_game_is_found_both_ways_and_can_be_replaced(store: Store) -> None:
    game = await begin(store)
    async with store.unit() as unit:
        assert await unit.messages.get(game.id) is None
        await unit.messages.save(game.id, MessageKey("C2", "1.0"), "en")
        await unit.messages.save(game.id, MessageKey("C1", "2.0"), "en")
        await unit.commit()

    async with store.other() as unit:
        assert await unit.messages.get(game.id) == MessageKey("C1", "2.0")
        assert await unit.messages.game_at(MessageKey("C1", "2.0")) == game.id
        assert await unit.messages.game_at(MessageKey("C2", "1.0")) is None
        assert await unit.messages.game_at(MessageKey("C1", "1.0")) is None
        assert await unit.messages.game_at(MessageKey("C2", "2.0")) is None


# Guesses that cannot be the secret


async def test_the_guess_that_a_player_was_asked_about_last_is_kept(store: Store) -> None:
    game = await begin(store)
    async with store.unit() as unit:
        _, bob = await enter(unit, "BOB")
        await unit.doubtful_guesses.save(game.id, game.game.starter, WRONG)
        await unit.doubtful_guesses.save(game.id, bob.id, SECRET)
        await unit.doubtful_guesses.save(game.id, bob.id, (9, 8, 7, 6))
        await unit.commit()

    async with store.other() as unit:
        assert await unit.doubtful_guesses.get(game.id, game.game.starter) == WRONG
        assert await unit.doubtful_guesses.get(game.id, bob.id) == (9, 8, 7, 6)
        await unit.doubtful_guesses.remove(game.id, bob.id)
        assert await unit.doubtful_guesses.get(game.id, bob.id) is None
        assert await unit.doubtful_guesses.get(game.id, game.game.starter) == WRONG


# Published commands


async def test_the_last_published_digest_is_kept_for_each_application(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.published_commands.get("1234") is None
        await unit.published_commands.save("1234", "old")
        await unit.published_commands.save("1234", "new")
        await unit.published_commands.save("5678", "other")
        await unit.commit()
    async with store.other() as unit:
        assert [await unit.published_commands.get(one) for one in ("1234", "5678")] == ["new", "other"]


# Conversations

TURNS = (Turn((0, 1, 2, 3), Feedback(0, 2)), Turn((1, 4, 3, 5), Feedback(0, 1)))


def conversation(room: str, player: str, turns: tuple[Turn, ...] = ()) -> Conversation:
    return Conversation(room, player, Rules.parse("4x16-letters"), "power:1.5", 1, turns, (15, 1, 2, 3), NOON)


@pytest.mark.parametrize("turns", [(), TURNS[:1], TURNS])
async def test_a_conversation_is_read_as_it_was_stored(store: Store, turns: tuple[Turn, ...]) -> None:
    async with store.unit() as unit:
        room, ann = await enter(unit)
        stored = conversation(room.id, ann.id, turns)
        await unit.conversations.save(stored)
        await unit.commit()

    async with store.other() as unit:
        assert await unit.conversations.get(room.id, ann.id) == stored


async def test_a_conversation_replaces_the_one_before(store: Store) -> None:
    async with store.unit() as unit:
        room, ann = await enter(unit)
        await unit.conversations.save(conversation(room.id, ann.id, TURNS))
        after = Conversation(room.id, ann.id, Rules.parse("3x10"), "entropy", 0, TURNS[:1], None, LATER)
        await unit.conversations.save(after)
        await unit.commit()

    async with store.other() as unit:
        assert await unit.conversations.get(room.id, ann.id) == after


async def test_every_player_has_a_conversation_of_their_own_in_every_room(store: Store) -> None:
    async with store.unit() as unit:
        places = [await enter(unit, user, channel) for user in ("ANN", "BOB") for channel in ("lobby", "garden")]
        stored = [conversation(room.id, player.id, TURNS[:number]) for number, (room, player) in enumerate(places[:3])]
        for each in stored:
            await unit.conversations.save(each)
        await unit.conversations.save(replace(stored[0], lies=0))
        await unit.commit()

    async with store.other() as unit:
        found = [await unit.conversations.get(room.id, player.id) for room, player in places]
        assert found == [replace(stored[0], lies=0), *stored[1:], None]


# Events


async def test_an_event_is_new_once(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.events.claim("event", NOON)
        assert not await unit.events.claim("event", NOON)
        await unit.commit()
    async with store.other() as unit:
        assert not await unit.events.claim("event", NOON)
        assert await unit.events.claim("another", NOON)


async def test_an_event_whose_claim_is_not_committed_is_still_new(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.events.claim("event", NOON)
    async with store.other() as unit:
        assert await unit.events.claim("event", NOON)


async def test_the_oldest_events_are_forgotten_first(store: Store) -> None:
    async with store.unit() as unit:
        for minutes in (3, 1, 2):
            await unit.events.claim(f"pruned{minutes}", LONG_AGO + timedelta(minutes=minutes))
        assert await unit.events.prune(LONG_AGO + timedelta(minutes=3), 1) == 1
        assert await unit.events.prune(LONG_AGO + timedelta(minutes=3), 9) == 1
        assert await unit.events.prune(LONG_AGO + timedelta(minutes=3), 9) == 0
        claimed = [await unit.events.claim(f"pruned{minutes}", LONG_AGO) for minutes in (1, 2, 3)]
        assert claimed == [True, True, False]
