"""The migration that rates all games again gives the ratings that the program computes."""

from datetime import timedelta

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, select, text

from bot.persistence.database import Database
from bot.persistence.schema import alembic_config
from bot.persistence.tables.records import meetings, rated_games, rated_players, rating_standings, ratings
from bot.services.ratings import recalculate_ratings
from tests.fakes.clock import NOON
from tests.persistence.repositories.test_ratings import keep
from tests.support.storage import committed

TABLES = (ratings, rated_games, rated_players, rating_standings, meetings)


def _before(connection: Connection) -> None:
    """Go back to the revision before the migration, in which one race that nobody solved was rated as a draw."""
    config = alembic_config(connection)
    (script,) = (one for one in ScriptDirectory.from_config(config).walk_revisions() if "meetings" in one.path)
    command.downgrade(config, str(script.down_revision))
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
    await database.run(_before)
    await database.upgrade()
    migrated = await database.run(_rows)
    assert "unsolved" not in str(migrated)
    assert len(migrated["meetings"]) == 14 * 2 + 15 * 4  # each pair twice
    await recalculate_ratings(database.unit)
    again = await database.run(_rows)
    for table, rows in migrated.items():
        assert len(rows) == len(again[table])
        for one, other in zip(rows, again[table], strict=True):
            for value, expected in zip(one, other, strict=True):
                assert value == (pytest.approx(expected) if isinstance(expected, float) else expected), table


def _rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]
        for table in TABLES
    }
