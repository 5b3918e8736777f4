"""The migration that stores shares of the daily by room keeps what was shared before, and can be undone."""

from datetime import date

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.model.daily import DailyGame
from bot.persistence.database import Database
from bot.persistence.schema import alembic_config
from bot.persistence.tables.daily import daily_games, daily_shares
from core.game.boards import Board
from tests.fakes.clock import NOON
from tests.persistence.store import CLASSIC, enter
from tests.support.storage import committed, rows

DAY = date(2026, 11, 18)


def _before(connection: Connection) -> None:
    """Go back to the revision before the migration."""
    config = alembic_config(connection)
    (script,) = (one for one in ScriptDirectory.from_config(config).walk_revisions() if "daily_shares" in one.path)
    command.downgrade(config, str(script.down_revision))


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
    await database.run(_before)
    await database.upgrade()
    assert await rows(database, daily_games) == games
    assert await rows(database, daily_shares) == [row for row in shares if row.room_id == lobby.id]
    assert len(shares) == 3
