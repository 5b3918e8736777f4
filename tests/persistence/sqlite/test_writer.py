"""Units of work that share a transaction of SQLite: one that fails takes no other with it."""

import asyncio
import sqlite3
import tempfile
import threading
from collections.abc import AsyncIterator, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from bot.model.errors import StorageBusy, StorageDiskFault
from bot.model.games import CoachConversation
from bot.persistence.database import Database
from bot.persistence.sqlite.writer import MAX_GROUP
from bot.persistence.unit_of_work import Access
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC
from tests.support.storage import migrated


@pytest.fixture
async def database(sqlite_url: str) -> AsyncIterator[Database]:
    """A migrated, empty file."""
    opened = Database(sqlite_url)
    yield opened
    await opened.close()


async def statements(database: Database) -> list[str]:
    """The statements that the writer executes from now on."""
    found: list[str] = []
    writer = await database._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    writer.set_trace_callback(found.append)
    return found


def stored(url: str) -> set[str]:
    """The ids of the events that another process reads."""
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        found = {row[0] for row in connection.execute("SELECT id FROM events")}
    connection.close()
    return found


CHANGES = (Access.CHANGE, Access.LONG_CHANGE)


class Ending(Enum):
    """How a unit of work ends."""

    COMMITTED = auto()
    LEFT = auto()  # without a commit
    FAILED = auto()
    REFUSED = auto()  # by the database
    CANCELLED = auto()
    CANCELLED_LATE = auto()  # while it waits for the commit


async def add_event(
    database: Database, event: str, ending: Ending = Ending.COMMITTED, access: Access = Access.CHANGE
) -> None:
    async with database.unit(access) as unit:
        assert await unit.events.claim(event, NOON)
        match ending:
            case Ending.COMMITTED | Ending.CANCELLED_LATE:
                await unit.commit()
            case Ending.FAILED:
                raise LookupError
            case Ending.REFUSED:
                await unit.conversations.save(
                    CoachConversation("nowhere", "nobody", CLASSIC, "entropy", 0, (), None, NOON)
                )
            case Ending.CANCELLED:
                raise asyncio.CancelledError
            case Ending.LEFT:
                pass


async def test_units_of_work_that_are_ready_together_are_committed_together(database: Database) -> None:
    executed = await statements(database)
    await asyncio.gather(*(add_event(database, str(number)) for number in range(10)))
    assert executed.count("COMMIT") == 1
    assert executed.count("SAVEPOINT unit") == executed.count("RELEASE unit") == 10


async def test_the_first_does_not_wait_for_more_than_a_full_group(database: Database) -> None:
    executed = await statements(database)
    await asyncio.gather(*(add_event(database, str(number)) for number in range(MAX_GROUP + 1)))
    assert executed.count("COMMIT") == 2


async def test_nothing_is_committed_if_nothing_has_changed(database: Database) -> None:
    executed = await statements(database)
    await add_event(database, "event", Ending.LEFT)
    await asyncio.sleep(0)  # the transaction ends when nobody else joins it
    assert "COMMIT" not in executed
    assert executed[-1] == "ROLLBACK"


async def test_the_event_loop_goes_on_during_a_statement_of_a_long_change(database: Database) -> None:
    running, going_on = threading.Event(), threading.Event()

    def wait() -> int:
        running.set()
        return going_on.wait(60)

    (await database._backend._writer.open()).create_function("wait", 0, wait)  # type: ignore[attr-defined] # of SQLite
    async with database.unit(Access.LONG_CHANGE) as unit:
        statement = asyncio.create_task(unit.events._connection.fetch_one(select(func.wait().label("waited"))))
        await asyncio.to_thread(running.wait)
        statement.cancel()
        await asyncio.sleep(0)
        assert not statement.done()  # it is cancelled when the thread has ended it
        going_on.set()
        with pytest.raises(asyncio.CancelledError):
            await statement
        assert await unit.events.claim("event", NOON)
        await unit.commit()


@settings(max_examples=15, deadline=None)
@given(units=st.lists(st.tuples(st.sampled_from(Ending), st.sampled_from(CHANGES)), min_size=1, max_size=30))
def test_a_unit_of_work_that_fails_takes_no_other_with_it(units: Sequence[tuple[Ending, Access]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{migrated(Path(folder, 'hitblow.db'))}"
        outcomes, endings = asyncio.run(run_together(url, units)), [ending for ending, _ in units]
        for outcome, ending in zip(outcomes, endings, strict=True):
            assert type(outcome) is EXPECTED[ending]
        kept = {str(number) for number, ending in enumerate(endings) if ending is Ending.COMMITTED}
        late = {str(number) for number, ending in enumerate(endings) if ending is Ending.CANCELLED_LATE}
        assert kept <= stored(url) <= kept | late


EXPECTED: dict[Ending, type] = {
    Ending.COMMITTED: type(None),
    Ending.LEFT: type(None),
    Ending.FAILED: LookupError,
    Ending.REFUSED: IntegrityError,
    Ending.CANCELLED: asyncio.CancelledError,
    Ending.CANCELLED_LATE: asyncio.CancelledError,
}


async def run_together(url: str, units: Sequence[tuple[Ending, Access]]) -> list[BaseException | None]:
    """The errors of units of work that end in these ways."""
    database = Database(url)
    writer = database._backend._writer  # type: ignore[attr-defined] # of SQLite
    tasks = [asyncio.create_task(add_event(database, str(number), *each)) for number, each in enumerate(units)]
    for _ in range(3 * len(tasks)):  # until the first waits for its commit
        if not writer._finished:
            await asyncio.sleep(0)
    for task, (ending, _) in zip(tasks, units, strict=True):
        if ending is Ending.CANCELLED_LATE:
            task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    await database.close()
    return outcomes


async def test_a_commit_that_fails_fails_the_whole_group_and_nobody_else(
    database: Database, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_writer: object, connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("bot.persistence.sqlite.writer.SqliteWriter._commit", fail)
        outcomes = await asyncio.gather(
            *(add_event(database, str(number)) for number in range(3)), return_exceptions=True
        )
    assert [type(outcome) for outcome in outcomes] == [StorageDiskFault] * 3
    await add_event(database, "later")
    assert stored(sqlite_url) == {"later"}


@pytest.mark.parametrize("ending", [Ending.LEFT, Ending.FAILED])
async def test_what_has_read_changes_that_are_not_committed_waits_for_their_commit(
    database: Database, ending: Ending
) -> None:
    executed = await statements(database)
    writing = asyncio.create_task(add_event(database, "first"))
    reading = asyncio.create_task(add_event(database, "second", ending))
    await asyncio.wait([reading])
    assert "COMMIT" in executed
    await asyncio.gather(writing, reading, return_exceptions=True)


async def test_an_error_that_ends_the_transaction_fails_what_has_not_been_committed(
    database: Database, sqlite_url: str
) -> None:
    with sqlite3.connect(sqlite_url.removeprefix("sqlite:///")) as other:
        other.execute(
            "CREATE TRIGGER ruin BEFORE INSERT ON events WHEN new.id = 'ruin'"
            " BEGIN SELECT RAISE(ROLLBACK, 'ruined'); END"
        )
    other.close()
    events = ("first", "ruin", "later")
    outcomes = await asyncio.gather(*(add_event(database, event) for event in events), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [IntegrityError, IntegrityError, type(None)]
    assert stored(sqlite_url) == {"later"}


@pytest.mark.parametrize("failing", ["BEGIN IMMEDIATE", "SAVEPOINT unit", "RELEASE unit", "ROLLBACK TO unit"])
async def test_a_statement_of_the_writer_that_fails_keeps_nobody_waiting(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    failures = [failing]

    class Failing(sqlite3.Connection):
        def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
            if sql in failures:
                failures.remove(sql)
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR
                raise error
            return super().execute(sql, *arguments)

    database = Database(sqlite_url)
    options: dict[str, Any] = {"isolation_level": None, "check_same_thread": False, "factory": Failing}
    path = sqlite_url.removeprefix("sqlite:///")
    monkeypatch.setattr(database._backend._writer, "_open_file", lambda: sqlite3.connect(path, **options))  # type: ignore[attr-defined] # of SQLite
    endings = [Ending.LEFT if failing.startswith("ROLLBACK") else Ending.COMMITTED, Ending.COMMITTED]
    works = (add_event(database, str(number), ending) for number, ending in enumerate(endings))
    outcomes = await asyncio.gather(*works, return_exceptions=True)
    assert outcomes[1] is None
    assert failing.startswith("ROLLBACK") or isinstance(outcomes[0], StorageDiskFault)
    assert stored(sqlite_url) == {"1"}
    await database.close()


async def test_a_unit_of_work_that_waits_too_long_for_another(sqlite_url: str) -> None:
    database = Database(f"{sqlite_url}?timeout=0.01")
    async with database.unit():
        with pytest.raises(StorageBusy):
            await add_event(database, "waiting")
    await add_event(database, "later")
    assert stored(sqlite_url) == {"later"}
    await database.close()


async def test_a_unit_of_work_that_is_cancelled_while_it_waits_loses_its_turn_to_the_next(database: Database) -> None:
    async with database.unit():
        waiting = [asyncio.create_task(add_event(database, str(number))) for number in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
    waiting[1].cancel()  # it has just been given its turn
    assert [type(one) for one in await asyncio.gather(*waiting, return_exceptions=True)] == [
        asyncio.CancelledError,
        asyncio.CancelledError,
        type(None),
    ]
