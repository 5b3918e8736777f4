from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.services.model import Result, RoomKey
from bot.services.ports import UnitOfWork
from core.game.games import Outcome
from tests.fakes.clock import NOON
from tests.persistence.store import Store, enter, new_game, player_key, room_key

LOBBY = room_key()


async def keep(
    unit: UnitOfWork,
    name: str,
    at: datetime = NOON,
    key: RoomKey = LOBBY,
    **changed: Any,  # noqa: ANN401  # of any field
) -> Result:
    """A result of a game by Ann in some room."""
    room = await unit.rooms.ensure(key)
    player = await unit.players.ensure(player_key("ANN", key.workspace, key.platform), "ann")
    game = new_game(room, player, name)
    await unit.games.add(game)
    await unit.games.save(game.after(game.game.give_up(player.id), at))
    result = replace(
        Result(name, room.id, player.id, "4x10", Outcome.GAVE_UP, 3, 12, solo=True, ended_at=at), **changed
    )
    await unit.results.add([result])
    return result


async def test_results_come_back_as_they_were(store: Store) -> None:
    async with store.unit() as unit:
        kept = await keep(unit, "game", solo=False)
        await unit.commit()
    async with store.other() as unit:
        assert list(await unit.results.of(kept.player)) == [kept]


async def test_a_game_may_have_no_results(store: Store) -> None:
    async with store.unit() as unit:
        _, player = await enter(unit)
        await unit.results.add([])
        assert list(await unit.results.of(player.id)) == []


async def test_results_come_oldest_first(store: Store) -> None:
    async with store.unit() as unit:
        kept = [await keep(unit, f"game{minutes}", NOON + timedelta(minutes=minutes)) for minutes in (5, 1, 3)]
        everything = [
            await unit.results.of(kept[0].player),
            await unit.results.within("chat", None, None, "4x10", None),
        ]
        assert [[one.game for one in some] for some in everything] == [["game1", "game3", "game5"]] * 2


async def test_results_are_everybodys_own(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "game")
        _, bob = await enter(unit, "BOB")
        assert list(await unit.results.of(bob.id)) == []


async def test_results_are_found_within_a_platform_a_workspace_and_a_room(store: Store) -> None:
    async with store.unit() as unit:
        here = await keep(unit, "here")
        beside = await keep(unit, "beside", NOON + timedelta(1), room_key("garden"))
        beyond = await keep(unit, "beyond", NOON + timedelta(2), room_key(workspace="other club"))
        await keep(unit, "nowhere", key=room_key(platform="other chat"))
        within = unit.results.within
        assert list(await within("chat", None, None, "4x10", None)) == [here, beside, beyond]
        assert list(await within("chat", "club", None, "4x10", None)) == [here, beside]
        assert list(await within("chat", "club", here.room, "4x10", None)) == [here]


async def test_only_solo_results_of_the_same_rules_are_found_within(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "other rules", rules="4x10-bulls")
        await keep(unit, "together", solo=False)
        assert list(await unit.results.within("chat", None, None, "4x10", None)) == []


async def test_results_are_found_from_their_first_instant_on(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "before", NOON - timedelta(microseconds=1))
        since = [await keep(unit, "at"), await keep(unit, "after", NOON + timedelta(microseconds=1))]
        assert list(await unit.results.within("chat", None, None, "4x10", NOON)) == since


async def test_an_event_is_new_once(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.events.claim("event", NOON)
        assert not await unit.events.claim("event", NOON)
        await unit.commit()
    async with store.other() as unit:
        assert not await unit.events.claim("event", NOON)
        assert await unit.events.claim("another", NOON)


async def test_an_event_claimed_in_vain_is_still_new(store: Store) -> None:
    async with store.unit() as unit:
        assert await unit.events.claim("event", NOON)
    async with store.other() as unit:
        assert await unit.events.claim("event", NOON)
