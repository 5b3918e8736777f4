"""SQLite connections: how they are set up, and which calls leave the event loop's thread."""

import threading
from collections import defaultdict
from typing import Any

from sqlalchemy import Connection, event, text

from bot.persistence.database import Database
from tests.fakes.clock import NOON
from tests.persistence.store import enter


async def test_connections_are_durable_and_check_foreign_keys(sqlite_url: str) -> None:
    def read(connection: Connection) -> dict[str, Any]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return {name: connection.execute(text(f"PRAGMA {name}")).scalar_one() for name in names}

    database = Database(sqlite_url)
    assert await database.run(read) == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    await database.close()


async def test_only_statements_that_may_wait_run_in_another_thread(sqlite_url: str) -> None:
    elsewhere: defaultdict[str, set[bool]] = defaultdict(set)
    here = threading.get_ident()

    def trace(connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's signature
        connection.driver_connection._conn.set_trace_callback(
            lambda statement: elsewhere[statement.split()[0]].add(threading.get_ident() != here)
        )

    database = Database(sqlite_url)
    event.listen(database.engine.sync_engine, "connect", trace, insert=True)
    async with database.unit() as unit:
        await enter(unit)
        await unit.events.claim("event", NOON)
        await unit.commit()
    async with database.unit() as unit:
        await enter(unit)
    await database.close()

    assert elsewhere == {
        "PRAGMA": {True},
        "BEGIN": {True},
        "SELECT": {False},
        "INSERT": {False},
        "COMMIT": {True},
        "ROLLBACK": {False},
    }
