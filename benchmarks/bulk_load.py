"""Fills a database with games by SQL: some players have ended thousands of games, most a few; half have one that runs.

Three in ten people play in the first server too, and a tenth of the ended games are in one of its rooms. Most games are
a player's own; some are shared, and some are duels.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from bot.persistence.database import Database

PLATFORMS = ("discord", "slack", "terminal")
ROOMS = 1000  # ten in each of a hundred workspaces
BUSY_ROOM = "r0"
"""The room with a tenth of all games."""

_YEAR = 365 * 86_400
_SQLITE_PAGES = "PRAGMA cache_size = -524288"  # kilobytes

_NUMBERS = """
WITH RECURSIVE numbers(i) AS (SELECT CAST(0 AS bigint) UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < {count})
"""

_PLATFORM = "CASE WHEN {workspace} < 90 THEN 'discord' WHEN {workspace} < 99 THEN 'slack' ELSE 'terminal' END"

_ROOMS = """
INSERT INTO rooms (id, platform, workspace, channel)
SELECT 'r' || i, {platform}, 'W' || (i / 10), 'C' || i FROM numbers
"""

_WORKSPACES = """
INSERT INTO workspaces (platform, workspace, language)
SELECT {platform}, 'W' || (i / 10), 'en' FROM numbers WHERE i % 10 = 0
"""

_PLAYERS = """
INSERT INTO players (id, platform, realm, "user", name, hidden)
SELECT 'p' || i, {platform}, CASE WHEN {platform} = 'discord' THEN '' ELSE 'W' || (i % 100) END, 'U' || i, 'name' || i,
    i % 97 = 50
FROM numbers
"""

_IS_GUEST = "{player} % 3 = 1 AND {player} % 100 BETWEEN 1 AND 89"
"""Whether somebody on Discord plays in the first server, too."""

_MEMBERSHIPS = """
INSERT INTO memberships (player_id, workspace, name, name_key)
SELECT 'p' || i, 'W' || (i % 100), 'name' || i, 'name' || i FROM numbers
"""

_GUESTS = f"""
INSERT INTO memberships (player_id, workspace, name, name_key)
SELECT 'p' || i, 'W0', 'guest' || i, 'guest' || i FROM numbers WHERE {_IS_GUEST.format(player="i")}
"""

_PLAYED = """
CREATE TEMPORARY TABLE played AS
{numbers}, numbered AS (
    SELECT i, 'g' || (i * 7919 % 30000017) AS id, i * 7919 % 1000003 AS draw, i % 10 AS kind,
        CASE WHEN i % 7 > 0 THEN 'solved' ELSE 'gave_up' END AS outcome, 3 + i * 13 % 7 AS guesses,
        {ended_at} AS ended_at
    FROM numbers
), drawn AS (
    SELECT *, draw * draw / 1000003 * draw / 1000003 * {players} / 1000003 AS player FROM numbered
)
SELECT *, 'p' || player AS player_id, 'p' || ((player + 100) % {players}) AS other_id,
    CASE WHEN {is_guest} AND i % 3 = 0 THEN '{busy_room}' WHEN {is_guest} AND i % 3 = 1 THEN 'r' || (i / 10 % 10)
        ELSE 'r' || (player % 100 * 10 + i / 10 % 10) END AS room_id
FROM drawn ORDER BY id
"""
"""Games whose ids are not in order; the first players have the most games, and the last games ended recently."""

_IS_DUEL, _IS_SHARED = "i % 20 = 9", "i % 20 = 4"

_GAMES = f"""
INSERT INTO games (id, room_id, slot, starter_id, rules, who, tries, secret, nonce, outcome, started_at, ended_at,
    moved_at, revision, shown_revision, sequence)
SELECT id, room_id, CASE WHEN {_IS_DUEL} THEN '#' || id WHEN {_IS_SHARED} THEN '' ELSE player_id END, player_id,
    '4x10', CASE WHEN {_IS_SHARED} THEN 'everyone' ELSE 'me' END, 12, '0123', 'ab',
    CASE WHEN {_IS_DUEL} THEN 'won' ELSE outcome END, ended_at, ended_at, ended_at, 1, 1, i + 1 FROM played
"""

_BOARDS = f"""
INSERT INTO boards (game_id, number, guesser_id, given_up)
SELECT id, 0, CASE WHEN {_IS_SHARED} THEN NULL ELSE player_id END, outcome = 'gave_up' AND NOT {_IS_DUEL} FROM played
"""

_OTHER_BOARDS = f"""
INSERT INTO boards (game_id, number, guesser_id, given_up) SELECT id, 1, other_id, FALSE FROM played WHERE {_IS_DUEL}
"""

_DUELS = f"""
INSERT INTO duels (game_id, opponent_id, opponent_begins, starter_secret)
SELECT id, other_id, FALSE, '4567' FROM played WHERE {_IS_DUEL}
"""

_TURNS = """
INSERT INTO turns (game_id, board, number, player_id, guess, hits, blows)
SELECT id, 0, 1, player_id, '4567', 0, 0 FROM played
"""

_MESSAGES = """
INSERT INTO messages (game_id, channel, message, language) SELECT id, 'C' || room_id, 'M' || id, 'en' FROM played
"""

_RESULTS = f"""
INSERT INTO results (game_id, player_id, room_id, rules, outcome, guesses, tries, kind, ranked, ended_at,
    sequence)
SELECT id, player_id, room_id, '4x10', CASE WHEN {_IS_DUEL} THEN 'won' ELSE outcome END, guesses, 12,
    CASE WHEN {_IS_DUEL} THEN 'duel' WHEN {_IS_SHARED} THEN 'together' ELSE 'solo' END,
    NOT ({_IS_SHARED} OR {_IS_DUEL}), ended_at, i + 1
FROM played
"""

_RUNNING_GAMES = f"""
INSERT INTO games (id, room_id, slot, starter_id, rules, who, tries, secret, nonce, started_at, moved_at, check_at,
    revision, shown_revision, sequence)
SELECT 'o' || i, CASE WHEN i % 4 = 0 THEN '{BUSY_ROOM}' ELSE 'r' || (i % 100 * 10) END, 'p' || i, 'p' || i,
    '4x10', 'me', 0, '0123', 'ab', {{now}}, {{now}}, {{later}}, 1, 1, {{first}} + i
FROM numbers WHERE i % 2 = 0
"""

_RUNNING_BOARDS = """
INSERT INTO boards (game_id, number, guesser_id, given_up) SELECT id, 0, starter_id, FALSE FROM games
WHERE ended_at IS NULL
"""

_RUNNING_TURNS = """
INSERT INTO turns (game_id, board, number, player_id, guess, hits, blows)
SELECT id, 0, 1, starter_id, '4567', 0, 0 FROM games WHERE ended_at IS NULL
"""

_PARTICIPANTS = "INSERT INTO participants (player_id, game_id) SELECT starter_id, id FROM games WHERE ended_at IS NULL"

_LEADERBOARDS = """
INSERT INTO leaderboards (scope, place, rules, period, first_day, "end")
SELECT scope, place, '4x10', period, first_day, last_day FROM (
    SELECT 'everywhere' AS scope, platform AS place FROM rooms
    UNION SELECT 'server', platform || '/' || workspace FROM rooms UNION SELECT 'channel', id FROM rooms
) AS places CROSS JOIN (
    SELECT 'all' AS period, {always} AS first_day, {none} AS last_day
    UNION ALL SELECT 'season', {season}, {next_season} UNION ALL SELECT 'month', {month}, {next_month}
    UNION ALL SELECT 'week', {week}, {next_week} UNION ALL SELECT 'today', {today}, {tomorrow}
) AS periods
"""

_COVERING = """
CREATE TEMPORARY TABLE covering AS
SELECT rooms.id AS room_id, leaderboards.id AS leaderboard_id, period FROM leaderboards JOIN rooms
ON place = CASE scope WHEN 'channel' THEN rooms.id WHEN 'server' THEN platform || '/' || workspace ELSE platform END
"""

_INDEX_COVERING = "CREATE INDEX ix_covering ON covering (room_id)"

_COUNTED = """
CREATE TEMPORARY TABLE counted AS
SELECT player_id, leaderboard_id, guesses, sum(games) AS games, sum(solved) AS solved, sum(cost) AS cost
FROM (
    SELECT player_id, room_id, guesses, ended_at >= {today} AS in_today, ended_at >= {week} AS in_week,
        ended_at >= {month} AS in_month, ended_at >= {season} AS in_season, count(*) AS games,
        sum(CASE WHEN outcome = 'solved' THEN 1 ELSE 0 END) AS solved,
        sum(CASE WHEN outcome = 'solved' THEN guesses ELSE 13 END) AS cost
    FROM results WHERE ranked GROUP BY 1, 2, 3, 4, 5, 6, 7
) AS grouped JOIN covering ON covering.room_id = grouped.room_id AND CASE period
    WHEN 'today' THEN in_today WHEN 'week' THEN in_week WHEN 'month' THEN in_month WHEN 'season' THEN in_season
    ELSE TRUE END
GROUP BY player_id, leaderboard_id, guesses
"""

_STANDINGS = """
INSERT INTO standings (player_id, leaderboard_id, games, solved, cost, streak, best_streak, distribution,
    ranked_average, hidden)
SELECT player_id, leaderboard_id, sum(games), sum(solved), sum(cost), sum(solved) % 4, sum(solved) % 17,
    coalesce({concatenate}(CASE WHEN solved > 0 THEN guesses || ':' || solved END, ','), ''),
    CASE WHEN sum(games) >= 5 THEN (sum(cost) + 32.3) / (sum(games) + 5.0) END,
    (SELECT hidden FROM players WHERE id = player_id)
FROM counted GROUP BY player_id, leaderboard_id
"""

_UNRANKED = """
INSERT INTO unranked_games (player_id, rules, kind, level, outcome, games)
SELECT player_id, rules, kind, '', outcome, count(*) FROM results WHERE NOT ranked GROUP BY 1, 2, 3, 4, 5
"""

_MARK_MONTHS = """
INSERT INTO mark_months (player_id, rules, month, games, skill, exact, lucky_games, luck)
SELECT player_id, rules, {month_of}, count(*), count(*) * 70, 0, count(*), count(*) * 50
FROM results WHERE ranked GROUP BY player_id, rules, {month_of}
"""

_RATED = f"""
INSERT INTO rated_games (game_id, rules, ended_at, sequence)
SELECT id, '4x10', ended_at, i + 1 FROM played WHERE {_IS_DUEL}
"""

_RATED_PLAYERS = f"""
INSERT INTO rated_players (game_id, number, player_id, place, mu, sigma)
SELECT id, 0, player_id, 1, 25.0, 8.0 FROM played WHERE {_IS_DUEL}
UNION ALL SELECT id, 1, other_id, 2, 25.0, 8.0 FROM played WHERE {_IS_DUEL}
"""

_RATINGS = f"""
INSERT INTO ratings (player_id, rules, mu, sigma, games, rated_at)
SELECT player_id, '4x10', 25.0, 4.0, count(*), max(ended_at) FROM played WHERE {_IS_DUEL} GROUP BY player_id
"""

_RATING_STANDINGS = """
INSERT INTO rating_standings (player_id, leaderboard_id, points, hidden)
SELECT ratings.player_id, leaderboard_id, ratings.games, hidden FROM ratings JOIN standings USING (player_id)
"""

_DAILIES = """
INSERT INTO daily_games (player_id, day, rules, room_id, tries, turns, given_up, outcome, started_at, ended_at)
SELECT player_id, {day_of}, '4x10', min(room_id), 0, '0123:4:0', FALSE, 'solved', min(ended_at), min(ended_at)
FROM played WHERE i % 11 = 0 GROUP BY player_id, {day_of}
"""

_STREAK_DAYS = "INSERT INTO streak_days (player_id, day) SELECT player_id, day FROM daily_games"

_ROOM_STREAK_DAYS = "INSERT INTO room_streak_days (room_id, day) SELECT DISTINCT room_id, day FROM daily_games"

_EVENTS = """INSERT INTO events (id, "at") SELECT 'event' || id, {now} FROM played WHERE i % 20 = 0"""

_SETTINGS = """
INSERT INTO room_settings (platform, workspace, channel, name, value, changed_by, changed_at)
SELECT platform, workspace, '', 'hour', '9', 'p0', {now} FROM workspaces
"""

_STATEMENTS = (
    *(_RUNNING_BOARDS, _RUNNING_TURNS, _PARTICIPANTS),
    *(_GAMES, _BOARDS, _OTHER_BOARDS, _DUELS, _TURNS, _MESSAGES, _RESULTS),
    *(_LEADERBOARDS, _COVERING, _INDEX_COVERING, _COUNTED, _STANDINGS, _MARK_MONTHS),
    *(
        _RATED,
        _RATED_PLAYERS,
        _RATINGS,
        _RATING_STANDINGS,
        _DAILIES,
        _STREAK_DAYS,
        _ROOM_STREAK_DAYS,
        _EVENTS,
        _SETTINGS,
    ),
    *("DROP TABLE played", "DROP TABLE covering", "DROP TABLE counted"),
)

_SQLITE_SEASON = "date('now', 'start of month', '-' || ((strftime('%m', 'now') - 1) % 3) || ' months'{months})"

_DIALECTS = {
    "sqlite": {
        "concatenate": "group_concat",
        "always": "'1970-01-01'",
        "none": "NULL",
        "month": "date('now', 'start of month')",
        "next_month": "date('now', 'start of month', '+1 month')",
        "season": _SQLITE_SEASON.format(months=""),
        "next_season": _SQLITE_SEASON.format(months=", '+3 months'"),
        "week": "date('now', '-6 days', 'weekday 1')",
        "next_week": "date('now', '+1 day', 'weekday 1')",
        "today": "date('now')",
        "tomorrow": "date('now', '+1 day')",
        "month_of": "date(ended_at, 'start of month')",
        "day_of": "date(ended_at)",
        "now": "strftime('%Y-%m-%d %H:%M:%f000', 'now')",
        "later": "strftime('%Y-%m-%d %H:%M:%f000', 'now', '+1 day')",
    },
    "postgresql": {
        "concatenate": "string_agg",
        "always": "DATE '1970-01-01'",
        "none": "CAST(NULL AS date)",
        "month": "CAST(date_trunc('month', now()) AS date)",
        "next_month": "CAST(date_trunc('month', now()) + interval '1 month' AS date)",
        "season": "CAST(date_trunc('quarter', now()) AS date)",
        "next_season": "CAST(date_trunc('quarter', now()) + interval '3 months' AS date)",
        "week": "CAST(date_trunc('week', now()) AS date)",
        "next_week": "CAST(date_trunc('week', now()) + interval '1 week' AS date)",
        "today": "CAST(now() AS date)",
        "tomorrow": "CAST(now() + interval '1 day' AS date)",
        "month_of": "CAST(date_trunc('month', ended_at) AS date)",
        "day_of": "CAST(ended_at AS date)",
        "now": "now()",
        "later": "now() + interval '1 day'",
    },
}
_ENDED_AT = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%f000', 'now', '-' || ({age}) || ' seconds')",
    "postgresql": "now() - ({age}) * interval '1 second'",
}
_INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    "postgresql": """
        SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
            AND indexname NOT IN (SELECT conname FROM pg_constraint)
    """,
}


def platform_of(workspace: int) -> str:
    """The platform of a workspace."""
    return "discord" if workspace < 90 else "slack" if workspace < 99 else "terminal"  # as in `_PLATFORM`


async def fill(database: Database, games: int, players: int) -> None:
    """Store ended games in a migrated, empty database."""
    await database.run(lambda connection: _fill(connection, games, players))


async def analyze(database: Database) -> None:
    """Collect the planner's statistics."""
    await database.run(lambda connection: connection.execute(text("ANALYZE")))


def _fill(connection: Connection, games: int, players: int) -> None:
    dialect = connection.dialect.name
    if dialect == "sqlite":
        connection.execute(text(_SQLITE_PAGES))
    with _without_indexes(connection):
        of_room, of_player = _PLATFORM.format(workspace="i / 10"), _PLATFORM.format(workspace="i % 100")
        for statement in (_ROOMS, _WORKSPACES):
            connection.execute(text(_NUMBERS.format(count=ROOMS) + statement.format(platform=of_room)))
        for statement in (_PLAYERS, _MEMBERSHIPS, _GUESTS):
            connection.execute(text(_NUMBERS.format(count=players) + statement.format(platform=of_player)))
        age = f"({games} - i) * 1.0 / {games} * ({games} - i) / {games} * {_YEAR}"
        words = {"numbers": _NUMBERS.format(count=games), "ended_at": _ENDED_AT[dialect].format(age=age)}
        connection.exec_driver_sql(
            _PLAYED.format(**words, players=players, busy_room=BUSY_ROOM, is_guest=_IS_GUEST.format(player="player"))
        )
        numbers = _NUMBERS.format(count=players)
        words = {**_DIALECTS[dialect], "first": str(games + 1)}
        connection.exec_driver_sql(numbers + _RUNNING_GAMES.format(**words))
        for statement in _STATEMENTS:
            connection.exec_driver_sql(statement.format(**words))
    if dialect == "postgresql":
        for table in ("games", "results", "rated_games"):
            connection.exec_driver_sql(f"SELECT setval('{table}_sequence', {games + players + 1}, false)")


@contextmanager
def _without_indexes(connection: Connection) -> Iterator[None]:
    """Drop the indexes that are no constraints, and create them again afterwards, which is several times faster."""
    indexes = list(connection.exec_driver_sql(_INDEXES[connection.dialect.name]))
    for name, _ in indexes:
        connection.exec_driver_sql(f"DROP INDEX {name}")
    yield
    for _, definition in indexes:
        connection.exec_driver_sql(definition)
