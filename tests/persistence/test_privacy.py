"""Exporting and deleting a person, checked over every column of every table."""

import json
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, update

from bot.handlers.dispatcher import Dispatcher
from bot.locales import LANGUAGES
from bot.model.rooms import MessageKey
from bot.persistence.database import Database
from bot.persistence.repositories.messages import TO_BE_EDITED
from bot.persistence.tables.every import metadata
from bot.persistence.tables.games import games, players
from bot.persistence.tables.records import daily_games, daily_shares, uncounted_daily_games
from bot.persistence.tables.slack import slack_installations
from bot.services.background import BackgroundGameReview
from bot.services.privacy import KEPT_AFTER_REMOVAL, LeftWorkspaceDeletion
from bot.services.services import Services
from bot.solving.executor import ExecutorSolver
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.handlers.users import User
from tests.persistence.other_rows import add_other_rows
from tests.persistence.sample_workspace import BOB, ENDED, NAME, PLAYED, USER, WORKSPACE, ZOE, Member, SampleWorkspace
from tests.support.storage import committed

pytestmark = pytest.mark.slow
"""Everything is played for each test, which takes some seconds."""


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def services(database: Database, clock: FakeClock) -> AsyncIterator[Services]:
    with ThreadPoolExecutor(1) as executor:
        yield Services(database.unit, clock, FakeRandomSource(), ExecutorSolver(executor))


@pytest.fixture
async def workspace(database: Database, services: Services, clock: FakeClock) -> SampleWorkspace:
    """A workspace in which Zoe has done everything, some of it to the end."""
    await add_other_rows(database.unit)
    workspace = SampleWorkspace(services, clock)
    for suffix in ("", " ended"):
        for room, lines in PLAYED.items():
            for who, line in lines:
                await workspace.types(who, room + suffix, line)
    for room, lines in ENDED.items():
        for who, line in lines:
            await workspace.types(who, f"{room} ended", line)
    while await BackgroundGameReview(database.unit, clock, InlineSolver()).run_step():
        pass
    await database.run(_install)
    await database.run(_join_dailies)
    async with committed(database.unit) as unit:
        player = await unit.players.find_by_name_or_id("slack", WORKSPACE, USER)
        assert player is not None
        for game in await unit.personal_data.games_of(player.id):
            await unit.messages.save(game, MessageKey("C1", game), "en")
    return workspace


def _install(connection: Connection) -> None:
    """Zoe has installed the app."""
    values = {
        "client_id": "1",
        "app_id": "A",
        "team_id": WORKSPACE,
        "user_id": USER,
        "installed_at": FakeClock()().replace(tzinfo=None),
    }
    connection.execute(insert(slack_installations).values(**values, is_enterprise_install=False))


def _join_dailies(connection: Connection) -> None:
    """Zoe has shared her dailies, and had played each twice before she was joined with another player."""
    for table in (daily_shares, uncounted_daily_games):
        names = [column.name for column in table.columns if column.name in daily_games.columns]
        shared = select(*(daily_games.c[name] for name in names), daily_games.c.started_at)
        connection.execute(insert(table).from_select([*names, "shared_at"], shared))


Rows = dict[str, list[dict[str, Any]]]


async def rows_with(database: Database, *texts: str) -> Rows:
    """Every row of every table in which one of the texts stands in any column."""

    def search(connection: Connection) -> Rows:
        found: Rows = {}
        for table in metadata.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                if any(text in str(value) for value in row.values() for text in texts):
                    found.setdefault(table.name, []).append({str(name): value for name, value in row.items()})
        return found

    result: Rows = await database.run(search)
    return result


async def player_id(database: Database) -> str:
    async with database.unit() as unit:
        player = await unit.players.find_by_name_or_id("slack", WORKSPACE, USER)
    assert player is not None
    return player.id


@pytest.mark.usefixtures("workspace")
async def test_zoe_is_in_every_table_with_a_player(database: Database) -> None:
    stored = await rows_with(database, await player_id(database))
    expected = {
        table.name
        for table in metadata.sorted_tables
        for key in table.foreign_keys
        if key.column is players.c.id and table.name != "deletions"
    }
    assert expected - set(stored) <= {"streak_days", "rating_standings", "standings"}, "type something in PLAYED"


@pytest.mark.usefixtures("workspace")
async def test_an_export_holds_all_that_is_stored_about_a_person(database: Database, services: Services) -> None:
    stored = await rows_with(database, await player_id(database), USER, NAME)
    export = await services.privacy.export(Member(USER, NAME, "home")())
    for table, rows in stored.items():
        keys = [column.name for column in metadata.tables[table].primary_key]
        exported = [tuple(str(row[key])[:10] for key in keys) for row in export.tables[table] if set(keys) <= set(row)]
        if table not in {"slack_installations", "meetings"}:  # the export does not tell who the other was
            assert sorted(exported) == sorted(tuple(str(row[key])[:10] for key in keys) for row in rows), table
    assert set(stored) == set(export.tables)
    text = json.dumps(export.tables)
    assert "Bob" not in text
    assert (await rows_with(database, "UBOB99"))["players"][0]["id"] not in text


@pytest.mark.usefixtures("workspace")
async def test_an_export_tells_no_secret_of_a_running_game(services: Services) -> None:
    export = await services.privacy.export(Member(USER, NAME, "home")())
    running = {row["id"] for row in export.tables["games"] if row["ended_at"] is None}
    assert running
    for rows in export.tables.values():
        for row in rows:
            if row.get("game_id", row.get("id")) in running:
                assert not {"secret", "nonce", "starter_secret", "withheld"} & set(row)


@pytest.mark.usefixtures("workspace")
async def test_after_a_deletion_no_table_holds_anything_about_the_person(
    database: Database, services: Services
) -> None:
    zoe = await player_id(database)
    await services.privacy.delete(Member(USER, NAME, "home")())
    assert await rows_with(database, zoe, USER, NAME) == {}
    await database.run(_check_foreign_keys)


def _check_foreign_keys(connection: Connection) -> None:
    for table in metadata.sorted_tables:
        for column in table.columns:
            for key in column.foreign_keys:
                missing = (
                    select(func.count())
                    .select_from(table)
                    .where(column.is_not(None), column.not_in(select(key.column)))
                )
                assert connection.scalar(missing) == 0, f"{table.name}.{column.name}"


async def test_games_of_others_go_on_after_a_deletion(services: Services, workspace: SampleWorkspace) -> None:
    await services.privacy.delete(Member(USER, NAME, "home")())
    assert (await workspace.types(BOB, "shared", "3102")).board is not None
    assert (await workspace.types(BOB, "race", "3102")).board is not None
    assert (await workspace.types(BOB, "head", "board")).board is not None
    for room in ("duel", "host", "challenge"):
        assert (await workspace.types(BOB, room, "9876")).refused, room
    for room in (*PLAYED, *(f"{room} ended" for room in ENDED)):
        assert NAME not in str((await workspace.types(BOB, room, "board")).board)
    assert (await workspace.types(ZOE, "home", "stats")).note is not None


@pytest.mark.usefixtures("workspace")
async def test_boards_that_name_a_deleted_person_are_edited_again(database: Database, services: Services) -> None:
    await database.run(lambda connection: connection.execute(update(games).values(shown_revision=games.c.revision)))
    await services.privacy.delete(Member(USER, NAME, "home")())
    outdated = await services.messages.outdated("slack", 1000)
    edited = {board.game for board in outdated if board.is_edit_only}
    ended = await database.run(
        lambda connection: connection.scalars(
            select(games.c.id).where(games.c.ended_at.is_not(None), games.c.shown_revision == TO_BE_EDITED)
        ).all()
    )
    assert edited == set(ended)
    assert len(edited) > 5


@pytest.mark.usefixtures("workspace")
async def test_a_deletion_that_is_delivered_twice_or_of_nobody_changes_nothing(
    database: Database, services: Services
) -> None:
    await services.privacy.delete(Member(USER, NAME, "home")())
    before = await rows_with(database, "")
    reply = User(Dispatcher(services), Member(USER, NAME, "home"), LANGUAGES["en"])  # type: ignore[arg-type]  # calls like a person
    for action in ("show", "export", "hide", "delete"):
        assert (await reply.types(f"privacy {action}")).refused
    assert await rows_with(database, "") == before


@pytest.mark.usefixtures("workspace")
async def test_a_workspace_that_removed_the_bot_is_deleted_after_thirty_days(
    database: Database, services: Services, clock: FakeClock
) -> None:
    others = await rows_with(database, "chat")
    deleting = LeftWorkspaceDeletion(database.unit, clock)
    await services.bot_workspaces.record_present("slack", {WORKSPACE, "T0OTHER"})
    await services.bot_workspaces.record_present("slack", {"T0OTHER"})
    clock.advance(KEPT_AFTER_REMOVAL)
    assert not await deleting.run_step()
    await services.bot_workspaces.record_present("slack", {WORKSPACE, "T0OTHER"})
    clock.advance(timedelta(seconds=1))
    assert not await deleting.run_step()
    await services.bot_workspaces.record_present("slack", {"T0OTHER"})
    clock.advance(KEPT_AFTER_REMOVAL + timedelta(seconds=1))
    steps = 0
    while await deleting.run_step():
        steps += 1
    assert steps > 1
    assert set(await rows_with(database, WORKSPACE, NAME, USER, "Bob")) <= {"slack_installations"}
    assert await rows_with(database, "chat") == others
    await database.run(_check_foreign_keys)
