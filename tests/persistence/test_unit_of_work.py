"""The contract of units of work: they are atomic, and those that read the same game run one after the other."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from bot.model.games import CoachConversation, StoredGame
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import UnitOfWork
from bot.services.games.referee import Referee
from bot.services.services import Services
from core.game.codes import Code
from tests.fakes.clock import NOON, FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.store import CLASSIC, SECRET, WRONG, Store, enter, new_game, player_key, read, room_key, start
from tests.support.present import present

LONG_ENOUGH = 0.05
"""Seconds in which a unit of work that does not wait would be done."""


def referees(store: Store) -> tuple[Referee, Referee]:
    """A referee in each process."""
    clock = FakeClock()
    return (
        Services(store.unit, clock, FakeRandomSource("0123", game_ids=["one", "two"]), InlineSolver()).referee,
        Services(store.other, clock, FakeRandomSource("0123", game_ids=["three", "four"]), InlineSolver()).referee,
    )


def caller(number: int, event: str | None = None) -> Caller:
    return Caller(room_key(), player_key(f"U{number}"), f"player {number}", event or f"event {number}")


Read = Callable[[UnitOfWork, StoredGame], Awaitable[StoredGame | None]]


async def read_for_player(unit: UnitOfWork, game: StoredGame) -> StoredGame | None:
    return (await unit.games.for_player(game.room, game.game.starter))[0]


LOCKING_READS: dict[str, Read] = {
    "in_slot": lambda unit, game: unit.games.in_slot(game.room, game.slot),
    "for_player": read_for_player,
    "get": lambda unit, game: unit.games.get(game.room, game.id),
}


async def guess(unit: UnitOfWork, read_game: Read, game: StoredGame, code: Code) -> None:
    """Guess as the game's starter."""
    found = present(await read_game(unit, game))
    await unit.games.update(found.after(found.game.guess(code, found.game.starter), NOON))
    await unit.commit()


async def test_changes_that_are_not_committed_are_lost(store: Store) -> None:
    async with store.unit() as unit:
        game = new_game(*await enter(unit))
        await unit.games.add(game)
        await unit.events.claim("event", NOON)
    async with store.other() as unit:
        assert await unit.players.find_by_name_or_id("chat", "club", "ANN") is None
        assert await unit.games.get(game.room, game.id) is None
        assert await unit.events.claim("event", NOON)


async def test_an_error_rolls_back(store: Store) -> None:
    async def fail() -> None:
        async with store.unit() as unit:
            await enter(unit)
            raise LookupError

    with pytest.raises(LookupError):
        await fail()
    async with store.other() as unit:
        assert await unit.players.find_by_name_or_id("chat", "club", "ANN") is None


async def test_a_cancelled_unit_of_work_rolls_back(store: Store) -> None:
    entered, never = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        async with store.unit() as unit:
            await enter(unit)
            entered.set()
            await never.wait()

    task = asyncio.create_task(wait())
    await entered.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for way_in in (store.unit, store.other):
        async with way_in() as unit:
            assert await unit.players.find_by_name_or_id("chat", "club", "ANN") is None


@pytest.mark.parametrize("read_game", LOCKING_READS.values(), ids=LOCKING_READS)
async def test_a_game_is_locked_until_the_unit_of_work_ends(store: Store, read_game: Read) -> None:
    game = await start(store)

    async def guess_meanwhile() -> None:
        async with store.other() as unit:
            await guess(unit, read_game, game, WRONG)

    async with store.unit() as unit:
        await read_game(unit, game)
        waiting = asyncio.create_task(guess_meanwhile())
        await asyncio.sleep(LONG_ENOUGH)
        assert not waiting.done()
        await guess(unit, read_game, game, (5, 6, 7, 8))
    await waiting
    after = await read(store, game)
    assert [turn.guess for turn in after.game.boards[0].turns] == [(5, 6, 7, 8), WRONG]


async def test_a_conversation_is_locked_until_the_unit_of_work_ends(store: Store) -> None:
    async with store.unit() as unit:
        room, ann = await enter(unit)
        await unit.conversations.save(CoachConversation(room.id, ann.id, CLASSIC, "entropy", 0, (), WRONG, NOON))
        await unit.commit()

    async def read_meanwhile() -> CoachConversation | None:
        async with store.other() as unit:
            return await unit.conversations.get(room.id, ann.id)

    async with store.unit() as unit:
        found = present(await unit.conversations.get(room.id, ann.id))
        waiting = asyncio.create_task(read_meanwhile())
        await asyncio.sleep(LONG_ENOUGH)
        assert not waiting.done()
        await unit.conversations.save(replace(found, suggested=None))
        await unit.commit()
    assert await waiting == replace(found, suggested=None)


async def test_simultaneous_guesses_become_turns_in_one_order(store: Store) -> None:
    game, both = await start(store), referees(store)
    results = await asyncio.gather(
        *(both[number % 2].guess(caller(number), "4567", is_confirmed=True) for number in range(10))
    )
    found = await read(store, game)
    assert len(found.game.boards[0].turns) == 10
    order = [turn.by for turn in found.game.boards[0].turns]
    seen = [[turn.by for turn in result.view.game.boards[0].turns] for result in results]
    assert sorted(seen, key=len) == [order[: number + 1] for number in range(10)]


async def test_a_game_is_won_once(store: Store) -> None:
    game, both = await start(store), referees(store)
    guesses = (both[number % 2].guess(caller(number), "0123") for number in range(6))
    results = await asyncio.gather(*guesses, return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["GuessResult", *["NoGameHere"] * 5]
    found = await read(store, game)
    assert [turn.guess for turn in found.game.boards[0].turns] == [SECRET]


async def test_of_several_games_begun_at_once_one_is_added(store: Store) -> None:
    both = referees(store)
    started = await asyncio.gather(
        *(both[number % 2].start_game(caller(number), CLASSIC) for number in range(4)), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in started) == [*["GameRunning"] * 3, "ShownGame"]


async def test_an_event_delivered_to_two_at_once_counts_once(store: Store) -> None:
    game, both = await start(store), referees(store)
    results = await asyncio.gather(*(one.guess(caller(1, "the same"), "4567") for one in (*both, *both)))
    assert [result.turn is None for result in results].count(False) == 1
    found = await read(store, game)
    assert [turn.guess for turn in found.game.boards[0].turns] == [WRONG]


async def test_an_event_delivered_to_several_at_once_begins_one_game(store: Store) -> None:
    both = referees(store)
    views = await asyncio.gather(*(one.start_game(caller(1, "the same"), CLASSIC) for one in (*both, *both)))
    assert len({view.id for view in views}) == 1
