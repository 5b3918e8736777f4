"""Who may read the files of a SQLite database, and what happens when they are deleted or replaced."""

import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from bot.model.errors import StorageError, StorageReplaced, StorageUnreachable
from bot.persistence.address import default_address
from bot.persistence.database import Database
from bot.persistence.unit_of_work import Access
from tests.fakes.clock import NOON
from tests.persistence.store import enter
from tests.support.storage import claim_event, migrated


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return migrated(tmp_path / "hitblow.db")


@pytest.fixture
async def opened(path: Path) -> AsyncIterator[Database]:
    """A database that was used."""
    database = Database(f"sqlite:///{path}")
    await claim_event(database, "first")
    async with database.unit(Access.READ) as unit:
        await unit.players.find_by_name_or_id("chat", "club", "ANN")
    yield database
    await database.close()


async def read(database: Database) -> None:
    async with database.unit(Access.READ) as unit:
        await unit.players.find_by_name_or_id("chat", "club", "ANN")


async def read_long(database: Database) -> None:
    async with database.unit(Access.LONG_READ) as unit:
        await unit.players.find_by_name_or_id("chat", "club", "ANN")


async def write(database: Database) -> None:
    await claim_event(database, "second")


async def use_engine(database: Database) -> None:
    async with database.engine.begin() as connection:
        await connection.exec_driver_sql("SELECT 1")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


async def test_only_the_user_can_read_a_new_database_and_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "new"))
    address = default_address()
    database, path = Database(address), Path(address.removeprefix("sqlite:///"))
    with caplog.at_level(logging.INFO):
        await database.upgrade()
        await database.upgrade()
    assert [record.getMessage() for record in caplog.records if "new" in record.msg] == [
        f"created a new database: {path}"
    ]
    async with database.unit() as unit:
        await enter(unit)
        await unit.commit()
        files = [path, path.with_name("hitblow.db-wal"), path.with_name("hitblow.db-shm")]
        assert [oct(mode(file)) for file in files] == ["0o600"] * 3
    assert oct(mode(path.parent)) == "0o700"
    await database.close()


async def test_permissions_that_an_operator_has_chosen_stay(path: Path) -> None:
    path.chmod(0o660)
    path.parent.chmod(0o770)
    database = Database(f"sqlite:///{path}")
    await database.upgrade()
    await write(database)
    await database.close()
    assert (mode(path), mode(path.parent)) == (0o660, 0o770)


def delete(path: Path) -> None:
    path.unlink()


def replace(path: Path) -> None:
    migrated(path.with_name("another.db")).rename(path)


@pytest.mark.logs_errors
@pytest.mark.parametrize("change", [delete, replace])
@pytest.mark.parametrize("use", [read, read_long, write, use_engine, Database.is_writable])
async def test_nothing_is_done_with_a_file_that_was_deleted_or_replaced(
    opened: Database,
    path: Path,
    change: Callable[[Path], None],
    use: Callable[[Database], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    change(path)
    for _ in range(2):
        with pytest.raises((StorageReplaced, OperationalError)):
            await use(opened)  # type: ignore[misc]  # the functions above
    assert [record.levelno for record in caplog.records] == [logging.CRITICAL]  # once
    assert f"{path} was deleted or replaced" in caplog.text
    assert path.exists() == (change is replace)


@pytest.mark.logs_errors
async def test_what_is_committed_to_a_deleted_file_is_not_called_stored(opened: Database, path: Path) -> None:
    async def delete_before_commit() -> None:
        async with opened.unit() as unit:
            await unit.events.claim("second", NOON)
            path.unlink()
            await unit.commit()

    with pytest.raises(StorageReplaced):
        await delete_before_commit()


async def test_a_deleted_file_is_not_created_by_those_who_read(path: Path) -> None:
    database = Database(f"sqlite:///{path}")
    path.unlink()
    for access in (Access.CHANGE, Access.READ):
        with pytest.raises(StorageUnreachable):
            async with database.unit(access) as unit:
                await unit.events.claim("event", NOON)
    await database.close()
    assert not path.exists()


@pytest.mark.logs_errors
async def test_a_file_that_comes_back_is_used_again(opened: Database, path: Path) -> None:
    away = path.with_name("away.db")
    path.rename(away)
    with pytest.raises(StorageError):
        await write(opened)
    away.rename(path)
    await write(opened)
