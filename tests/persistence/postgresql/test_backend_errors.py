"""Units of work when a PostgreSQL server fails."""

import asyncio
import socket

import pytest
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine

from bot.model.errors import StorageReadOnly, StorageUnreachable
from bot.persistence.database import Database
from tests.persistence.faults import create_engine, enter_alone, execute, fault
from tests.persistence.store import enter, player_key
from tests.support.postgresql import Server

END_CONNECTIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)
"""Ends all other connections to this database."""


async def test_a_server_that_does_not_respond_does_not_keep_a_process_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def hang(_engine: AsyncEngine) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(AsyncEngine, "dispose", hang)
    monkeypatch.setattr("bot.persistence.postgresql.backend.CLOSE_SECONDS", 0.01)
    await Database("postgresql://hitblow@127.0.0.1/hitblow").close()


async def test_a_server_that_does_not_run_is_unreachable_and_its_password_hidden() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))  # nothing listens here
        port = probe.getsockname()[1]
        error = await fault(f"postgresql://hitblow:hunter2@127.0.0.1:{port}/hitblow")
    assert isinstance(error, StorageUnreachable)
    assert "hunter2" not in error.where


@pytest.mark.postgresql
async def test_a_wrong_password_makes_the_server_unreachable_and_is_hidden(postgresql: Server) -> None:
    error = await fault(postgresql.url("postgres", "hunter2"))
    assert isinstance(error, StorageUnreachable)
    assert "hunter2" not in error.where


@pytest.mark.postgresql
async def test_a_database_that_the_server_does_not_have_is_unreachable(postgresql: Server) -> None:
    assert isinstance(await fault(postgresql.url("nothing")), StorageUnreachable)


@pytest.mark.postgresql
async def test_a_server_that_is_read_only_is_recognized(postgresql_url: str) -> None:
    name = make_url(postgresql_url).database
    await execute(postgresql_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert isinstance(await fault(postgresql_url), StorageReadOnly)
    database = Database(postgresql_url)
    assert not await database.is_writable()
    await database.close()


@pytest.mark.postgresql
async def test_a_missing_certificate_is_reported(postgresql_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/nowhere")
    error = await fault(f"{postgresql_url}?sslmode=verify-full")
    assert isinstance(error, StorageUnreachable)
    assert "/nowhere/.postgresql/root.crt" in str(error.cause)


@pytest.mark.postgresql
async def test_a_lost_connection_is_replaced(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    await enter_alone(database)
    await execute(postgresql_url, END_CONNECTIONS)
    await enter_alone(database)
    await database.close()


@pytest.mark.postgresql
async def test_a_connection_is_replaced_while_its_end_has_not_been_noticed(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    engine = create_engine(postgresql_url)
    async with engine.connect() as other:
        for passes_of_the_loop in range(20):
            await enter_alone(database)
            await other.execute(text(END_CONNECTIONS))
            for _ in range(passes_of_the_loop % 5):
                await asyncio.sleep(0)
            await enter_alone(database)
    await engine.dispose()
    await database.close()


@pytest.mark.postgresql
async def test_a_connection_that_is_lost_within_a_unit_of_work_is_reported(postgresql_url: str) -> None:
    database = Database(postgresql_url)

    async def lose_connection() -> None:
        async with database.unit() as unit:
            await enter(unit)
            await execute(postgresql_url, END_CONNECTIONS)
            await unit.commit()

    with pytest.raises(StorageUnreachable):
        await lose_connection()
    async with database.unit() as unit:
        assert await unit.players.find("chat", "club", player_key().user) is None
    await database.close()
