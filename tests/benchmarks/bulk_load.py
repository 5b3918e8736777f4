"""Fills a database with finished games by SQL: some players play thousands of games, most a few.

The rows are those of revision 0010, so that migrating them counts their results.
"""

from alembic import command
from sqlalchemy import Connection, text

from bot.persistence.database import Database
from bot.persistence.schema import alembic_config

BEFORE_SUMS = "0010"
ROOMS = 1000  # ten in each of a hundred workspaces
YEAR = 365 * 86_400

_NUMBERS = (
    "WITH RECURSIVE numbers(i) AS (SELECT CAST(0 AS bigint) UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {count}) "
)

_ROOMS = """
INSERT INTO rooms (id, platform, workspace, channel)
SELECT 'r' || i, 'chat', 'W' || (i / 10), 'C' || i FROM numbers
"""

_PLAYERS = """
INSERT INTO players (id, platform, workspace, "user", name)
SELECT 'p' || i, 'chat', 'W' || (i % 100), 'U' || i, 'name' || i FROM numbers
"""

_PLAYED = """
, numbered AS (
    SELECT i, 'g' || (i * 7919 % 3000017) AS id, i * 7919 % 1000003 AS draw,
        CASE WHEN i % 7 > 0 THEN 'solved' ELSE 'gave_up' END AS outcome, 3 + i * 13 % 7 AS guesses,
        {ended_at} AS ended_at
    FROM numbers
), drawn AS (
    SELECT *, draw * draw / 1000003 * draw / 1000003 * {players} / 1000003 AS player FROM numbered
), played AS (
    SELECT *, 'p' || player AS player_id, 'r' || (player % 100 * 10 + i % 10) AS room_id FROM drawn
)
"""
"""Games whose ids are not in order; the first players have the most games, and the last games ended recently."""

_GAMES = """
INSERT INTO games (id, room_id, slot, starter_id, rules, who, tries, secret, nonce, outcome, started_at, ended_at,
    revision, shown_revision)
SELECT id, room_id, player_id, player_id, '4x10', 'me', 12, '0123', 'ab', outcome, ended_at, ended_at, 1, 1 FROM played
"""

_BOARDS = """
INSERT INTO boards (game_id, number, guesser_id, given_up) SELECT id, 0, player_id, outcome = 'gave_up' FROM played
"""

_TURNS = """
INSERT INTO turns (game_id, board, number, player_id, guess, hits, blows)
SELECT id, 0, 1, player_id, '4567', 0, 0 FROM played
"""

_RESULTS = """
INSERT INTO results (game_id, player_id, room_id, rules, outcome, guesses, tries, solo, ended_at)
SELECT id, player_id, room_id, '4x10', outcome, guesses, 12, TRUE, ended_at FROM played
"""


_MARK_STANDINGS = """
INSERT INTO mark_standings (player_id, leaderboard_id, games, skill, exact, lucky_games, luck, tenths)
SELECT player_id, leaderboard_id, games, games * 70, 0, games, games * 50,
    CASE WHEN games >= 5 THEN 500 + (games * 7919 + cost * 13) % 490 END
FROM standings
WHERE NOT EXISTS (SELECT * FROM mark_standings)
"""

_MARK_MONTHS = """
INSERT INTO mark_months (player_id, rules, month, games, skill, exact, lucky_games, luck)
SELECT player_id, rules, {month}, count(*), count(*) * 70, 0, count(*), count(*) * 50
FROM results
WHERE NOT EXISTS (SELECT * FROM mark_months)
GROUP BY player_id, rules, {month}
"""


async def fill_marks(database: Database) -> None:
    """Give every player some skill and luck, unless that was done before; the tables are migrated."""
    await database.run(_fill_marks)


def _fill_marks(connection: Connection) -> None:
    month = {"sqlite": "date(ended_at, 'start of month')", "postgresql": "date_trunc('month', ended_at)::date"}
    connection.execute(text(_MARK_STANDINGS))
    connection.execute(text(_MARK_MONTHS.format(month=month[connection.dialect.name])))


async def fill(database: Database, games: int, players: int) -> None:
    """Create the tables of revision 0010 in an empty database and store finished games."""
    await database.run(lambda connection: command.upgrade(alembic_config(connection), BEFORE_SUMS))
    await database.run(lambda connection: _fill(connection, games, players))


def _fill(connection: Connection, games: int, players: int) -> None:
    age = f"({games} - i) * 1.0 / {games} * ({games} - i) / {games} * {YEAR}"
    ended_at = {
        "sqlite": f"strftime('%Y-%m-%d %H:%M:%f000', 'now', '-' || ({age}) || ' seconds')",
        "postgresql": f"now() - ({age}) * interval '1 second'",
    }[connection.dialect.name]
    connection.execute(text(_NUMBERS.format(count=ROOMS) + _ROOMS))
    connection.execute(text(_NUMBERS.format(count=players) + _PLAYERS))
    played = _NUMBERS.format(count=games) + _PLAYED.format(ended_at=ended_at, players=players)
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA cache_size = -262144"))  # kilobytes
    for statement in (_GAMES, _BOARDS, _TURNS, _RESULTS):
        connection.execute(text(f"{played} {statement} ORDER BY id"))
