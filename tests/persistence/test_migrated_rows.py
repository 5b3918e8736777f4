"""Migrations that change rows: ratings are those that the program computes, and shares of the daily are kept."""

from datetime import date, timedelta

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, text

from bot.model.daily import DailyGame
from bot.persistence.database import Database, alembic_config
from bot.persistence.tables.records import (
    daily_games,
    daily_shares,
    meetings,
    rated_games,
    rated_players,
    rating_standings,
    ratings,
)
from bot.services.ratings import recalculate_ratings
from core.game.boards import Board
from tests.fakes.clock import NOON
from tests.persistence.repositories.test_ratings import keep
from tests.persistence.store import CLASSIC, enter
from tests.support.storage import committed, rows

TABLES = (ratings, rated_games, rated_players, rating_standings, meetings)


def _go_back(connection: Connection, name: str) -> None:
    """Go back to the revision before the migration of this name."""
    config = alembic_config(connection)
    (script,) = (one for one in ScriptDirectory.from_config(config).walk_revisions() if name in one.path)
    command.downgrade(config, str(script.down_revision))


def _before_meetings(connection: Connection) -> None:
    """The revision in which one race that nobody solved was rated as a draw."""
    _go_back(connection, "meetings")
    connection.execute(text("UPDATE games SET who = 'race' WHERE id = 'unsolved'"))
    connection.execute(text("UPDATE rated_players SET place = 1 WHERE game_id = 'unsolved'"))
    connection.execute(text("UPDATE ratings SET mu = 3"))


@pytest.mark.slow
async def test_a_migration_rates_games_as_the_program_does(database: Database) -> None:
    async with committed(database.unit) as unit:
        for number in range(30):
            users = ("ANN", "BOB", "CID")[: 2 + number % 2]
            name = "unsolved" if number == 4 else f"game{number}"
            await keep(unit, name, *users, at=NOON + timedelta(days=number * 17))
    await database.run(_before_meetings)
    await database.upgrade()
    migrated = await database.run(_rows)
    assert "unsolved" not in str(migrated)
    assert len(migrated["meetings"]) == 14 * 2 + 15 * 4  # each pair twice
    await recalculate_ratings(database.unit)
    again = await database.run(_rows)
    for table, found in migrated.items():
        assert len(found) == len(again[table])
        for one, other in zip(found, again[table], strict=True):
            for value, expected in zip(one, other, strict=True):
                assert value == (pytest.approx(expected) if isinstance(expected, float) else expected), table


def _rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in TABLES
    }


DAY = date(2026, 11, 18)


async def test_a_share_where_the_game_was_started_outlives_a_downgrade_and_an_upgrade(database: Database) -> None:
    async with committed(database.unit) as unit:
        (lobby, _), (garden, _) = await enter(unit), await enter(unit, channel="garden")
        for user, rooms in (("ANN", (lobby, garden)), ("BOB", (garden,)), ("CID", ())):
            _, player = await enter(unit, user)
            game = DailyGame(lobby.id, DAY, Board(CLASSIC, (), 12, player.id), NOON)
            await unit.daily_games.add(game)
            for room in rooms:
                await unit.daily_games.add_share(game, room.id, NOON)
    games, shares = await rows(database, daily_games), await rows(database, daily_shares)
    await database.run(lambda connection: _go_back(connection, "daily_shares"))
    await database.upgrade()
    assert await rows(database, daily_games) == games
    assert await rows(database, daily_shares) == [row for row in shares if row.room_id == lobby.id]
    assert len(shares) == 3
