"""The contract of connections, whichever library executes the statements."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import Executable, bindparam, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from bot.persistence.connection import Connection, Parameters, Row, TransactionContext, json_array, texts_in_parameter
from bot.persistence.database import Database
from bot.persistence.postgresql.backend import engine_transaction
from bot.persistence.sqlite.backend import long_read
from bot.persistence.tables.games import events, players
from bot.persistence.unit_of_work import Access
from tests.fakes.clock import NOON
from tests.persistence.conftest import POSTGRESQL
from tests.support.present import present

ADD_PLAYER = players.insert()
CHANGE_PLAYER = update(players).where(players.c.id == bindparam("player"))
NAMES = select(players.c.name).order_by(players.c.name)
PLAYER = select(players).where(players.c.id == bindparam("player"))
FIRST_NAMES = NAMES.limit(bindparam("most"))
OF_ANN = select(players.c.id).where(players.c.name == "ann")
COUNT = select(func.count().label("number")).select_from(players)
AMONG = select(players.c.name).where(players.c.id.in_(texts_in_parameter("ids"))).order_by(players.c.name)
ADD_EVENT = {"sqlite": sqlite.insert(events), "postgresql": postgresql.insert(events)}
ADD_NEW_EVENT = {
    "sqlite": sqlite.insert(events).on_conflict_do_nothing(),
    "postgresql": postgresql.insert(events).on_conflict_do_nothing(),
}
EVENT = select(events.c.at).where(events.c.id == bindparam("event"))
EARLIER = select(events.c.id).where(events.c.at < bindparam("moment"))


@pytest.fixture(params=["sqlite", "sqlite in a thread", "sqlalchemy", POSTGRESQL])
def opened(request: pytest.FixtureRequest) -> tuple[str, Database]:
    """A database of each kind, and which library executes its statements."""
    kind = "postgresql" if request.param == "postgresql" else "sqlite"
    return request.param, Database(request.getfixturevalue(f"{kind}_url"))


@pytest.fixture
async def connection(opened: tuple[str, Database]) -> AsyncIterator[Connection]:
    """A connection within a transaction."""
    library, database = opened
    transaction: TransactionContext
    match library:
        case "sqlite":
            transaction = database._backend.transaction(Access.CHANGE)
        case "sqlite in a thread":  # long reads use it; here it may write
            backend: Any = database._backend
            transaction = long_read(backend._open, backend._file.check_same_file, asyncio.Semaphore())
        case _:
            transaction = engine_transaction(database.engine)
    async with transaction as begun:
        yield begun.connection
    await database.close()


def player(number: int, name: str, **more: object) -> dict[str, object]:
    return {"id": f"p{number}", "platform": "chat", "realm": "club", "user": f"U{number}", "name": name, **more}


async def row_of(connection: Connection, statement: Executable, parameters: Parameters | None = None) -> Row:
    """The first row of those that a statement returns."""
    return present(await connection.fetch_one(statement, parameters))


async def test_a_row_has_its_columns_as_attributes(connection: Connection) -> None:
    await connection.execute(ADD_PLAYER, player(1, "ann", settings="language=ja"))
    row = await row_of(connection, PLAYER, {"player": "p1"})
    assert (row.id, row.user, row.name, row.settings) == ("p1", "U1", "ann", "language=ja")
    assert row.hidden is False  # the default of the table
    assert await connection.fetch_one(PLAYER, {"player": "p2"}) is None


async def test_the_parameters_name_the_columns_that_are_set(connection: Connection) -> None:
    await connection.execute(ADD_PLAYER, player(1, "ann", settings="language=ja"))
    await connection.execute(CHANGE_PLAYER, {"player": "p1", "name": "bob"})
    row = await row_of(connection, PLAYER, {"player": "p1"})
    assert (row.name, row.settings) == ("bob", "language=ja")
    await connection.execute(CHANGE_PLAYER, {"player": "p1", "settings": "", "hidden": True})
    row = await row_of(connection, PLAYER, {"player": "p1"})
    assert (row.name, row.settings, row.hidden) == ("bob", "", True)


async def test_every_row_is_fetched_in_order(connection: Connection) -> None:
    await connection.execute_many(ADD_PLAYER, [player(1, "bob"), player(2, "ann"), player(3, "zoe")])
    assert [row.name for row in await connection.fetch_all(NAMES)] == ["ann", "bob", "zoe"]
    assert [row.name for row in await connection.fetch_all(FIRST_NAMES, {"most": 2})] == ["ann", "bob"]
    assert (await row_of(connection, NAMES)).name == "ann"


async def test_the_changed_rows_are_counted(connection: Connection) -> None:
    await connection.execute_many(ADD_PLAYER, [player(1, "ann"), player(2, "ann"), player(3, "bob")])
    assert await connection.execute(update(players).where(players.c.name == "ann").values(name="zoe")) == 2
    assert await connection.execute(CHANGE_PLAYER, {"player": "p9", "name": "zoe"}) == 0
    assert await connection.execute(delete(players).where(players.c.name == bindparam("who")), {"who": "bob"}) == 1
    assert (await row_of(connection, COUNT)).number == 2


async def test_a_row_that_is_not_inserted_is_not_counted(connection: Connection) -> None:
    insert = ADD_NEW_EVENT[connection.dialect]
    assert await connection.execute(insert, {"id": "event", "at": NOON}) == 1
    assert await connection.execute(insert, {"id": "event", "at": NOON}) == 0


async def test_constants_of_a_statement_are_kept(connection: Connection) -> None:
    await connection.execute_many(ADD_PLAYER, [player(1, "ann"), player(2, "bob")])
    for _ in range(2):
        assert [row.id for row in await connection.fetch_all(OF_ANN)] == ["p1"]


async def test_a_list_of_texts_has_no_limit(connection: Connection) -> None:
    await connection.execute_many(ADD_PLAYER, [player(1, "ann"), player(2, "bob"), player(3, "zoe")])
    ids = json_array(["p1", "p3", '"', *(f"x{number}" for number in range(40_000))])
    assert [row.name for row in await connection.fetch_all(AMONG, {"ids": ids})] == ["ann", "zoe"]
    assert await connection.fetch_all(AMONG, {"ids": json_array(())}) == []


async def test_times_are_stored_and_compared_in_utc(connection: Connection) -> None:
    tokyo = timezone(timedelta(hours=9))
    await connection.execute(ADD_EVENT[connection.dialect], {"id": "event", "at": NOON.astimezone(tokyo)})
    row = await row_of(connection, EVENT, {"event": "event"})
    assert row.at == NOON
    assert row.at.utcoffset() == timedelta(0)
    later = (NOON + timedelta(seconds=1)).astimezone(tokyo)
    assert len(await connection.fetch_all(EARLIER, {"moment": later})) == 1
    assert not await connection.fetch_all(EARLIER, {"moment": NOON})


async def test_a_value_of_the_wrong_kind_is_refused(connection: Connection) -> None:
    with pytest.raises((SQLAlchemyError, AttributeError)):
        await connection.execute(ADD_EVENT[connection.dialect], {"id": "event", "at": "noon"})


async def test_a_refused_row_is_an_integrity_error(connection: Connection) -> None:
    await connection.execute(ADD_PLAYER, player(1, "ann"))
    with pytest.raises(IntegrityError) as caught:
        await connection.execute(ADD_PLAYER, player(1, "a secret name"))
    assert "a secret name" not in str(caught.value)


async def test_returned_rows_are_fetched(connection: Connection) -> None:
    statement = events.insert().returning(events.c.id, events.c.at)
    row = await row_of(connection, statement, {"id": "event", "at": NOON})
    assert (row.id, row.at) == ("event", NOON)
