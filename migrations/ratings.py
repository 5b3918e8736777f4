"""The ratings of players, as revisions 0049 and 0050 compute them from all rated games in their order.

Only the latest ratings and the last year's meetings are kept in memory.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from core.game.rules import Rules
from core.game.sides import Level
from core.solver.anchors import level_rating

MU, SIGMA, TAU, BETA, SETTLED = 25.0, 25 / 3, 25 / 300, 25 / 6, 2.5
SCALE, BASE, BOT_SIGMA, LEAST = 29.5, 1500, 0.1, 0.0001
VARIANCE_A_DAY = (SIGMA**2 - SETTLED**2) / (3 * 365)
MOST_POINTS, YEAR = 30.0, timedelta(days=365)
PAGE = 1000

Pair = tuple[int, int]
"""The indices of two sides of a game."""


class Rating(NamedTuple):
    """The rating of a player under some rules."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    rated_at: datetime | None = None


Ratings = dict[tuple[str, str], Rating]
"""Ratings by player and rules."""

NOBODY: Mapping[str, str] = MappingProxyType({})

GAMES = sa.text("SELECT * FROM rated_games WHERE sequence > :after ORDER BY sequence LIMIT :most").columns(
    ended_at=sa.DateTime(timezone=True)
)
PLAYERS = sa.text(
    "SELECT p.* FROM rated_players p JOIN rated_games g ON g.game_id = p.game_id"
    " WHERE g.sequence > :after AND g.sequence <= :last ORDER BY g.sequence, p.number"
)
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


class Meetings(Protocol):
    """By how many points people have changed each other's ratings."""

    def load(self, after: int, last: int) -> None:
        """Load what is needed for the games with sequence numbers above `after`, up to `last`."""

    def taken(self, game: Row[Any], players: Sequence[Row[Any]], pair: Pair, number: int) -> float:
        """By how many points the second of two players has changed the rating of the first within a year.

        Args:
            game: a row of `rated_games`.
            players: its rows of `rated_players`.
            pair: the two players.
            number: the number of the pair among those of the game.
        """

    def add(
        self, game: Row[Any], players: Sequence[Row[Any]], taken: Mapping[Pair, float], changes: Mapping[Pair, float]
    ) -> None:
        """Add those of a game, whose pairs are in ascending order."""

    def store(self) -> None:
        """Store what was added."""


def rate_again(connection: Connection, meetings: Meetings, people: Mapping[str, str] = NOBODY) -> None:
    """Compute and store all ratings, and the points that follow from them.

    Args:
        connection: the database.
        meetings: is told of every game, and stores some at a time.
        people: the id of the person who is rated for a player; others are rated themselves.
    """
    ratings: Ratings = {}
    for page in _pages(connection):
        meetings.load(page[0][0].sequence - 1, page[-1][0].sequence)
        rows: list[dict[str, Any]] = []
        for game, players in page:
            ids = [row.player_id and people.get(row.player_id, row.player_id) for row in players]
            before = [_before(ratings, game, row, player) for row, player in zip(players, ids, strict=True)]
            rows += [
                {"game": game.game_id, "number": row.number, "mu": rating.mu, "sigma": rating.sigma}
                for row, rating in zip(players, before, strict=True)
            ]
            after = _rate(game, players, before, meetings)
            ratings |= {
                (player, game.rules): rating for player, rating in zip(ids, after, strict=True) if player is not None
            }
        connection.execute(CHANGE, rows)
        meetings.store()
    _store(connection, ratings)


def _pages(connection: Connection) -> Iterator[Sequence[tuple[Row[Any], Sequence[Row[Any]]]]]:
    """All rated games with their players in their order, some at a time."""
    after = 0
    while games := connection.execute(GAMES, {"after": after, "most": PAGE}).all():
        last = games[-1].sequence
        rows = connection.execute(PLAYERS, {"after": after, "last": last}).all()
        players = {game: list(some) for game, some in groupby(rows, lambda row: row.game_id)}
        yield [(game, players.get(game.game_id, ())) for game in games]
        after = last


def _before(ratings: Ratings, game: Row[Any], row: Row[Any], player: str | None) -> Rating:
    """The rating of a player before a game; that of a deleted player as it was stored."""
    if player is None:
        return Rating(row.mu, row.sigma)
    rating = ratings.get((player, game.rules), Rating())
    if rating.rated_at is None or game.ended_at <= rating.rated_at:
        return rating
    days = (game.ended_at - rating.rated_at) / timedelta(days=1)
    return rating._replace(sigma=min(SIGMA, math.sqrt(rating.sigma**2 + VARIANCE_A_DAY * days)))


def _rate(game: Row[Any], players: Sequence[Row[Any]], before: Sequence[Rating], meetings: Meetings) -> list[Rating]:
    """The ratings of the players after a game."""
    places = [row.place for row in players]
    sides = [(rating.mu, rating.sigma**2 + TAU**2) for rating in before]
    if game.level is not None:
        places.append(game.level_place)
        sides.append((MU + (level_rating(Rules.parse(game.rules), Level(game.level)) - BASE) / SCALE, BOT_SIGMA**2))
    gains, losses = [0.0] * len(sides), [0.0] * len(sides)
    pairs = _pairs(places)
    people = [pair for pair in pairs if max(pair) < len(players)]
    taken = {pair: meetings.taken(game, players, pair, number) for number, pair in enumerate(people)}
    changes: dict[Pair, float] = {}
    for i, j in pairs:
        expected, spread = _expected(sides[i], sides[j])
        scored = 0.5 if places[i] == places[j] else float(places[i] < places[j])
        gain, share = 2 / len(sides) * sides[i][1] / spread * (scored - expected), 1.0
        if (i, j) in taken:
            share = _share(taken[i, j], SCALE * gain)
            changes[i, j] = SCALE * gain * share
        gains[i] += gain * share
        losses[i] += 2 / len(sides) * share * sides[i][1] / spread**2 * expected * (1 - expected)
    meetings.add(game, players, taken, changes)
    return [
        Rating(mu + gain, math.sqrt(variance * max(1 - loss, LEAST)), rating.games + 1, game.ended_at)
        for (mu, variance), gain, loss, rating in zip(sides, gains, losses, before, strict=False)
    ]


def _store(connection: Connection, ratings: Ratings) -> None:
    connection.execute(RATINGS.delete())
    rows = [{"player_id": player, "rules": rules, **rating._asdict()} for (player, rules), rating in ratings.items()]
    for start in range(0, len(rows), PAGE):
        connection.execute(RATINGS.insert(), rows[start : start + PAGE])
    connection.execute(sa.text(POINTS))


def drop_before(changes: list[Any], time: datetime) -> None:
    """Remove the first changes if they are from before a time, which comes first in each.

    Most people have met once, and lists of one take less memory than deques.
    """
    while changes and changes[0][0] < time:
        del changes[0]


def _pairs(places: Sequence[int]) -> list[Pair]:
    """The pairs of sides that are compared, each in both orders: the first with the others, or two who drew."""
    is_draw = tuple(places) == (1, 1)
    everybody = range(len(places))
    return [(i, j) for i in everybody for j in everybody if i != j and (is_draw or {places[i], places[j]} == {1, 2})]


def _expected(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    spread = math.sqrt(one[1] + other[1] + 2 * BETA**2)
    return 1 / (1 + math.exp((other[0] - one[0]) / spread)), spread


def _share(taken: float, change: float) -> float:
    left = MOST_POINTS - taken if change > 0 else MOST_POINTS + taken
    return 1.0 if abs(change) <= left else max(left, 0.0) / abs(change)
