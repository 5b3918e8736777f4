"""The time limit of a turn, fixed when the turn begins.

Running turns get the limit that the settings give them now.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.persistence.tables.base import UtcDateTime

revision = "0047"
down_revision = "0046"

HOURS = {"turn": 48, "challenge": 24}
"""The default limits."""

WAITING = """
    SELECT games.id, games.moved_at, games.started_at, rooms.platform, rooms.workspace,
        coalesce(rooms.parent, rooms.channel) AS channel,
        CASE WHEN games.secret_keeper IS NULL AND (games.secret = '' OR duels.starter_secret IS NULL)
            THEN 'challenge' ELSE 'turn' END AS setting,
        CASE WHEN games.secret_keeper IS NULL THEN 0
            ELSE 1 + (SELECT count(*) FROM turns WHERE turns.game_id = games.id) END AS timed_turn
    FROM games
    JOIN rooms ON rooms.id = games.room_id
    LEFT JOIN duels ON duels.game_id = games.id
    LEFT JOIN boards ON boards.game_id = games.id AND boards.number = 0 AND boards.pending != ''
    WHERE games.ended_at IS NULL AND (duels.opponent_id IS NOT NULL OR boards.game_id IS NOT NULL)
"""
"""The running games that wait for one person."""

CHANGE = sa.text("UPDATE games SET turn_ends_at = :turn_ends_at, timed_turn = :timed_turn WHERE id = :id").bindparams(
    sa.bindparam("turn_ends_at", type_=UtcDateTime())
)


def upgrade() -> None:
    """Add the columns, and fill them for running turns."""
    op.add_column(
        "games",
        sa.Column(
            "turn_ends_at", UtcDateTime(), comment="the time of the person for whom it waits, fixed when a turn begins"
        ),
    )
    op.add_column(
        "games",
        sa.Column(
            "timed_turn",
            sa.Integer(),
            nullable=False,
            server_default=sa.text("0"),
            comment="last guess for which a host got time",
        ),
    )
    if changes := list(_changes()):
        op.get_bind().execute(CHANGE, changes)


def downgrade() -> None:
    """Remove the columns."""
    op.drop_column("games", "timed_turn")
    op.drop_column("games", "turn_ends_at")


def _changes() -> Iterator[Mapping[str, Any]]:
    hours = _hours()
    waiting = sa.text(WAITING).columns(moved_at=UtcDateTime(), started_at=UtcDateTime())
    for row in op.get_bind().execute(waiting):
        here, everywhere = (hours.get((row.platform, row.workspace, each, row.setting)) for each in (row.channel, ""))
        limit = timedelta(hours=here or everywhere or HOURS[row.setting])
        began = row.moved_at or row.started_at
        yield {"id": row.id, "turn_ends_at": began + limit, "timed_turn": row.timed_turn}


def _hours() -> Mapping[tuple[str, ...], int]:
    """The chosen limits in hours, by platform, workspace, channel and name."""
    rows = op.get_bind().execute(
        sa.text(
            "SELECT platform, workspace, channel, name, value FROM room_settings WHERE name IN ('turn', 'challenge')"
        )
    )
    return {tuple(row[:4]): int(row.value) for row in rows if row.value.isdecimal()}
