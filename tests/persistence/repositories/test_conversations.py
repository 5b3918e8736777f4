"""The contract of the repositories of conversations, published commands and events."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.games import CoachConversation
from bot.model.rooms import MessageKey
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.persistence.store import Store, enter, start
from tests.support.storage import committed

EARLIER, LATER = NOON - timedelta(hours=1), NOON + timedelta(hours=1)

LONG_AGO = NOON - timedelta(days=99)


async def test_the_message_of_a_game_is_found_both_ways_and_can_be_replaced(store: Store) -> None:
    game = await start(store)
    async with committed(store.unit) as unit:
        assert await unit.messages.get(game.id) is None
        await unit.messages.save(game.id, MessageKey("C2", "1.0"), "en")
        await unit.messages.save(game.id, MessageKey("C1", "2.0"), "en")

    async with store.other() as unit:
        assert await unit.messages.get(game.id) == MessageKey("C1", "2.0")
        assert await unit.messages.game_at(MessageKey("C1", "2.0")) == game.id
        assert await unit.messages.game_at(MessageKey("C2", "1.0")) is None
        assert await unit.messages.game_at(MessageKey("C1", "1.0")) is None
        assert await unit.messages.game_at(MessageKey("C2", "2.0")) is None


# Published commands


async def test_the_last_published_digest_is_kept_for_each_application(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.published_commands.get("1234") is None
        await unit.published_commands.save("1234", "old")
        await unit.published_commands.save("1234", "new")
        await unit.published_commands.save("5678", "other")
    async with store.other() as unit:
        assert [await unit.published_commands.get(one) for one in ("1234", "5678")] == ["new", "other"]


# Conversations


TURNS = (Turn((0, 1, 2, 3), Feedback(0, 2)), Turn((1, 4, 3, 5), Feedback(0, 1)))


def conversation(room: str, player: str, turns: tuple[Turn, ...] = ()) -> CoachConversation:
    return CoachConversation(room, player, Rules.parse("4x16-letters"), "power:1.5", 1, turns, (15, 1, 2, 3), NOON)


@pytest.mark.parametrize("turns", [(), TURNS[:1], TURNS])
async def test_a_conversation_is_read_as_it_was_stored(store: Store, turns: tuple[Turn, ...]) -> None:
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        stored = conversation(room.id, ann.id, turns)
        await unit.conversations.save(stored)

    async with store.other() as unit:
        assert await unit.conversations.get(room.id, ann.id) == stored


async def test_a_conversation_replaces_the_one_before(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        await unit.conversations.save(conversation(room.id, ann.id, TURNS))
        after = CoachConversation(room.id, ann.id, Rules.parse("3x10"), "entropy", 0, TURNS[:1], None, LATER)
        await unit.conversations.save(after)

    async with store.other() as unit:
        assert await unit.conversations.get(room.id, ann.id) == after


async def test_every_player_has_a_conversation_of_their_own_in_every_room(store: Store) -> None:
    async with committed(store.unit) as unit:
        places = [await enter(unit, user, channel) for user in ("ANN", "BOB") for channel in ("lobby", "garden")]
        stored = [conversation(room.id, player.id, TURNS[:number]) for number, (room, player) in enumerate(places[:3])]
        for each in stored:
            await unit.conversations.save(each)
        await unit.conversations.save(replace(stored[0], lies=0))

    async with store.other() as unit:
        found = [await unit.conversations.get(room.id, player.id) for room, player in places]
        assert found == [replace(stored[0], lies=0), *stored[1:], None]


# Events


async def test_an_event_is_new_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        assert await unit.events.claim("event", NOON)
        assert not await unit.events.claim("event", NOON)
    async with store.other() as unit:
        assert not await unit.events.claim("event", NOON)
        assert await unit.events.claim("another", NOON)


async def test_an_event_whose_claim_is_not_committed_is_still_new(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.events.claim("event", NOON)
    async with store.other() as unit:
        assert await unit.events.claim("event", NOON)


async def test_the_oldest_events_are_deleted_first(store: Store) -> None:
    async with store.unit() as unit:
        for minutes in (3, 1, 2):
            await unit.events.claim(f"pruned{minutes}", LONG_AGO + timedelta(minutes=minutes))
        assert await unit.old_rows.remove("events", LONG_AGO + timedelta(minutes=3), 1) == 1
        assert await unit.old_rows.remove("events", LONG_AGO + timedelta(minutes=3), 9) == 1
        assert await unit.old_rows.remove("events", LONG_AGO + timedelta(minutes=3), 9) == 0
        claimed = [await unit.events.claim(f"pruned{minutes}", LONG_AGO) for minutes in (1, 2, 3)]
        assert claimed == [True, True, False]
