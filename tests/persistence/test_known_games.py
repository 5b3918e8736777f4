"""Running games that a process keeps in memory are what the tables contain."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Executable
from typing_extensions import override

from bot.model.errors import StorageError
from bot.model.games import StoredGame
from bot.persistence.connection import Connection, Parameters, Row, Transaction
from bot.persistence.database import Database
from bot.persistence.repositories import game_mapping
from bot.persistence.unit_of_work import UnitOfWork
from tests.fakes.clock import NOON
from tests.persistence.store import LATER, WRONG, Store, enter, move, start
from tests.support.present import present

OTHER = (9, 8, 7, 6)


class Recorded(Connection):
    """A connection that records its statements."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.dialect = connection.dialect
        self.statements: list[str] = []

    @override
    async def execute(self, statement: Executable, parameters: Parameters | None = None) -> int:
        self.statements.append(str(statement).split()[0])
        return await self._connection.execute(statement, parameters)

    @override
    async def fetch_all(self, statement: Executable, parameters: Parameters | None = None) -> Sequence[Row]:
        self.statements.append(str(statement).split()[0])
        return await self._connection.fetch_all(statement, parameters)


def recorded(unit: UnitOfWork) -> Recorded:
    """Record what the repository of games does from here on."""
    repository: Any = unit.games
    connection = repository._connection = Recorded(repository._connection)
    return connection


async def failing_commit(_transaction: Transaction) -> None:
    """A commit that fails, so that everything is rolled back."""
    raise TimeoutError


@pytest.fixture
async def other(url: str) -> AsyncIterator[Database]:
    """The database as another process opens it."""
    opened = Database(url)
    yield opened
    await opened.close()


@pytest.fixture
def store(database: Database, other: Database) -> Store:
    """Two processes on one database."""
    return Store(database.unit, other.unit)


async def test_a_turn_of_a_known_game_takes_one_query_and_two_changes(store: Store, database: Database) -> None:
    game = await move(store, await start(store), ("ANN", WRONG))
    async with database.unit() as unit:
        connection = recorded(unit)
        found = await unit.games.get(game.room, game.id)
        assert found == game
        await unit.games.update(found.after(found.game.guess(OTHER, found.game.starter), LATER))
        assert connection.statements == ["SELECT", "UPDATE", "INSERT"]


async def test_a_new_game_is_known_from_its_start(store: Store, database: Database) -> None:
    game = await start(store)
    async with database.unit() as unit:
        connection = recorded(unit)
        assert await unit.games.get(game.room, game.id) == game
        assert connection.statements == ["SELECT"]


async def test_a_game_that_another_process_has_changed_is_read_again(store: Store, other: Database) -> None:
    game = await move(store, await start(store), ("ANN", WRONG))
    await move(Store(other.unit, store.unit), game, ("BOB", OTHER))
    game = await move(store, game, ("ANN", (5, 6, 7, 8)))
    assert [turn.guess for turn in game.game.boards[0].turns] == [WRONG, OTHER, (5, 6, 7, 8)]
    async with other.unit() as unit:
        assert await unit.games.get(game.room, game.id) == game


async def test_a_game_that_was_saved_but_not_committed_is_not_known(store: Store, other: Database) -> None:
    game = await move(store, await start(store), ("ANN", WRONG))
    async with store.unit() as unit:
        found = present(await unit.games.get(game.room, game.id))
        await unit.games.update(found.after(found.game.guess(OTHER, found.game.starter), LATER))
    game = await move(Store(other.unit, store.unit), game, ("ANN", (5, 6, 7, 8)))
    async with store.unit() as unit:
        assert await unit.games.get(game.room, game.id) == game


async def test_a_game_whose_commit_failed_is_not_known(store: Store, other: Database) -> None:
    game = await move(store, await start(store), ("ANN", WRONG))
    async with store.unit() as unit:
        kind = type(unit._transaction)
    with patch.object(kind, "commit", failing_commit), pytest.raises(StorageError):
        await move(store, game, ("ANN", OTHER))
    game = await move(Store(other.unit, store.unit), game, ("ANN", (5, 6, 7, 8)))
    async with store.unit() as unit:
        assert await unit.games.get(game.room, game.id) == game


async def test_moves_that_are_committed_together_do_not_read_the_turns_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, read = await move(store, await start(store), ("ANN", WRONG)), list[str]()
    original = game_mapping.game_from_rows

    def game_from(row: Row, *rest: Any) -> StoredGame:
        read.append(row.id)
        return original(row, *rest)

    monkeypatch.setattr(game_mapping, "game_from_rows", game_from)
    await asyncio.gather(*(move(store, game, (user, OTHER)) for user in ("ANN", "BOB", "CAROL")))
    assert read == []


async def test_a_reminder_that_another_process_has_stored_is_seen(store: Store, other: Database) -> None:
    game = await move(store, await start(store), ("ANN", WRONG))
    async with other.unit() as unit:
        await unit.due_games.set_reminded(game.id)
        await unit.commit()
    async with store.unit() as unit:
        assert present(await unit.games.get(game.room, game.id)).reminded


async def test_nobody_who_has_deleted_their_data_stays_in_a_known_game(store: Store, other: Database) -> None:
    game = await move(store, await start(store), ("ANN", WRONG), ("BOB", OTHER), ("ANN", OTHER))
    async with other.unit() as unit:
        ann = (await enter(unit, "ANN"))[1].id
        deletion = await unit.personal_data.start_deletion(ann, NOON)
        played = await unit.personal_data.games_of(ann)
        await unit.personal_data.replace_in_games(ann, deletion.successor, played, NOON)
        await unit.commit()
    game = await move(store, game, ("BOB", WRONG))
    assert ann not in game.game.players
    assert len(game.game.boards[0].turns) == 4
    async with other.unit() as unit:
        assert await unit.games.get(game.room, game.id) == game
