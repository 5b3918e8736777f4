"""Kinds of results, whether they are ranked, and places in races; sums that follow from them.

Stored results are classified by how their games started, and all sums are computed again. Results are read in pages by
player, so the memory needed does not grow with their number. Days are those of each room's present time zone, because
earlier ones are not stored. Leaderboards that have been removed since their period ended stay removed.
"""

import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

from migrations.leaderboards import STANDINGS, UNSOLVED, Rooms, Tally, periods

revision = "0044"
down_revision = "0043"

AT_ONCE = 5_000
"""Results, or rows to be stored, at a time."""

MOST_PLACES = 20_000
"""Places whose leaderboards are remembered."""

PARTS = 8
UNIT = 1_000_000
KEPT = timedelta(days=14)
PLAYER_ORDER = "ix_results_player_id_sequence"

CLASSIFY = sa.text("""
UPDATE results SET kind = (
    SELECT CASE
        WHEN games.secret_keeper IS NOT NULL THEN 'hosted'
        WHEN duels.game_id IS NOT NULL THEN CASE WHEN duels.level IS NULL THEN 'duel' ELSE 'versus' END
        WHEN games.who = 'race' THEN 'race'
        WHEN games.who = 'me' THEN 'solo'
        WHEN results.solo
            AND (rooms.workspace LIKE 'direct:%' OR (rooms.platform = 'slack' AND rooms.channel LIKE 'D%')) THEN 'solo'
        ELSE 'together'
    END
    FROM games JOIN rooms ON rooms.id = games.room_id LEFT JOIN duels ON duels.game_id = games.id
    WHERE games.id = results.game_id
) WHERE sequence > :after AND sequence <= :last
""")
RANK = sa.text("""
UPDATE results SET ranked = TRUE
WHERE kind = 'solo' AND (tries = 0 OR tries >= 12) AND sequence > :after AND sequence <= :last
""")
UNMARK = "UPDATE results SET mark_at = NULL WHERE mark_at IS NOT NULL AND (assisted OR NOT ranked)"
RACERS = sa.text("""
SELECT boards.game_id, guesser_id, hinted, max(100 * hits + blows) AS best, count(*) AS guesses
FROM boards JOIN turns ON turns.game_id = boards.game_id AND turns.board = boards.number
WHERE boards.game_id IN (SELECT game_id FROM results WHERE kind = 'race' AND sequence > :after AND sequence <= :last)
GROUP BY boards.game_id, boards.number, guesser_id, hinted ORDER BY boards.game_id
""")
SET_PLACE = sa.text("UPDATE results SET place = :place WHERE game_id = :game AND player_id = :player")
LAST = sa.text("SELECT coalesce(max(sequence), 0) FROM results")
PAGE = sa.text("""
SELECT player_id, sequence, room_id, rules, outcome, guesses, kind, ranked, assisted, level, hosted, place, ended_at
FROM results WHERE (player_id, sequence) > (:player, :sequence) ORDER BY player_id, sequence LIMIT :most
""").columns(ended_at=sa.DateTime(timezone=True))
LEADERBOARDS = sa.text("""
SELECT id, scope, period, first_day FROM leaderboards WHERE place = :place AND rules = :rules
""").columns(first_day=sa.Date())
ADD_LEADERBOARD = sa.text("""
INSERT INTO leaderboards (scope, place, rules, period, first_day, "end")
VALUES (:scope, :place, :rules, :period, :first_day, :end) RETURNING id
""").bindparams(sa.bindparam("first_day", type_=sa.Date()), sa.bindparam("end", type_=sa.Date()))
ADD_TOTAL = sa.text("""
INSERT INTO leaderboard_totals (leaderboard_id, part, players, averages)
VALUES (:leaderboard, :part, :players, :averages) ON CONFLICT (leaderboard_id, part) DO UPDATE
SET players = leaderboard_totals.players + excluded.players, averages = leaderboard_totals.averages + excluded.averages
""")
COUNT_UNRANKED = sa.text("""
INSERT INTO unranked_games (player_id, rules, kind, level, outcome, games, guesses)
SELECT player_id, rules, kind, level, outcome, count(*), sum(CASE WHEN kind = 'hosted' THEN guesses ELSE 0 END) FROM (
    SELECT player_id, rules, coalesce(level, '') AS level, outcome, guesses,
        CASE WHEN kind IN ('duel', 'versus') THEN 'duel' WHEN hosted THEN 'hosted' ELSE 'together' END AS kind
    FROM results WHERE NOT ranked
) AS unranked GROUP BY player_id, rules, kind, level, outcome
""")

UNRANKED = sa.table(
    "unranked_games",
    *map(sa.column, ("player_id", "rules", "kind", "level", "outcome", "games", "guesses", "places")),
)

_Key: TypeAlias = tuple[str, str, date]
"""The scope and the period of a leaderboard, and the first day of the period."""


def upgrade() -> None:
    """Classify results, and compute their sums again."""
    connection = op.get_bind()
    op.add_column("results", sa.Column("kind", sa.String(16), nullable=False, server_default=sa.text("''")))
    ranked: sa.Column[bool] = sa.Column(
        "ranked", sa.Boolean(), nullable=False, server_default=sa.false(), comment="decided when the game started"
    )
    op.add_column("results", ranked)
    place = sa.Column("place", sa.Integer(), comment="in a race, null in other games and without others")
    op.add_column("results", place)
    for span in _spans(connection):
        _classify(connection, span)
    op.execute(UNMARK)
    op.drop_column("results", "solo")
    op.drop_table("leaderboard_totals")
    _create_totals(
        sa.Column("players", sa.BigInteger(), nullable=False, comment="with ranked games, deleted ones included"),
        sa.Column("averages", sa.BigInteger(), nullable=False, comment="the sum over them, in millionths of a guess"),
    )
    places = sa.Column(
        "places", sa.BigInteger(), nullable=False, server_default=sa.text("0"), comment="counted for races only"
    )
    op.add_column("unranked_games", places)
    _compute_sums(connection)


def downgrade() -> None:
    """Restore the tables, with the sums of the results that were ranked after the upgrade."""
    op.add_column("results", sa.Column("solo", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.execute("UPDATE results SET solo = kind IN ('solo', 'race')")
    connection = op.get_bind()
    connection.execute(UNRANKED.delete())
    connection.execute(COUNT_UNRANKED)
    for column in ("kind", "ranked", "place"):
        op.drop_column("results", column)
    op.drop_column("unranked_games", "places")
    op.drop_table("leaderboard_totals")
    _create_totals(
        sa.Column("games", sa.BigInteger(), nullable=False), sa.Column("cost", sa.BigInteger(), nullable=False)
    )
    op.execute(
        "INSERT INTO leaderboard_totals (leaderboard_id, part, games, cost) "
        "SELECT leaderboard_id, 0, sum(games), sum(cost) FROM standings GROUP BY leaderboard_id"
    )


def _create_totals(*sums: sa.Column[Any]) -> None:
    part = sa.Column(
        "part", sa.Integer(), autoincrement=False, nullable=False, comment="so that not all players wait for one row"
    )
    op.create_table(
        "leaderboard_totals",
        sa.Column("leaderboard_id", sa.Integer(), autoincrement=False, nullable=False),
        part,
        *sums,
        sa.PrimaryKeyConstraint("leaderboard_id", "part", name="pk_leaderboard_totals"),
        sa.ForeignKeyConstraint(["leaderboard_id"], ["leaderboards.id"], name="fk_leaderboard_totals_leaderboard_id"),
    )


def _spans(connection: sa.Connection) -> Iterator[dict[str, int]]:
    """Ranges of sequence numbers that together include all results."""
    last = connection.scalar(LAST) or 0
    for after in range(-1, last, AT_ONCE):
        yield {"after": after, "last": after + AT_ONCE}


def _classify(connection: sa.Connection, span: dict[str, int]) -> None:
    connection.execute(CLASSIFY, span)
    connection.execute(RANK, span)
    racers = connection.execute(RACERS, span).all()
    places = [place for _, boards in groupby(racers, lambda row: row.game_id) for place in _places(list(boards))]
    if places:
        connection.execute(SET_PLACE, places)


def _places(boards: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The places of the players of a race: those with a hint share the last one; nobody races alone."""
    if len(boards) == 1:
        return
    fair = sorted((-row.best, row.guesses) for row in boards if row.guesser_id not in row.hinted.split(","))
    for row in boards:
        is_fair = row.guesser_id not in row.hinted.split(",")
        place = 1 + fair.index((-row.best, row.guesses)) if is_fair else len(boards)
        yield {"game": row.game_id, "player": row.guesser_id, "place": place}


def _compute_sums(connection: sa.Connection) -> None:
    for table in (STANDINGS, UNRANKED):
        connection.execute(table.delete())
    op.create_index(PLAYER_ORDER, "results", ["player_id", "sequence"])
    sums = _Sums(connection)
    for player, results in groupby(_results(connection), lambda row: str(row.player_id)):
        for row in results:
            sums.add(row)
        sums.finish(player)
    sums.store()
    op.drop_index(PLAYER_ORDER, "results")


def _results(connection: sa.Connection) -> Iterator[Any]:
    """All results, by player and in their order."""
    last = {"player": "", "sequence": -1}
    while page := connection.execute(PAGE, {**last, "most": AT_ONCE}).all():
        yield from page
        last = {"player": page[-1].player_id, "sequence": page[-1].sequence}


class _Leaderboards:
    """The ids of the leaderboards that count a result; those that are missing are stored."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._since = datetime.now(UTC).date() - KEPT
        self._rooms = Rooms(connection)
        self._known: dict[tuple[str, str], dict[_Key, int]] = {}
        self._of_day: dict[tuple[str, str, date], list[int]] = {}

    def counting(self, room: str, rules: str, ended_at: datetime) -> list[int]:
        """The ids of the leaderboards that count a game of a room, which ended at a time in UTC."""
        if max(len(self._known), len(self._of_day)) > MOST_PLACES:
            self._known.clear()
            self._of_day.clear()
        where = self._rooms.get(room)
        day = where.day(ended_at)
        if (room, rules, day) not in self._of_day:
            server = f"{where.platform}/{where.workspace}"
            places = (("channel", room), ("server", server), ("everywhere", where.platform))
            self._of_day[room, rules, day] = list(self._on(places, rules, day))
        return self._of_day[room, rules, day]

    def _on(self, places: Sequence[tuple[str, str]], rules: str, day: date) -> Iterator[int]:
        for period, first_day, end in periods(day):
            if end is None or end >= self._since:
                for scope, place in places:
                    known = self._known.get((place, rules)) or self._load(place, rules)
                    key = (scope, period, first_day)
                    if key not in known:
                        new = {"scope": scope, "place": place, "rules": rules, "period": period}
                        days = {"first_day": first_day, "end": end}
                        known[key] = int(self._connection.execute(ADD_LEADERBOARD, {**new, **days}).scalar_one())
                    yield known[key]

    def _load(self, place: str, rules: str) -> dict[_Key, int]:
        rows = self._connection.execute(LEADERBOARDS, {"place": place, "rules": rules})
        found = {(row.scope, row.period, row.first_day): int(row.id) for row in rows}
        self._known[place, rules] = found
        return found


class _Sums:
    """Counts results, those of each player without a break, and stores the sums of some players at a time."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._leaderboards = _Leaderboards(connection)
        self._tallies: defaultdict[int, Tally] = defaultdict(Tally)
        self._unranked: defaultdict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        self._standing_rows: list[dict[str, Any]] = []
        self._unranked_rows: list[dict[str, Any]] = []
        self._totals: Counter[tuple[int, int, str]] = Counter()

    def add(self, result: Any) -> None:  # noqa: ANN401  # a row
        """Count a result."""
        solved = result.outcome == "solved" and not result.assisted
        if result.ranked:
            for number in self._leaderboards.counting(result.room_id, result.rules, result.ended_at):
                self._tallies[number].add(result.guesses, solved=solved)
            return
        kind, outcome = _unranked_kind(result), result.outcome
        if kind == "race":
            outcome = "won" if solved and result.place == 1 else "lost"
        guesses, places = result.guesses if result.hosted else 0, result.place or 0
        self._unranked[result.rules, kind, result.level or "", outcome].update(games=1, guesses=guesses, places=places)

    def finish(self, player: str) -> None:
        """Take the sums of a player, all of whose results have been counted."""
        part = zlib.crc32(player.encode()) % PARTS
        for number, tally in self._tallies.items():
            self._standing_rows.append({"player_id": player, "leaderboard_id": number, **tally.columns()})
            self._totals[number, part, "players"] += 1
            self._totals[number, part, "averages"] += min(tally.cost * UNIT // tally.games, UNSOLVED * UNIT)
        for (rules, kind, level, outcome), counts in self._unranked.items():
            key = {"player_id": player, "rules": rules, "kind": kind, "level": level, "outcome": outcome}
            numbers = {name: counts[name] for name in ("games", "guesses", "places")}
            self._unranked_rows.append({**key, **numbers})
        self._tallies.clear()
        self._unranked.clear()
        if len(self._standing_rows) + len(self._unranked_rows) > AT_ONCE:
            self.store()

    def store(self) -> None:
        """Store what has been taken."""
        if self._standing_rows:
            self._connection.execute(STANDINGS.insert(), self._standing_rows)
        if self._unranked_rows:
            self._connection.execute(UNRANKED.insert(), self._unranked_rows)
        totals = [
            {
                "leaderboard": number,
                "part": part,
                "players": self._totals[number, part, "players"],
                "averages": self._totals[number, part, "averages"],
            }
            for number, part in dict.fromkeys((number, part) for number, part, _ in self._totals)
        ]
        if totals:
            self._connection.execute(ADD_TOTAL, totals)
        for stored in (self._standing_rows, self._unranked_rows, self._totals):
            stored.clear()


def _unranked_kind(result: Any) -> str:  # noqa: ANN401  # a row
    if result.kind in {"duel", "versus"}:
        return "duel"
    if result.hosted:
        return "hosted"
    if result.place is not None:
        return "race"
    return "alone" if result.kind in {"solo", "race"} else "together"
