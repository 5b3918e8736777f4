"""Copying databases of each kind into one another, interruptions included."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from bot.model.errors import (
    CopyDiffers,
    CopyNotEmpty,
    CopySourceOutdated,
    StorageCopyUnfinished,
    StorageForeign,
    StorageUnreachable,
)
from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.persistence.database import REVISIONS, Database, current_revision
from bot.persistence.maintenance import copying
from bot.persistence.maintenance.copying import copy_database
from bot.persistence.unit_of_work import Access
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.fakes.random_source import FakeRandomSource
from tests.persistence.store import enter
from tests.support.postgresql import EMPTY, Server
from tests.support.storage import committed, contents

POSTGRESQL = pytest.mark.postgresql
KINDS = [
    pytest.param(("sqlite", "sqlite")),
    pytest.param(("sqlite", "postgresql"), marks=POSTGRESQL),
    pytest.param(("postgresql", "sqlite"), marks=POSTGRESQL),
    pytest.param(("postgresql", "postgresql"), marks=POSTGRESQL),
]


class Killed(Exception):
    """Ends a copy as a kill would: nothing is cleaned up."""


@pytest.fixture(params=KINDS, ids=str)
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """The addresses of a database with the rows of others in it, and of one with nothing."""
    kind, target_kind = request.param
    target_url = f"sqlite:///{tmp_path / 'target.db'}"
    source_url = request.getfixturevalue(f"populated_{kind}_url")
    if target_kind == "postgresql":
        server: Server = request.getfixturevalue("postgresql")
        target_url = asyncio.run(server.new(EMPTY))
    return source_url, target_url


@pytest.fixture
async def pair(urls: tuple[str, str]) -> AsyncIterator[tuple[Database, Database]]:
    """The databases at these addresses."""
    source, target = map(Database, urls)
    yield source, target
    await source.close()
    await target.close()


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of five rows, so that every table has several."""
    monkeypatch.setattr(copying, "PAGE_ROWS", 5)


def ignore(_table: str, _done: int, _total: int) -> None:
    pass


@pytest.mark.slow
@pytest.mark.usefixtures("small_pages")
async def test_a_copy_has_every_row_and_can_be_played_on(pair: tuple[Database, Database]) -> None:
    source, target = pair
    seen: list[tuple[int, int]] = []
    rows = await copy_database(source, target, lambda _, done, total: seen.append((done, total)))
    before = await contents(source)
    assert await contents(target) == before
    assert rows == len(before)
    assert seen == sorted(seen)
    assert seen[-1] == (2 * rows, 2 * rows)
    assert await target.run(current_revision) == REVISIONS[-1]
    await target.upgrade()
    assert not await target.run(lambda connection: connection.dialect.has_table(connection, "copy_state"))
    await play(target)


async def play(database: Database) -> None:
    """Play a game to its end, which adds rows to tables whose keys the database numbers."""
    caller = Caller(RoomKey("chat", "copied", "room"), PlayerKey("chat", "copied", "ANN"), "ann", "play")
    with ThreadPoolExecutor(1) as executor:
        services = Services(database.unit, lambda: NOON, FakeRandomSource("0123"), ExecutorSolver(executor))
        await services.referee.start_game(caller, Rules.parse("4x10"))
        await services.referee.guess(replace(caller, event="guess"), "0123")
    async with database.unit(Access.READ) as unit:
        player = await unit.players.find_by_name_or_id("chat", "copied", "ANN")
        assert player
        assert (await unit.results.of_player(player.id))[0].guesses == 1


@pytest.mark.slow
@pytest.mark.usefixtures("small_pages")
async def test_a_copy_that_is_killed_once_is_continued_where_it_stopped(pair: tuple[Database, Database]) -> None:
    source, target = pair

    def kill(_table: str, done: int, total: int) -> None:
        if done > 0.4 * total:
            raise Killed

    with pytest.raises(Killed):
        await copy_database(source, target, kill)
    with pytest.raises(StorageCopyUnfinished):
        await target.upgrade()
    seen: list[tuple[int, int]] = []
    rows = await copy_database(source, target, lambda _, done, total: seen.append((done, total)))
    assert seen[-1] == (2 * rows, 2 * rows)
    assert await contents(target) == await contents(source)
    await target.upgrade()


@pytest.mark.slow
@pytest.mark.usefixtures("small_pages")
async def test_a_copy_that_is_killed_again_and_again_is_continued(pair: tuple[Database, Database]) -> None:
    source, target = pair
    killed, most = 0, 0

    def kill_after_more(_table: str, done: int, _total: int) -> None:
        nonlocal most
        if done > most:
            most = done + 100
            raise Killed

    while True:
        try:
            await copy_database(source, target, kill_after_more)
        except Killed:
            killed += 1
            with pytest.raises(StorageCopyUnfinished):
                await target.upgrade()
        else:
            break
    assert killed > 1
    assert await contents(target) == await contents(source)


async def test_a_target_with_rows_is_refused_and_keeps_them(sqlite_url: str, populated_sqlite_url: str) -> None:
    source, target = Database(populated_sqlite_url), Database(sqlite_url)
    async with committed(target.unit) as unit:
        await enter(unit)
    before = await contents(target)
    with pytest.raises(CopyNotEmpty):
        await copy_database(source, target, ignore)
    assert await contents(target) == before
    await target.close()


async def test_an_unfinished_copy_of_another_database_is_refused(tmp_path: Path, sqlite_url: str) -> None:
    source, target = Database(sqlite_url), Database(f"sqlite:///{tmp_path / 'target.db'}")
    await target.run(lambda connection: copying._start(connection, "another.db", target.location), is_copy=True)
    with pytest.raises(CopyNotEmpty):
        await copy_database(source, target, ignore)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE players SET name = name || '!' WHERE id = (SELECT min(id) FROM players)",
        pytest.param("DELETE FROM events WHERE id = (SELECT min(id) FROM events)", marks=pytest.mark.slow),
        pytest.param("INSERT INTO events VALUES ('another', '2026-01-01 00:00:00.000000')", marks=pytest.mark.slow),
    ],
)
async def test_rows_that_differ_are_noticed_and_the_copy_stays_unfinished(
    populated_sqlite_url: str, tmp_path: Path, statement: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = Database(populated_sqlite_url), Database(f"sqlite:///{tmp_path / 'target.db'}")
    compare = copying._compare

    async def change_and_compare(*arguments: object) -> None:
        await target.run(lambda connection: connection.execute(text(statement)), is_copy=True)
        await compare(*arguments)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(copying, "_compare", change_and_compare)
    with pytest.raises(CopyDiffers) as differing:
        await copy_database(source, target, ignore)
    [(table, *_)] = differing.value.tables
    assert table in statement
    with pytest.raises(StorageCopyUnfinished):
        await target.upgrade()


async def test_a_source_of_an_older_version_is_refused(populated_sqlite_url: str, tmp_path: Path) -> None:
    source = Database(populated_sqlite_url)
    await source.run(lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '0001'")))
    with pytest.raises(CopySourceOutdated):
        await copy_database(source, Database(f"sqlite:///{tmp_path / 'target.db'}"), ignore)
    assert not (tmp_path / "target.db").exists()


async def test_a_source_that_is_missing_or_foreign_is_refused(tmp_path: Path) -> None:
    target = Database(f"sqlite:///{tmp_path / 'target.db'}")
    with pytest.raises(StorageUnreachable):
        await copy_database(Database(f"sqlite:///{tmp_path / 'missing.db'}"), target, ignore)
    (tmp_path / "foreign.db").touch()
    with pytest.raises(StorageForeign):
        await copy_database(Database(f"sqlite:///{tmp_path / 'foreign.db'}"), target, ignore)
