"""Units of work when a SQLite file cannot be used."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, select

from bot.model.errors import (
    StorageBusy,
    StorageDamaged,
    StorageDiskFault,
    StorageError,
    StorageFolderMissing,
    StorageForeign,
    StorageFull,
    StorageNewer,
    StorageReadOnly,
    StorageUnreachable,
)
from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.persistence.maintenance.checks import diagnose_database
from bot.persistence.tables.games import games
from tests.fakes.services import services_over
from tests.persistence.faults import enter_alone, execute, fault
from tests.persistence.store import CLASSIC, Store, start
from tests.support.postgresql import EMPTY, Server
from tests.support.storage import migrated

NOBODY = 65534


@contextmanager
def without_rights() -> Iterator[None]:
    """Become nobody if the tests run as root, whom permissions do not restrict."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user can open, unlike those of pytest."""
    path = Path(tempfile.mkdtemp(prefix="hitblow-"))
    path.chmod(0o755)
    yield path
    path.chmod(0o755)
    shutil.rmtree(path)


@pytest.fixture
async def in_use(folder: Path) -> AsyncIterator[Path]:
    """A database with a game in it."""
    path = migrated(folder / "hitblow.db")
    database = Database(f"sqlite:///{path}")
    await start(Store(database.unit, database.unit))
    await database.close()
    yield path
    assert _games(path) == 1


def _games(path: Path) -> int:
    with tempfile.TemporaryDirectory() as copies:
        connection = sqlite3.connect(shutil.copy(path, copies))
        try:
            return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
        finally:
            connection.close()


@pytest.mark.parametrize(("file", "folder_mode"), [(0o444, 0o555), (0o444, 0o777), (0o444, 0o755), (0, 0o755)])
async def test_a_file_that_cannot_be_written_is_read_only_even_where_sqlite_cannot_open_it(
    in_use: Path, file: int, folder_mode: int
) -> None:
    in_use.chmod(file)
    in_use.parent.chmod(folder_mode)
    with without_rights():
        assert isinstance(await fault(f"sqlite:///{in_use}"), StorageReadOnly)


async def test_a_file_opened_for_reading_is_read_only(in_use: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(in_use.parent)
    assert isinstance(await fault(f"sqlite:///file:{in_use}?mode=ro&uri=true"), StorageReadOnly)
    assert not Path("file:").exists()


async def test_no_file_can_be_made_in_a_folder_that_cannot_be_written(folder: Path) -> None:
    folder.chmod(0o555)
    with without_rights():
        assert isinstance(await fault(f"sqlite:///{folder / 'new.db'}"), StorageReadOnly)
        with pytest.raises(StorageReadOnly):
            await diagnose_database(f"{folder / 'new.db'}")


async def test_a_folder_that_does_not_exist_is_named_and_not_made(folder: Path) -> None:
    error = await fault(f"sqlite:///{folder / 'new' / 'new.db'}")
    assert isinstance(error, StorageFolderMissing)
    assert error.where == str(folder / "new" / "new.db")
    assert not (folder / "new").exists()


async def test_a_folder_in_the_place_of_the_file_cannot_be_opened(folder: Path) -> None:
    error = await fault(f"sqlite:///{folder}")
    assert isinstance(error, StorageUnreachable)
    assert "unable to open" in str(error.__cause__)


async def test_a_file_in_the_place_of_the_folder_cannot_be_opened(folder: Path) -> None:
    (folder / "file").touch()
    assert isinstance(await fault(f"sqlite:///{folder / 'file' / 'hitblow.db'}"), StorageUnreachable)


@pytest.mark.parametrize("content", [b"short", b"long enough to be a page " * 400], ids=["short", "long"])
async def test_a_file_that_is_no_database_is_reported_as_damaged_and_left_alone(folder: Path, content: bytes) -> None:
    path = folder / "letter.txt"
    path.write_bytes(content)
    assert isinstance(await fault(f"sqlite:///{path}"), StorageDamaged)
    assert path.read_bytes() == content


async def test_a_damaged_database_is_reported_with_its_cause(sqlite_url: str) -> None:
    path = Path(sqlite_url.removeprefix("sqlite:///"))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * len(content[4096:])
    path.write_bytes(content)
    error = await fault(sqlite_url)
    assert isinstance(error, StorageDamaged)
    assert error.cause == "DatabaseError: database disk image is malformed"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
async def test_a_full_disk_is_reported() -> None:
    assert isinstance(await fault("sqlite:////dev/full"), StorageDamaged | StorageFull | StorageDiskFault)


async def test_a_database_that_another_process_has_locked_is_busy(in_use: Path) -> None:
    holder = sqlite3.connect(in_use, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    try:
        assert isinstance(await fault(f"sqlite:///{in_use}?timeout=0.05"), StorageBusy)
    finally:
        holder.close()


async def test_a_database_that_is_locked_between_two_units_of_work_is_busy(in_use: Path) -> None:
    database = Database(f"sqlite:///{in_use}?timeout=0.05")
    await database.upgrade()
    holder = sqlite3.connect(in_use, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    for attempt in (enter_alone(database), database.is_writable()):
        with pytest.raises(StorageBusy):
            await attempt
    holder.close()
    await enter_alone(database)
    assert await database.is_writable()
    await database.close()


async def test_a_database_from_a_newer_version_is_refused(url: str) -> None:
    await execute(url, "UPDATE alembic_version SET version_num = '9999'")
    assert isinstance(await fault(url), StorageNewer)


REVISION = "CREATE TABLE alembic_version (version_num VARCHAR(32))"


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE games (id INTEGER)"],
        ["CREATE TABLE customers (id INTEGER)"],
        ["CREATE TABLE customers (id INTEGER)", REVISION, "INSERT INTO alembic_version VALUES ('0005')"],
        ["CREATE TABLE customers (id INTEGER)", REVISION, "INSERT INTO alembic_version VALUES ('1975ea83b712')"],
    ],
    ids=["with our names", "with other names", "with a revision like ours", "with a revision of its own"],
)
@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
async def test_a_database_of_another_program_is_refused(
    kind: str, statements: list[str], request: pytest.FixtureRequest, folder: Path
) -> None:
    url = f"sqlite:///{folder / 'chess.db'}"
    if kind == "postgresql":
        server: Server = request.getfixturevalue("postgresql")
        url = await server.new(EMPTY)
    for statement in statements:
        await execute(url, statement)
    assert isinstance(await fault(url), StorageForeign)


async def test_a_disk_that_fills_up_refuses_guesses_until_there_is_room(sqlite_url: str, caller: Caller) -> None:
    database = Database(sqlite_url)
    referee = services_over(database.unit, "3102").referee
    view = await referee.play(caller, CLASSIC)
    writer = await database._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    writer.execute("PRAGMA max_page_count = 1")  # it becomes what there is
    refused: StorageError | None = None
    answered = 0
    while refused is None and answered < 500:
        try:
            room = replace(caller.room, channel=f"room {answered}")
            await referee.play(replace(caller, event=f"play {answered}", room=room), CLASSIC)
            answered += 1
        except StorageError as error:
            refused = error
    assert type(refused) is StorageFull
    assert refused.cause == "OperationalError: database or disk is full"
    assert "OperationalError: database or disk is full" in str(refused)
    writer.execute("PRAGMA max_page_count = 1000000")
    after = await referee.guess(replace(caller, event="guess"), "4567", view.id)
    assert len(after.view.game.boards[0].turns) == 1
    count = select(func.count()).select_from(games)
    assert await database.run(lambda connection: connection.scalar(count)) == answered + 1
    await database.close()
