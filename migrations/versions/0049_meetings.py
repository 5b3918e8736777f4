"""Meetings of people in rated games, and ratings that follow from them.

Races that nobody has solved are not rated, two people change each other's rating by a few points a year only, and who
has fewer than twenty rated games has no rank. All ratings are computed again, game by game in their order, as the
program does it in this revision. Only the latest ratings and the last year's meetings are kept in memory.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeAlias

import sqlalchemy as sa
from alembic import op
from sqlalchemy.engine import Connection, Row

from migrations.ratings import YEAR, Pair, drop_before, rate_again

revision = "0049"
down_revision = "0048"

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
Change: TypeAlias = tuple[datetime, float]
"""When a rating changed, and by how many points."""

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
    rate_again(op.get_bind(), _Meetings(op.get_bind()))


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


class _Meetings:
    """By how many points people have changed each other's ratings; stores it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._changes: dict[tuple[str, str], list[Change]] = defaultdict(list)
        self._rows: list[dict[str, Any]] = []

    def load(self, after: int, last: int) -> None:
        """Nothing is stored."""

    def taken(self, game: Row[Any], players: Sequence[Row[Any]], pair: Pair, number: int) -> float:  # noqa: ARG002  # of all that store meetings
        """By how many points the second of two players has changed the rating of the first within a year."""
        one, other = (players[number].player_id for number in pair)
        if one is None or other is None:
            return 0.0
        changes = self._changes[one, other]
        drop_before(changes, game.ended_at - YEAR)
        return sum(change for _, change in changes)

    def add(
        self, game: Row[Any], players: Sequence[Row[Any]], taken: Mapping[Pair, float], changes: Mapping[Pair, float]
    ) -> None:
        """Add those of a game."""
        for number, ((i, j), change) in enumerate(changes.items()):
            one, other = players[i].player_id, players[j].player_id
            if one is not None:
                self._changes[one, other or ""].append((game.ended_at, change))
                row = {"game_id": game.game_id, "number": number, "player_id": one, "other_id": other}
                self._rows.append(row | {"at": game.ended_at, "taken": taken[i, j], "change": change})

    def store(self) -> None:
        """Store the meetings of some games."""
        if self._rows:
            self._connection.execute(MEETINGS.insert(), self._rows)
        self._rows.clear()
