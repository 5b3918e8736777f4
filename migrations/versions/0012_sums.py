"""Sums of results, from which leaderboards and statistics are read.

Leaderboards of periods that have ended are not filled, because nobody can see them. The results are read for one group
of players after the other, so the memory needed does not grow with their number.
"""

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

PLAYERS_AT_ONCE = 100
PARTS = 8
USUAL_TRIES = 12
ALWAYS = date(1970, 1, 1)

DISTRIBUTION = "solved games by their number of guesses: 4:2,5:7,..."
PART = "so that not all players wait for one row"

FILL_UNRANKED = """
INSERT INTO unranked_games (player_id, kind, level, outcome, games)
SELECT player_id, kind, level, outcome, count(*) FROM (
    SELECT player_id, outcome, coalesce(level, '') AS level,
        CASE
            WHEN outcome IN ('won', 'lost', 'drawn', 'resigned') THEN 'duel'
            WHEN solo THEN 'assisted' ELSE 'together'
        END AS kind
    FROM results WHERE assisted OR NOT solo OR outcome IN ('won', 'lost', 'drawn', 'resigned')
) AS unranked GROUP BY player_id, kind, level, outcome
"""

ROOMS = sa.table("rooms", *(sa.column(name, sa.String) for name in ("id", "platform", "workspace")))
RESULTS = sa.table(
    "results",
    *(sa.column(name, sa.String) for name in ("player_id", "room_id", "rules", "outcome", "level")),
    *(sa.column(name, sa.Integer) for name in ("guesses", "tries", "sequence")),
    *(sa.column(name, sa.Boolean) for name in ("solo", "assisted")),
    sa.column("ended_at", sa.DateTime(timezone=True)),
)
RANKED = RESULTS.c.solo & ~RESULTS.c.assisted & RESULTS.c.outcome.in_(("solved", "out_of_tries", "gave_up"))


_Key: TypeAlias = tuple[str, str, str, str, date]
"""Scope, place, rules, period and its first day."""


def upgrade() -> None:
    """Create the tables and fill them."""
    leaderboards, standings, totals = _create_leaderboards(), _create_standings(), _create_totals()
    _create_unranked_games()
    op.execute(FILL_UNRANKED)
    connection, sums = op.get_bind(), _Sums(datetime.now(UTC).date())
    for results in _ranked_results(connection):
        rows = sums.add(results)
        _insert(connection, leaderboards, sums.take_new_leaderboards())
        _insert(connection, standings, rows)
    _insert(connection, totals, sums.totals())
    if connection.dialect.name == "postgresql":
        next_id = "(SELECT coalesce(max(id), 0) + 1 FROM leaderboards)"
        op.execute(f"SELECT setval('leaderboards_id_seq', {next_id}, false)")


def downgrade() -> None:
    """Remove them."""
    for table in ("unranked_games", "leaderboard_totals", "standings", "leaderboards"):
        op.drop_table(table)


def _ranked_results(connection: sa.Connection) -> Iterator[Sequence[Any]]:
    """The ranked results with their rooms, by player and in their order, those of some players at once."""
    query = (
        sa.select(RESULTS, ROOMS.c.platform, ROOMS.c.workspace)
        .join_from(RESULTS, ROOMS, ROOMS.c.id == RESULTS.c.room_id)
        .where(RANKED, RESULTS.c.player_id > sa.bindparam("after"), RESULTS.c.player_id <= sa.bindparam("last"))
        .order_by(RESULTS.c.player_id, RESULTS.c.sequence)
    )
    after = ""
    while players := connection.scalars(
        sa.select(RESULTS.c.player_id)
        .distinct()
        .where(RESULTS.c.player_id > after)
        .order_by(RESULTS.c.player_id)
        .limit(PLAYERS_AT_ONCE)
    ).all():
        yield connection.execute(query, {"after": after, "last": players[-1]}).all()
        after = players[-1]


def _insert(connection: sa.Connection, table: sa.Table, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        connection.execute(table.insert(), rows)


@dataclass(slots=True)
class _Tally:
    """The games of one player that one leaderboard counts."""

    games: int = 0
    solved: int = 0
    cost: int = 0
    streak: int = 0
    best_streak: int = 0
    by_guesses: Counter[int] = field(default_factory=Counter)

    def add(self, guesses: int, cost: int, *, solved: bool) -> None:
        self.games += 1
        self.cost += cost
        self.streak = self.streak + 1 if solved else 0
        if solved:
            self.solved += 1
            self.best_streak = max(self.best_streak, self.streak)
            self.by_guesses[guesses] += 1

    def columns(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "solved": self.solved,
            "cost": self.cost,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "distribution": ",".join(f"{guesses}:{games}" for guesses, games in sorted(self.by_guesses.items())),
        }


class _Sums:
    """Counts results, those of each player without a break.

    Args:
        today: in UTC; periods that do not include it are left out.
    """

    def __init__(self, today: date) -> None:
        self._periods = _periods_of(today)
        self._ids: dict[_Key, int] = {}
        self._new: list[dict[str, Any]] = []
        self._totals: Counter[tuple[int, int, str]] = Counter()

    def add(self, results: Sequence[Any]) -> list[dict[str, Any]]:
        """Count results; returns the rows of `standings` of their players."""
        tallies: dict[tuple[str, int], _Tally] = {}
        for result in results:
            solved = result.outcome == "solved"
            cost = result.guesses if solved else max(result.guesses, result.tries or USUAL_TRIES) + 1
            part = zlib.crc32(result.player_id.encode()) % PARTS
            for leaderboard in self._leaderboards_of(result):
                tallies.setdefault((result.player_id, leaderboard), _Tally()).add(result.guesses, cost, solved=solved)
                self._totals[leaderboard, part, "games"] += 1
                self._totals[leaderboard, part, "cost"] += cost
        return [
            {"player_id": player, "leaderboard_id": leaderboard, **tally.columns()}
            for (player, leaderboard), tally in tallies.items()
        ]

    def take_new_leaderboards(self) -> list[dict[str, Any]]:
        """The rows of `leaderboards` that are new since the last call."""
        new, self._new = self._new, []
        return new

    def totals(self) -> list[dict[str, Any]]:
        """The rows of `leaderboard_totals`."""
        parts = dict.fromkeys((leaderboard, part) for leaderboard, part, _ in self._totals)
        return [
            {
                "leaderboard_id": leaderboard,
                "part": part,
                "games": self._totals[leaderboard, part, "games"],
                "cost": self._totals[leaderboard, part, "cost"],
            }
            for leaderboard, part in parts
        ]

    def _leaderboards_of(self, result: Any) -> Iterator[int]:  # noqa: ANN401  # a row
        day = result.ended_at.date()
        places = (
            ("channel", result.room_id),
            ("server", f"{result.platform}/{result.workspace}"),
            ("everywhere", result.platform),
        )
        for period, first_day, end in self._periods:
            if end is None or first_day <= day < end:
                for scope, place in places:
                    yield self._id((scope, place, result.rules, period, first_day), end)

    def _id(self, key: _Key, end: date | None) -> int:
        known = self._ids.get(key)
        if known is None:
            known = self._ids[key] = len(self._ids) + 1
            columns = zip(("scope", "place", "rules", "period", "first_day"), key, strict=True)
            self._new.append({"id": known, **dict(columns), "end": end})
        return known


def _periods_of(today: date) -> Sequence[tuple[str, date, date | None]]:
    """The periods that include a day, with their first days and the days after them."""
    monday, first = today - timedelta(days=today.weekday()), today.replace(day=1)
    quarter = first.replace(month=(first.month - 1) // 3 * 3 + 1)
    return (
        ("today", today, today + timedelta(days=1)),
        ("week", monday, monday + timedelta(days=7)),
        ("month", first, (first + timedelta(days=31)).replace(day=1)),
        ("season", quarter, (quarter + timedelta(days=95)).replace(day=1)),
        ("all", ALWAYS, None),
    )


def _create_leaderboards() -> sa.Table:
    table = op.create_table(
        "leaderboards",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(16), nullable=False),
        sa.Column("place", sa.String(128), nullable=False, comment="a room's id, platform/workspace, or platform"),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("period", sa.String(16), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False, comment="of the period"),
        sa.Column("end", sa.Date(), comment="the day after the period, null if it does not end"),
        sa.PrimaryKeyConstraint("id", name="pk_leaderboards"),
        sa.UniqueConstraint(
            "place", "rules", "first_day", "period", "scope", name="uq_leaderboards_place_rules_first_day_period_scope"
        ),
    )
    op.create_index("ix_leaderboards_end", "leaderboards", ["end"])
    return table


def _create_standings() -> sa.Table:
    table = op.create_table(
        "standings",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("leaderboard_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("solved", sa.Integer(), nullable=False),
        sa.Column("cost", sa.BigInteger(), nullable=False, comment="guesses; more for games that were not solved"),
        sa.Column("streak", sa.Integer(), nullable=False, comment="solved games in a row, up to the last"),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column(
            "distribution", sa.Text(), nullable=False, comment="solved games by their number of guesses: 4:2,5:7,..."
        ),
        sa.PrimaryKeyConstraint("player_id", "leaderboard_id", name="pk_standings"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player_id"),
        sa.ForeignKeyConstraint(["leaderboard_id"], ["leaderboards.id"], name="fk_standings_leaderboard_id"),
    )
    op.create_index("ix_standings_leaderboard_id_games_cost", "standings", ["leaderboard_id", "games", "cost"])
    ranked = sa.text("games + 0 >= 5")
    for figure, tie_breaker in (("solved", "cost"), ("best_streak", "solved DESC")):
        columns = [sa.text(column) for column in ("leaderboard_id", f"{figure} DESC", tie_breaker, "player_id")]
        op.create_index(f"ix_standings_{figure}", "standings", columns, sqlite_where=ranked, postgresql_where=ranked)
    return table


def _create_totals() -> sa.Table:
    return op.create_table(
        "leaderboard_totals",
        sa.Column("leaderboard_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "part",
            sa.Integer(),
            autoincrement=False,
            nullable=False,
            comment="so that not all players wait for one row",
        ),
        sa.Column("games", sa.BigInteger(), nullable=False),
        sa.Column("cost", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("leaderboard_id", "part", name="pk_leaderboard_totals"),
        sa.ForeignKeyConstraint(["leaderboard_id"], ["leaderboards.id"], name="fk_leaderboard_totals_leaderboard_id"),
    )


def _create_unranked_games() -> None:
    op.create_table(
        "unranked_games",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(16), nullable=False, comment="of the bot in a duel, else empty"),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "kind", "level", "outcome", name="pk_unranked_games"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_unranked_games_player_id"),
    )
