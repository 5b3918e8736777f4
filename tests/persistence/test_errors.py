"""Units of work when a database cannot be used, and the errors of the services for those of the databases."""

import errno
import os
import secrets
import shutil
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import func, make_url, select
from sqlalchemy.exc import DBAPIError, TimeoutError as PoolTimeoutError

from bot.model.errors import (
    StorageBusy,
    StorageDamaged,
    StorageDiskFault,
    StorageError,
    StorageFolderMissing,
    StorageForeign,
    StorageFull,
    StorageReadOnly,
    StorageTooNew,
    StorageUnreachable,
)
from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.persistence.errors import as_storage_error
from bot.persistence.maintenance.checks import diagnose_database
from bot.persistence.tables.games import games
from tests.fakes.clock import NOON
from tests.fakes.services import services_over
from tests.persistence.faults import enter_alone, execute, fault
from tests.persistence.store import CLASSIC, Store, start
from tests.support.disks import SmallDisk, small_disk
from tests.support.postgresql import EMPTY, Server, find_programs, free_port
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
    assert isinstance(await fault(url), StorageTooNew)


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
    view = await referee.start_game(caller, CLASSIC)
    writer = await database._backend._writer.open()  # type: ignore[attr-defined] # of SQLite
    writer.execute("PRAGMA max_page_count = 1")  # it becomes what there is
    refused: StorageError | None = None
    answered = 0
    while refused is None and answered < 500:
        try:
            room = replace(caller.room, channel=f"room {answered}")
            await referee.start_game(replace(caller, event=f"play {answered}", room=room), CLASSIC)
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


class DriverError(Exception):
    """An error of a database driver with one of its codes."""

    def __init__(self, **codes: object) -> None:
        super().__init__("hunter2")
        vars(self).update(codes)


URL = make_url("postgresql://hitblow:hunter2@localhost/hitblow?password=hunter2")


def translate(error: Exception, *, connection_invalidated: bool = False) -> Exception:
    return as_storage_error(DBAPIError("SELECT 1", {}, error, connection_invalidated=connection_invalidated), URL)


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ("08006", StorageUnreachable),
        ("28P01", StorageUnreachable),
        ("3D000", StorageUnreachable),
        ("57P01", StorageUnreachable),
        ("25006", StorageReadOnly),
        ("42501", StorageReadOnly),
        ("40001", StorageBusy),
        ("40P01", StorageBusy),
        ("53300", StorageBusy),
        ("55P03", StorageBusy),
        ("57014", StorageBusy),
        ("53100", StorageFull),
        ("53200", StorageBusy),
        ("58030", StorageDiskFault),
        ("XX001", StorageDamaged),
    ],
)
def test_an_sqlstate_has_the_error_of_its_longest_known_beginning(state: str, kind: type[StorageError]) -> None:
    assert type(translate(DriverError(sqlstate=state))) is kind


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_BUSY, StorageBusy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StorageBusy),
        (sqlite3.SQLITE_LOCKED_SHAREDCACHE, StorageBusy),
        (sqlite3.SQLITE_CANTOPEN_ISDIR, StorageUnreachable),
        (sqlite3.SQLITE_PERM, StorageUnreachable),
        (sqlite3.SQLITE_AUTH, StorageUnreachable),
        (sqlite3.SQLITE_READONLY_DIRECTORY, StorageReadOnly),
        (sqlite3.SQLITE_NOTADB, StorageDamaged),
        (sqlite3.SQLITE_CORRUPT_INDEX, StorageDamaged),
        (sqlite3.SQLITE_FULL, StorageFull),
        (sqlite3.SQLITE_IOERR_FSYNC, StorageDiskFault),
    ],
)
def test_an_sqlite_code_has_the_error_of_its_primary_code(code: int, kind: type[StorageError]) -> None:
    assert type(translate(DriverError(sqlite_errorcode=code))) is kind


def test_an_error_without_a_known_code_is_returned_as_it_is() -> None:
    for driver_error in (
        DriverError(),
        DriverError(sqlstate=None),
        DriverError(sqlstate="23505"),
        DriverError(sqlite_errorcode=sqlite3.SQLITE_CONSTRAINT_UNIQUE),
    ):
        error = translate(driver_error)
        assert isinstance(error, DBAPIError)
        assert error.orig is driver_error
    bug = ValueError("a bug")
    assert as_storage_error(bug, URL) is bug


def test_a_lost_connection_without_a_known_code_is_unreachable() -> None:
    assert type(translate(DriverError(), connection_invalidated=True)) is StorageUnreachable
    assert type(translate(DriverError(sqlstate="40001"), connection_invalidated=True)) is StorageBusy


def test_errors_of_the_pool_and_of_the_network_are_storage_errors() -> None:
    assert type(as_storage_error(PoolTimeoutError(), URL)) is StorageBusy
    assert type(as_storage_error(ConnectionRefusedError(), URL)) is StorageUnreachable
    assert type(as_storage_error(OSError(errno.ENOSPC, "No space left on device"), URL)) is StorageFull


def test_the_database_is_named_without_its_password() -> None:
    error = translate(DriverError(sqlstate="08006"))
    assert isinstance(error, StorageError)
    assert error.where == "postgresql://hitblow:***@localhost/hitblow"


_MOST = 3_000
"""Events to store before a full disk must be noticed: its files had room for some rows."""


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with small_disk(160) as mounted:
        yield mounted


@pytest.fixture
def server(disk: SmallDisk) -> Iterator[Server]:
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed")
    folder = disk.folder / "server"
    folder.mkdir()
    found = Server(programs, folder, free_port(), secrets.token_hex(8))
    found.create()
    found.start()
    yield found
    found.stop()


@pytest.fixture(
    params=[pytest.param("sqlite", marks=pytest.mark.slow), pytest.param("postgresql", marks=pytest.mark.postgresql)]
)
async def database(request: pytest.FixtureRequest, disk: SmallDisk) -> AsyncIterator[Database]:
    """A database whose files are on the disk."""
    if request.param == "sqlite":
        url = f"sqlite:///{migrated(disk.folder / 'x.db')}"
    else:
        url = request.getfixturevalue("server").url("postgres")
    opened = Database(url)
    await opened.upgrade()
    yield opened
    await opened.close()


async def test_what_was_stored_is_kept_and_storing_goes_on_when_there_is_room(
    database: Database, disk: SmallDisk
) -> None:
    stored: list[str] = []

    async def store(most: int) -> None:
        for number in range(len(stored), len(stored) + most):
            event = f"event {number:05} {'x' * 40}"
            async with database.unit() as unit:
                assert await unit.events.claim(event, NOON)
                await unit.commit()
            stored.append(event)

    await store(1)
    disk.fill()
    with pytest.raises(StorageFull):
        await store(_MOST)
    disk.clear()
    await store(1)
    async with database.unit() as unit:
        assert [await unit.events.claim(event, NOON) for event in stored] == [False] * len(stored)
