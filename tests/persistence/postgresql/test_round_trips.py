"""How often a process waits for the server, which may be far away, during a guess."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import event

from bot.persistence.database import Database
from bot.services.services import Services
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.services.harness import ANN, CLASSIC, again

pytestmark = pytest.mark.postgresql


@pytest.fixture
async def database(postgresql_url: str) -> AsyncIterator[Database]:
    opened = Database(postgresql_url)
    yield opened
    await opened.close()


async def test_a_guess_takes_nine_round_trips(database: Database) -> None:
    referee = Services(database.unit, FakeClock(), FakeRandomSource("0123"), InlineSolver()).referee
    game = await referee.start_game(again(ANN), CLASSIC)
    await referee.guess(again(ANN), "4567", game.id)
    sent: list[str] = []
    event.listen(database.engine.sync_engine, "before_cursor_execute", lambda *details: sent.append(details[2]))
    for name in ("begin", "commit", "rollback"):
        event.listen(database.engine.sync_engine, name, lambda _connection, name=name: sent.append(name))
    await referee.guess(again(ANN), "8901", game.id)
    assert len(sent) <= 9, "\n".join(sent)


async def test_a_unit_of_work_that_reads_needs_no_transaction(database: Database) -> None:
    services = Services(database.unit, FakeClock(), FakeRandomSource("0123"), InlineSolver())
    await services.referee.start_game(again(ANN), CLASSIC)
    started: list[str] = []
    async with database.engine.connect() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        raw.driver_connection.add_query_logger(lambda query: started.append(query.query))
    assert await services.languages.chosen_personally_by(again(ANN)) is None
    assert started == []
    await services.referee.guess(again(ANN), "4567")
    assert started, "on the same connection"
