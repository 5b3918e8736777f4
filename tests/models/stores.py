"""Storage of each kind that is used by one run of a state machine after the other."""

import asyncio

from sqlalchemy import Connection, delete
from typing_extensions import override

from bot.persistence.database import Database
from bot.persistence.tables.games import games
from bot.services.ports import UnitOfWorkFactory
from tests.fakes.memory import Memory
from tests.models.both_worlds import Storage

_TABLES_OF_GAMES = [
    table for table in reversed(games.metadata.sorted_tables) if table is games or "game_id" in table.columns
]


class MemoryStorage(Storage):
    """A new storage in memory for each run."""

    is_slow = False

    @override
    def open(self) -> UnitOfWorkFactory:
        return Memory().unit


class DatabaseStorage(Storage):
    """A database, from which the games of the run before are deleted."""

    is_slow = True

    def __init__(self, database: Database, runner: asyncio.Runner) -> None:
        self._database = database
        self._runner = runner

    @override
    def open(self) -> UnitOfWorkFactory:
        self._runner.run(self._database.run(_forget_games))
        return self._database.unit


def _forget_games(connection: Connection) -> None:
    for table in _TABLES_OF_GAMES:
        connection.execute(delete(table))
