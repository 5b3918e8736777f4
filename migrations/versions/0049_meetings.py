"""Meetings of people in rated games, and ratings that follow from them.

Races that nobody has solved are not rated, two people change each other's rating by a few points a year only, and who
has fewer than twenty rated games has no rank. All ratings are computed again, game by game in their order, as the
program does it in this revision. Only the latest ratings and the last year's meetings are kept in memory.
"""

import math
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op
from sqlalchemy.engine import Connection, Row

from core.game.rules import Rules
from core.game.sides import Level
from core.solver.opponent import anchor

revision = "0049"
down_revision = "0048"

MU, SIGMA, TAU, BETA, SETTLED = 25.0, 25 / 3, 25 / 300, 25 / 6, 2.5
SCALE, BASE, BOT_SIGMA, LEAST = 29.5, 1500, 0.1, 0.0001
VARIANCE_A_DAY = (SIGMA**2 - SETTLED**2) / (3 * 365)
MOST_POINTS, YEAR = 30.0, timedelta(days=365)
PAGE = 1000

Pair = tuple[int, int]


class Rating(NamedTuple):
    """The rating of a player under some rules."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    rated_at: datetime | None = None


GAMES = sa.text("SELECT * FROM rated_games WHERE sequence > :after ORDER BY sequence LIMIT :most").columns(
    ended_at=sa.DateTime(timezone=True)
)
PLAYERS = sa.text(
    "SELECT p.* FROM rated_players p JOIN rated_games g ON g.game_id = p.game_id"
    " WHERE g.sequence > :after AND g.sequence <= :last ORDER BY g.sequence, p.number"
)
DELETE_PLAYERS = """
    DELETE FROM rated_players WHERE game_id IN (
        SELECT g.game_id FROM rated_games g JOIN games ON games.id = g.game_id WHERE games.who = 'race'
        AND NOT EXISTS (SELECT 1 FROM rated_players p WHERE p.game_id = g.game_id AND p.place > 1)
    )
"""
DELETE_GAMES = """
    DELETE FROM rated_games
    WHERE NOT EXISTS (SELECT 1 FROM rated_players p WHERE p.game_id = rated_games.game_id)
"""
CHANGE = sa.text("UPDATE rated_players SET mu = :mu, sigma = :sigma WHERE game_id = :game AND number = :number")
POINTS = """
    UPDATE rating_standings SET points = (
        SELECT CASE WHEN r.games >= 20 THEN CAST(ROUND(CAST(1500 + 29.5 * (r.mu - 25) AS NUMERIC)) AS INTEGER) END
        FROM leaderboards l JOIN ratings r ON r.rules = l.rules AND r.player_id = rating_standings.player_id
        WHERE l.id = rating_standings.leaderboard_id
    )
"""
RATINGS = sa.table(
    "ratings",
    *(sa.column(name) for name in ("player_id", "rules", "mu", "sigma", "games")),
    sa.column("rated_at", sa.DateTime(timezone=True)),
)
MEETINGS = sa.table(
    "meetings",
    *(sa.column(name) for name in ("game_id", "number", "player_id", "other_id", "taken", "change")),
    sa.column("at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    """Add the table and columns, and compute the ratings again."""
    op.add_column(
        "players",
        sa.Column("first_seen_at", sa.DateTime(timezone=True), comment="null if that was not stored"),
    )
    op.add_column(
        "duels",
        sa.Column(
            "met_often", sa.Boolean(), nullable=False, server_default=sa.false(), comment="and is not rated for that"
        ),
    )
    _create_meetings()
    op.execute(DELETE_PLAYERS)
    op.execute(DELETE_GAMES)
    _rate_again(op.get_bind())
    op.execute(POINTS)


def downgrade() -> None:
    """Remove the table and columns. The ratings stay as they are."""
    op.drop_table("meetings")
    op.drop_column("duels", "met_often")
    op.drop_column("players", "first_seen_at")


def _create_meetings() -> None:
    op.create_table(
        "meetings",
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id", name="fk_meetings_game_id"), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "player_id", sa.String(32), sa.ForeignKey("players.id", name="fk_meetings_player_id"), nullable=False
        ),
        sa.Column(
            "other_id",
            sa.String(32),
            sa.ForeignKey("players.id", name="fk_meetings_other_id"),
            comment="null once the other has been deleted",
        ),
        sa.Column(
            "at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="the start of a duel that runs, else the end of the game",
        ),
        sa.Column("taken", sa.Float(), comment="points by which the other had changed the player's rating before"),
        sa.Column("change", sa.Float(), comment="points by which the game changed it, null before its end"),
        sa.PrimaryKeyConstraint("game_id", "number", "player_id", name="pk_meetings"),
        comment="of two people in a rated game, from the view of each",
    )
    op.create_index("ix_meetings_other_id_player_id_at", "meetings", ["other_id", "player_id", "at"])
    op.create_index("ix_meetings_player_id_at", "meetings", ["player_id", "at"])


def _rate_again(connection: Connection) -> None:
    ratings: dict[tuple[str, str], Rating] = {}
    met: dict[tuple[str, str], deque[tuple[datetime, float]]] = defaultdict(deque)
    for page in _pages(connection):
        changed: list[dict[str, Any]] = []
        meetings: list[dict[str, Any]] = []
        for game, players in page:
            before = [_before(ratings, game, row) for row in players]
            changed += [
                {"game": game.game_id, "number": row.number, "mu": rating.mu, "sigma": rating.sigma}
                for row, rating in zip(players, before, strict=True)
            ]
            after, rows = _rated(game, players, before, met)
            meetings += rows
            ratings |= {
                (row.player_id, game.rules): rating
                for row, rating in zip(players, after, strict=True)
                if row.player_id is not None
            }
        connection.execute(CHANGE, changed)
        if meetings:
            connection.execute(MEETINGS.insert(), meetings)
    connection.execute(RATINGS.delete())
    rows = [{"player_id": player, "rules": rules, **rating._asdict()} for (player, rules), rating in ratings.items()]
    for start in range(0, len(rows), PAGE):
        connection.execute(RATINGS.insert(), rows[start : start + PAGE])


def _pages(connection: Connection) -> Iterator[list[tuple[Row[Any], list[Row[Any]]]]]:
    after = 0
    while games := connection.execute(GAMES, {"after": after, "most": PAGE}).all():
        last = games[-1].sequence
        rows = connection.execute(PLAYERS, {"after": after, "last": last}).all()
        players = {game: list(some) for game, some in groupby(rows, lambda row: row.game_id)}
        yield [(game, players[game.game_id]) for game in games]
        after = last


def _before(ratings: dict[tuple[str, str], Rating], game: Row[Any], row: Row[Any]) -> Rating:
    """The rating of a player before a game; that of a deleted player as it was stored."""
    if row.player_id is None:
        return Rating(row.mu, row.sigma)
    rating = ratings.get((row.player_id, game.rules), Rating())
    if rating.rated_at is None or game.ended_at <= rating.rated_at:
        return rating
    days = (game.ended_at - rating.rated_at) / timedelta(days=1)
    return rating._replace(sigma=min(SIGMA, math.sqrt(rating.sigma**2 + VARIANCE_A_DAY * days)))


def _rated(
    game: Row[Any],
    players: Sequence[Row[Any]],
    before: Sequence[Rating],
    met: dict[tuple[str, str], deque[tuple[datetime, float]]],
) -> tuple[list[Rating], list[dict[str, Any]]]:
    """The ratings after a game, and the rows of its meetings."""
    places = [row.place for row in players]
    sides = [(rating.mu, rating.sigma**2 + TAU**2) for rating in before]
    if game.level is not None:
        places.append(game.level_place)
        sides.append((MU + (anchor(Rules.parse(game.rules), Level(game.level)) - BASE) / SCALE, BOT_SIGMA**2))
    gains, losses = [0.0] * len(sides), [0.0] * len(sides)
    meetings: list[dict[str, Any]] = []
    for i, j in _pairs(places):
        expected, spread = _expected(sides[i], sides[j])
        scored = 0.5 if places[i] == places[j] else float(places[i] < places[j])
        gain, share = 2 / len(sides) * sides[i][1] / spread * (scored - expected), 1.0
        if max(i, j) < len(players):
            one, other = players[i].player_id, players[j].player_id
            taken = _taken(met[one, other], game.ended_at) if one and other else 0.0
            share = _share(taken, SCALE * gain)
            if one is not None:
                met[one, other or ""].append((game.ended_at, SCALE * gain * share))
                row = {"game_id": game.game_id, "number": len(meetings), "player_id": one, "other_id": other}
                meetings.append(row | {"at": game.ended_at, "taken": taken, "change": SCALE * gain * share})
            else:
                meetings.append({})
        gains[i] += gain * share
        losses[i] += 2 / len(sides) * share * sides[i][1] / spread**2 * expected * (1 - expected)
    after = [
        Rating(mu + gain, math.sqrt(variance * max(1 - loss, LEAST)), rating.games + 1, game.ended_at)
        for (mu, variance), gain, loss, rating in zip(sides, gains, losses, before, strict=False)
    ]
    return after, [row for row in meetings if row]


def _pairs(places: Sequence[int]) -> list[Pair]:
    """The pairs of sides that are compared, each in both orders: the first with the others, or two who drew."""
    is_draw = tuple(places) == (1, 1)
    everybody = range(len(places))
    return [(i, j) for i in everybody for j in everybody if i != j and (is_draw or {places[i], places[j]} == {1, 2})]


def _expected(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    spread = math.sqrt(one[1] + other[1] + 2 * BETA**2)
    return 1 / (1 + math.exp((other[0] - one[0]) / spread)), spread


def _taken(changes: deque[tuple[datetime, float]], now: datetime) -> float:
    while changes and changes[0][0] < now - YEAR:
        changes.popleft()
    return sum(change for _, change in changes)


def _share(taken: float, change: float) -> float:
    left = MOST_POINTS - taken if change > 0 else MOST_POINTS + taken
    return 1.0 if abs(change) <= left else max(left, 0.0) / abs(change)
