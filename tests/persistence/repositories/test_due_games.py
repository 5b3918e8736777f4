"""The contract of the repository of due games."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.model.games import StoredGame
from bot.persistence.unit_of_work import Access, UnitOfWork
from core.game.challenges import Challenge
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, NONCE, SECRET, Store, enter, new_game, read
from tests.support.storage import committed

SECOND, FAR = timedelta(seconds=1), timedelta(days=2)


async def add(store: Store, name: str, check_at: datetime) -> StoredGame:
    """Store a challenge, any number of which run in one room."""
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        _, bob = await enter(unit, "BOB")
        game = StoredGame(name, room.id, Challenge(CLASSIC, ann.id, bob.id), NONCE, NOON, check_at=check_at)
        assert await unit.games.add(game)
    return game


async def due(unit: UnitOfWork, *added: StoredGame, most: int = 100) -> Sequence[str]:
    names = {game.id for game in added}
    return [each.game for each in await unit.due_games.due(NOON, NOON + FAR, most) if each.game in names]


async def test_games_are_due_at_their_time_those_that_have_waited_longest_first(store: Store) -> None:
    games = [await add(store, f"g{late}", NOON + late * SECOND) for late in (1, 0, -1)]
    async with store.other() as unit:
        assert await due(unit, *games) == ["g-1", "g0"]


async def test_a_game_that_a_wrong_clock_has_put_off_is_due(store: Store) -> None:
    games = [await add(store, f"g{late}", NOON + FAR + late * SECOND) for late in (0, 1)]
    async with store.other() as unit:
        assert await due(unit, *games) == ["g1"]


async def test_a_due_game_comes_with_its_room(store: Store) -> None:
    game = await add(store, "due", NOON)
    async with store.other() as unit:
        room, _ = await enter(unit)
        assert [each.room for each in await unit.due_games.due(NOON, NOON + FAR, 100) if each.game == game.id] == [room]


async def test_a_game_can_be_looked_at_later(store: Store) -> None:
    game = await add(store, "due", NOON)
    async with committed(store.unit) as unit:
        await unit.due_games.check_later(game.id, NOON + SECOND)
    async with store.other() as unit:
        assert await due(unit, game) == []
    assert await read(store, game) == replace(game, check_at=NOON + SECOND)


async def test_an_ended_game_is_not_due(store: Store) -> None:
    async with committed(store.unit) as unit:
        room, ann = await enter(unit)
        game = replace(new_game(room, ann), check_at=NOON)
        await unit.games.add(game)
        await unit.games.save(game.after(game.game.guess(SECRET, ann.id), NOON))
    async with store.other() as unit:
        assert await due(unit, game) == []


async def test_running_games_are_counted(store: Store) -> None:
    async def counted() -> int:
        async with store.other(Access.LONG_READ) as unit:
            return await unit.due_games.count_running()

    before = await counted()
    first, _ = await add(store, "one", NOON), await add(store, "two", NOON)
    assert await counted() == before + 2
    async with committed(store.unit) as unit:
        assert await unit.games.get(first.room, first.id)
        await unit.games.save(first.after(first.game.expire(), NOON))
    assert await counted() == before + 1
