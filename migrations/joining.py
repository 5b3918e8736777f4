"""Joining the players of one user into a person, in revision 0050.

The person is the player who was used last, with their settings. What the others have done, and what refers to them, is
moved to the person. Players who are being deleted are not joined.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from migrations.leaderboards import STANDINGS, Rooms, Tally, periods
from migrations.ratings import YEAR, Pair, drop_before, rate_again

PEOPLE_AT_ONCE = 500
BOARDS_AT_ONCE = 5_000

LAST_USED = """
    SELECT max(used_at) FROM (
        SELECT max(ended_at) AS used_at FROM results WHERE player_id = accounts.id
        UNION ALL SELECT max(coalesce(moved_at, started_at)) FROM games WHERE starter_id = accounts.id
        UNION ALL SELECT max(coalesce(games.moved_at, games.started_at))
            FROM participants JOIN games ON games.id = participants.game_id WHERE participants.player_id = accounts.id
        UNION ALL SELECT max(coalesce(ended_at, started_at)) FROM daily_games WHERE player_id = accounts.id
        UNION ALL SELECT accounts.first_seen_at
    ) AS times
"""
ACCOUNTS = """
    CREATE TEMPORARY TABLE accounts AS
    SELECT id, platform, realm, "user", first_seen_at FROM (
        SELECT all_players.*, count(*) OVER (PARTITION BY platform, realm, "user") AS players
        FROM (SELECT players.*, {realm} AS realm FROM players) AS all_players
        WHERE id NOT IN (SELECT player_id FROM deletions)
    ) AS counted WHERE players > 1
"""
"""The players who are joined."""

USES = f"CREATE TEMPORARY TABLE uses AS SELECT accounts.*, ({LAST_USED}) AS used_at FROM accounts"
MEMBERS = """
    CREATE TEMPORARY TABLE members AS
    SELECT id AS old_id, first_value(id) OVER (
        PARTITION BY platform, realm, "user" ORDER BY used_at IS NULL, used_at DESC, id
    ) AS new_id
    FROM uses
"""
"""The players who are joined, `old_id`, and the player who each of them becomes, `new_id`, who is one of them."""

OTHERS = """
    CREATE TEMPORARY TABLE others AS SELECT old_id, new_id FROM members WHERE old_id <> new_id
"""
"""Those of them who become another player."""

INDEXES = (
    "CREATE UNIQUE INDEX ix_members_old_id ON members (old_id)",
    "CREATE INDEX ix_members_new_id ON members (new_id)",
    "CREATE UNIQUE INDEX ix_others_old_id ON others (old_id)",
)

DELETED_WITH_OTHERS = """
    SELECT id, platform, workspace, "user" FROM (
        SELECT all_players.*, count(*) OVER (PARTITION BY platform, realm, "user") AS players
        FROM (SELECT players.*, {realm} AS realm FROM players) AS all_players
    ) AS counted WHERE players > 1 AND id IN (SELECT player_id FROM deletions)
"""
"""The players who are being deleted although there is another player of the same user."""

RENAME = sa.text("""UPDATE players SET "user" = :former WHERE id = :id""")
CLEAR_INSTALLER = sa.text("""
    UPDATE slack_installations SET user_id = '-', user_token = NULL WHERE user_id = :user AND team_id = :team
""")

SETTINGS = (
    *(
        f"""
        UPDATE players SET {column} = TRUE WHERE id IN (
            SELECT members.new_id FROM members JOIN players AS old ON old.id = members.old_id WHERE old.{column}
        )
        """
        for column in ("hidden", "introduced")
    ),
    """
    UPDATE players SET first_seen_at = (
        SELECT CASE WHEN count(*) = count(old.first_seen_at) THEN min(old.first_seen_at) END
        FROM members JOIN players AS old ON old.id = members.old_id WHERE members.new_id = players.id
    ) WHERE id IN (SELECT new_id FROM members)
    """,
)
"""The other settings stay those of the player used last. A time that was not stored is before all others."""

DUPLICATES = """
    CREATE TEMPORARY TABLE duplicates AS SELECT player_id, day, rules, new_id FROM (
        SELECT daily_games.player_id, daily_games.day, daily_games.rules, members.new_id, row_number() OVER (
            PARTITION BY members.new_id, daily_games.day, daily_games.rules
            ORDER BY ended_at IS NULL, ended_at, turns = '', length(turns) - length(replace(turns, ',', '')) DESC,
                started_at, player_id
        ) AS place
        FROM members JOIN daily_games ON daily_games.player_id = members.old_id
    ) AS ordered WHERE place > 1
"""
"""The dailies that do not count: others of the same day and rules ended first or, if none ended, have more turns."""

DAILY_COLUMNS = "room_id, tries, turns, given_up, outcome, started_at, ended_at, shared_at"
DAILIES = (
    DUPLICATES,
    f"""
    INSERT INTO uncounted_daily_games (player_id, day, rules, {DAILY_COLUMNS})
    SELECT duplicates.new_id, duplicates.day, duplicates.rules, {DAILY_COLUMNS}
    FROM duplicates JOIN daily_games ON daily_games.player_id = duplicates.player_id
        AND daily_games.day = duplicates.day AND daily_games.rules = duplicates.rules
    """,
    "DELETE FROM daily_games WHERE (player_id, day, rules) IN (SELECT player_id, day, rules FROM duplicates)",
    "DROP TABLE duplicates",
)

UNITED = {"streak_days": "day", "rating_standings": "leaderboard_id"}
"""The tables of which one row is kept, with their columns other than the player."""

ADDED = {
    "unranked_games": (("rules", "kind", "level", "outcome"), ("games", "guesses", "places")),
    "mark_months": (("rules", "month"), ("games", "skill", "exact", "lucky_games", "luck")),
}
"""The tables whose rows are added up, with the columns of their keys other than the player, and those with sums."""

REFERENCES = (
    *(("memberships", "player_id"), ("results", "player_id"), ("turns", "player_id"), ("boards", "guesser_id")),
    *(("boards", "given_up_by"), ("duels", "opponent_id"), ("duels", "beginner_id"), ("duels", "draw_offered_by")),
    *(("duels", "ended_by"), ("participants", "player_id"), ("conversations", "player_id")),
    *(("room_settings", "changed_by"), ("daily_games", "player_id"), ("standings", "player_id")),
    *(("rated_players", "player_id"), ("meetings", "player_id"), ("meetings", "other_id")),
)
"""The columns with ids of players in tables where no two players of a person have rows with the same key."""

REPLACE = "UPDATE {table} SET {column} = new_id FROM others WHERE coalesce({table}.{column}, '') = old_id"
"""Without `coalesce`, SQLite would use an index and change the rows in the order of the players, which takes longer."""

UNINDEXED = (("room_settings", "changed_by"), ("deletions", "successor_id"))
"""The columns with ids of players that would be searched without an index for each player who is deleted."""

STARTERS = """
    UPDATE games SET starter_id = new_id, slot = CASE WHEN slot = old_id THEN new_id ELSE slot END
    FROM others WHERE coalesce(starter_id, '') = old_id
"""
"""The slot of a game can only name its starter."""

BOARDS = sa.text("""
    SELECT game_id, number, hinted, giveup_votes, pending FROM boards
    WHERE (hinted <> '' OR giveup_votes <> '' OR pending <> '') AND (game_id, number) > (:game, :board)
    ORDER BY game_id, number LIMIT :most
""")
CHANGE_BOARD = sa.text("""
    UPDATE boards SET hinted = :hinted, giveup_votes = :giveup_votes, pending = :pending
    WHERE game_id = :game AND number = :board
""")

NEXT_PEOPLE = sa.text("SELECT DISTINCT new_id FROM members WHERE new_id > :after ORDER BY new_id LIMIT :most")
EVERYWHERE = sa.text("""
    SELECT id, place, rules, period, first_day FROM leaderboards WHERE scope = 'everywhere'
""").columns(first_day=sa.Date())
OF_SOME = "player_id IN (SELECT old_id FROM members WHERE new_id > :after AND new_id <= :last)"
IS_EVERYWHERE = "leaderboard_id IN (SELECT id FROM leaderboards WHERE scope = 'everywhere')"
DELETE_STANDINGS = sa.text(f"DELETE FROM standings WHERE {OF_SOME} AND {IS_EVERYWHERE}")
RESULTS = sa.text("""
    SELECT members.new_id, room_id, rules, outcome, guesses, assisted, ended_at
    FROM members JOIN results ON results.player_id = members.old_id
    WHERE members.new_id > :after AND members.new_id <= :last AND results.ranked ORDER BY members.new_id, sequence
""").columns(ended_at=sa.DateTime(timezone=True))

RATED = """
    SELECT EXISTS (SELECT 1 FROM rated_players WHERE player_id IN (SELECT old_id FROM others))
        OR EXISTS (SELECT 1 FROM ratings WHERE player_id IN (SELECT old_id FROM others))
"""
MEETINGS = sa.text("""
    SELECT meetings.game_id, number, taken, change
    FROM rated_games JOIN meetings ON meetings.game_id = rated_games.game_id
    WHERE sequence > :after AND sequence <= :last AND taken IS NOT NULL AND change IS NOT NULL
""")
CHANGE_MEETING = sa.text(
    "UPDATE meetings SET taken = :taken, change = :change WHERE game_id = :game AND number = :number"
)

_Change: TypeAlias = tuple[datetime, float, float, str]
"""When the rating of a person changed, by how many points, by how many as stored before, and as which player."""

_Board: TypeAlias = tuple[str, str, str, date]
"""The platform, the rules, the period and its first day of a leaderboard of everybody."""


class Joined(NamedTuple):
    """How many players were joined into how many people."""

    players: int = 0
    people: int = 0


def join_people(connection: Connection, realm: str) -> Joined:
    """Join the players of one user in one realm.

    Args:
        connection: the database, with the names of all players in `memberships`.
        realm: the realm of a row of `players`, in SQL.
    """
    _set_deleted_apart(connection, realm)
    for statement in (ACCOUNTS.format(realm=realm), USES, MEMBERS, OTHERS, *INDEXES):
        connection.execute(sa.text(statement))
    if connection.dialect.name == "postgresql":
        for table in ("members", "others"):
            connection.execute(sa.text(f"ANALYZE {table}"))
    joined = Joined(*connection.execute(sa.text("SELECT count(*), count(DISTINCT new_id) FROM members")).one())
    if joined.players:
        _join(connection)
    for table in ("others", "members", "uses", "accounts"):
        connection.execute(sa.text(f"DROP TABLE {table}"))
    return joined


def _set_deleted_apart(connection: Connection, realm: str) -> None:
    """Take the user's id from players who are being deleted, so that another player of the user can have it."""
    for row in connection.execute(sa.text(DELETED_WITH_OTHERS.format(realm=realm))).all():
        if row.platform == "slack":
            team = row.workspace.rpartition(":")[2]
            connection.execute(CLEAR_INSTALLER, {"user": row.user, "team": team})
        connection.execute(RENAME, {"id": row.id, "former": f"deleted:{row.id}"})


def _join(connection: Connection) -> None:
    people: dict[str, str] = {row.old_id: row.new_id for row in connection.execute(sa.text("SELECT * FROM members"))}
    is_rated = connection.scalar(sa.text(RATED))
    for statement in (*SETTINGS, *DAILIES):
        connection.execute(sa.text(statement))
    _sum_everywhere(connection)
    meetings = _Meetings(connection, people)
    for table, columns in UNITED.items():
        _unite(connection, table, columns)
    for table, (key, sums) in ADDED.items():
        _add(connection, table, key, sums)
    if is_rated:
        rate_again(connection, meetings, people)
    _replace_in_texts(connection, people)
    connection.execute(sa.text(STARTERS))
    for table, column in REFERENCES:
        connection.execute(sa.text(REPLACE.format(table=table, column=column)))
    _delete_others(connection)


def _unite(connection: Connection, table: str, column: str) -> None:
    connection.execute(
        sa.text(f"""
            INSERT INTO {table} (player_id, {column})
            SELECT others.new_id, {table}.{column} FROM others JOIN {table} ON {table}.player_id = others.old_id
            WHERE TRUE ON CONFLICT DO NOTHING
        """)
    )
    connection.execute(sa.text(f"DELETE FROM {table} WHERE player_id IN (SELECT old_id FROM others)"))


def _add(connection: Connection, table: str, key: Sequence[str], sums: Sequence[str]) -> None:
    keys, added = ", ".join(key), ", ".join(f"sum({column})" for column in sums)
    raised = ", ".join(f"{column} = {table}.{column} + excluded.{column}" for column in sums)
    connection.execute(
        sa.text(f"""
            INSERT INTO {table} (player_id, {keys}, {", ".join(sums)})
            SELECT others.new_id, {keys}, {added} FROM others JOIN {table} ON {table}.player_id = others.old_id
            WHERE TRUE GROUP BY others.new_id, {keys} ON CONFLICT (player_id, {keys}) DO UPDATE SET {raised}
        """)
    )
    connection.execute(sa.text(f"DELETE FROM {table} WHERE player_id IN (SELECT old_id FROM others)"))


def _replace_in_texts(connection: Connection, people: Mapping[str, str]) -> None:
    """Replace the ids in lists."""
    last = {"game": "", "board": -1}
    while boards := connection.execute(BOARDS, {**last, "most": BOARDS_AT_ONCE}).all():
        changes = [
            {"game": row.game_id, "board": row.number}
            | {name: _replaced(getattr(row, name), people) for name in ("hinted", "giveup_votes", "pending")}
            for row in boards
            if any(_replaced(text, people) != text for text in row[2:])
        ]
        if changes:
            connection.execute(CHANGE_BOARD, changes)
        last = {"game": boards[-1].game_id, "board": boards[-1].number}


def _replaced(text: str, people: Mapping[str, str]) -> str:
    return re.sub("[^,:]+", lambda found: people.get(found[0], found[0]), text)


def _delete_others(connection: Connection) -> None:
    """Delete the players to whom nothing refers any more."""
    for table, column in UNINDEXED:
        connection.execute(sa.text(f"CREATE INDEX ix_joining_{table} ON {table} ({column})"))
    connection.execute(sa.text("DELETE FROM players WHERE id IN (SELECT old_id FROM others)"))
    for table, _ in UNINDEXED:
        connection.execute(sa.text(f"DROP INDEX ix_joining_{table}"))


def _sum_everywhere(connection: Connection) -> None:
    """Compute the standings of the joined among everybody again.

    Only these can have standings of two players of a person. Leaderboards that have been removed stay removed.
    """
    boards: dict[_Board, int] = {
        (row.place, row.rules, row.period, row.first_day): row.id for row in connection.execute(EVERYWHERE)
    }
    rooms, after = Rooms(connection), ""
    while some := connection.scalars(NEXT_PEOPLE, {"after": after, "most": PEOPLE_AT_ONCE}).all():
        span = {"after": after, "last": some[-1]}
        connection.execute(DELETE_STANDINGS, span)
        rows = [
            {"player_id": person, "leaderboard_id": board, **tally.columns()}
            for person, results in groupby(connection.execute(RESULTS, span), lambda row: str(row.new_id))
            for board, tally in _tallies(results, rooms, boards).items()
        ]
        if rows:
            connection.execute(STANDINGS.insert(), rows)
        after = some[-1]


def _tallies(results: Iterable[Row[Any]], rooms: Rooms, boards: Mapping[_Board, int]) -> Mapping[int, Tally]:
    """The tallies of a person by the id of the leaderboard."""
    tallies: defaultdict[int, Tally] = defaultdict(Tally)
    for row in results:
        room = rooms.get(row.room_id)
        for period, first_day, _ in periods(room.day(row.ended_at)):
            if (board := boards.get((room.platform, row.rules, period, first_day))) is not None:
                tallies[board].add(row.guesses, solved=row.outcome == "solved" and not row.assisted)
    return tallies


class _Meetings:
    """By how many points people have changed each other's ratings.

    What is stored for a game is corrected by how the earlier changes differ from the stored ones, and by those that the
    two made as other players. The rest of it is from games with people who have been deleted since.
    """

    def __init__(self, connection: Connection, people: Mapping[str, str]) -> None:
        self._connection = connection
        self._people = people
        self._changes: dict[tuple[str, str], list[_Change]] = defaultdict(list)
        self._stored: dict[tuple[str, int], Row[Any]] = {}
        self._rows: list[dict[str, Any]] = []

    def load(self, after: int, last: int) -> None:
        """Load what is stored for the games with sequence numbers above `after`, up to `last`."""
        rows = self._connection.execute(MEETINGS, {"after": after, "last": last})
        self._stored = {(row.game_id, row.number): row for row in rows}

    def taken(self, game: Row[Any], players: Sequence[Row[Any]], pair: Pair, number: int) -> float:
        """By how many points the second of two players has changed the rating of the first within a year."""
        stored = self._stored.get((game.game_id, number))
        one, other = (players[index].player_id for index in pair)
        taken = stored.taken if stored else 0.0
        if one is None or other is None:
            return taken
        changes = self._changes[self._person(one), self._person(other)]
        drop_before(changes, game.ended_at - YEAR)
        return taken + sum(change - (before if player == one else 0.0) for _, change, before, player in changes)

    def add(
        self, game: Row[Any], players: Sequence[Row[Any]], taken: Mapping[Pair, float], changes: Mapping[Pair, float]
    ) -> None:
        """Add those of a game."""
        for number, (pair, change) in enumerate(changes.items()):
            one, other = (players[index].player_id for index in pair)
            if one is not None and other is not None:
                stored = self._stored.get((game.game_id, number))
                entry = (game.ended_at, change, stored.change if stored else 0.0, one)
                self._changes[self._person(one), self._person(other)].append(entry)
            self._rows.append({"game": game.game_id, "number": number, "taken": taken[pair], "change": change})

    def store(self) -> None:
        """Store the meetings of some games."""
        if self._rows:
            self._connection.execute(CHANGE_MEETING, self._rows)
        self._rows.clear()

    def _person(self, player: str) -> str:
        return self._people.get(player, player)
