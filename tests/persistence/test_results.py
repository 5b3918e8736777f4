from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.services.model import Result, RoomKey
from bot.services.ports import UnitOfWork
from core.game.games import Outcome
from core.game.sides import DuelOutcome, Level
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
    """Store a result of a game that Ann gave up in a room."""
    room = await unit.rooms.ensure(key)
    player = await unit.players.ensure(player_key("ANN", key.workspace, key.platform), "ann")
    game = new_game(room, player, name)
    await unit.games.add(game)
    await unit.games.save(game.after(game.game.give_up(player.id), at))
    result = Result(name, room.id, player.id, "4x10", Outcome.GAVE_UP, 3, 12, solo=True, ended_at=at)
    result = replace(result, **changed)
    await unit.results.add([result])
    return result


async def test_results_are_read_as_they_were_stored(store: Store) -> None:
    async with store.unit() as unit:
        stored = [
            await keep(unit, "one", solo=False),
            await keep(unit, "two", NOON + timedelta(1), outcome=Outcome.SOLVED, guesses=7, tries=0, assisted=True),
            await keep(unit, "three", NOON + timedelta(2), outcome=DuelOutcome.DRAWN, level=Level.EXPERT, rules="3x10"),
        ]
        await unit.commit()
    async with store.other() as unit:
        assert list(await unit.results.of(stored[0].player)) == stored


async def test_a_game_without_results_is_possible(store: Store) -> None:
    async with store.unit() as unit:
        _, player = await enter(unit)
        await unit.results.add([])
        assert list(await unit.results.of(player.id)) == []


async def test_results_are_sorted_oldest_first(store: Store) -> None:
    async with store.unit() as unit:
        kept = [await keep(unit, f"game{minutes}", NOON + timedelta(minutes=minutes)) for minutes in (5, 1, 3)]
        found = [
            await unit.results.of(kept[0].player),
            await unit.results.within("chat", None, None, "4x10", None),
        ]
        assert [[one.game for one in some] for some in found] == [["game1", "game3", "game5"]] * 2


async def test_every_player_has_results_of_their_own(store: Store) -> None:
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


async def test_only_ranked_results_under_the_same_rules_are_found_within_a_scope(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "rules", rules="4x10-bulls")
        await keep(unit, "shared", solo=False)
        await keep(unit, "assisted", assisted=True)
        await keep(unit, "versus", level=Level.EASY, outcome=DuelOutcome.WON)
        assert list(await unit.results.within("chat", None, None, "4x10", None)) == []


async def test_results_are_found_since_an_instant_which_is_included(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "before", NOON - timedelta(microseconds=1))
        since = [await keep(unit, "at"), await keep(unit, "after", NOON + timedelta(microseconds=1))]
        assert list(await unit.results.within("chat", None, None, "4x10", NOON)) == since
