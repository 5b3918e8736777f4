from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from bot.model.results import Result
from bot.model.rooms import RoomKey
from bot.persistence.unit_of_work import UnitOfWork
from core.game.any_game import Kind
from core.game.boards import Outcome
from core.game.sides import Level, SideOutcome
from tests.fakes.clock import NOON
from tests.persistence.store import Store, enter, new_game, room_key
from tests.support.storage import committed

LOBBY = room_key()


async def keep(
    unit: UnitOfWork,
    name: str,
    at: datetime = NOON,
    key: RoomKey = LOBBY,
    **changed: Any,
) -> Result:
    """Store a result of a game that Ann gave up in a room."""
    room = await unit.rooms.ensure(key)
    player = await unit.players.ensure(key.player_key("ANN"), key.workspace, "ann")
    game = new_game(room, player, name)
    await unit.games.add(game)
    await unit.games.save(game.after(game.game.give_up(player.id), at))
    result = Result(name, room.id, player.id, "4x10", Outcome.GAVE_UP, 3, 12, Kind.SOLO, at, ranked=True)
    result = replace(result, **changed)
    await unit.results.add([result])
    return result


async def test_results_are_read_as_they_were_stored(store: Store) -> None:
    async with committed(store.unit) as unit:
        stored = [
            await keep(unit, "one", kind=Kind.RACE, ranked=False, place=2),
            await keep(unit, "two", NOON + timedelta(1), outcome=Outcome.SOLVED, guesses=7, tries=0, assisted=True),
            await keep(unit, "three", NOON + timedelta(2), outcome=SideOutcome.DRAWN, level=Level.EXPERT, rules="3x10"),
        ]
    async with store.other() as unit:
        assert list(await unit.results.of_player(stored[0].player)) == stored


async def test_results_are_in_the_order_in_which_they_were_stored_whatever_the_clock_showed(store: Store) -> None:
    async with store.unit() as unit:
        kept = [await keep(unit, f"game{minutes}", NOON + timedelta(minutes=minutes)) for minutes in (5, 1, 3)]
        found = await unit.results.of_player(kept[0].player)
        assert [one.game for one in found] == ["game5", "game1", "game3"]


async def test_a_result_is_stored_once(store: Store) -> None:
    async with committed(store.unit) as unit:
        kept = await keep(unit, "game", outcome=Outcome.SOLVED)
        await unit.results.add([kept, replace(kept, guesses=1)])
    async with store.other() as unit:
        await unit.results.add([kept])
        assert list(await unit.results.of_player(kept.player)) == [kept]
        assert (await unit.results.record(kept.player)).alone[kept.rules].games == 1


async def test_the_last_results_of_a_player_are_those_of_all_rooms_that_were_stored_last(store: Store) -> None:
    async with store.unit() as unit:
        await keep(unit, "first", NOON + timedelta(1))
        await keep(unit, "second", NOON)
        last = await keep(unit, "elsewhere", key=room_key("garden"))
        _, bob = await enter(unit, "BOB")
        assert [one.game for one in await unit.results.last(last.player, 2)] == ["elsewhere", "second"]
        assert await unit.results.last(bob.id, 2) == []
