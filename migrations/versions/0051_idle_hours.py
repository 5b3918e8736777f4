"""The time without moves after which a game expires, fixed when the game starts.

Running games get the time that the settings give them now.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"

RUNNING = """
    SELECT games.id, rooms.platform, rooms.workspace, coalesce(rooms.parent, rooms.channel) AS channel
    FROM games JOIN rooms ON rooms.id = games.room_id WHERE games.ended_at IS NULL
"""
CHOSEN = "SELECT platform, workspace, channel, value FROM room_settings WHERE name = 'idle'"
CHANGE = sa.text("UPDATE games SET idle_hours = :hours WHERE id = :id")


def upgrade() -> None:
    """Add the column, and fill it for running games."""
    op.add_column(
        "games",
        sa.Column(
            "idle_hours",
            sa.Integer(),
            nullable=False,
            server_default=sa.text("168"),
            comment="after the last move until it expires, fixed when it starts",
        ),
    )
    if changes := list(_changes()):
        op.get_bind().execute(CHANGE, changes)


def downgrade() -> None:
    """Remove the column."""
    op.drop_column("games", "idle_hours")


def _changes() -> Iterator[Mapping[str, Any]]:
    """The running games whose time the settings of their channel or server say."""
    chosen = {tuple(row[:3]): row.value for row in op.get_bind().execute(sa.text(CHOSEN)) if row.value.isdecimal()}
    for row in op.get_bind().execute(sa.text(RUNNING)).all() if chosen else ():
        here, everywhere = (chosen.get((row.platform, row.workspace, each)) for each in (row.channel, ""))
        if hours := here or everywhere:
            yield {"id": row.id, "hours": int(hours)}
