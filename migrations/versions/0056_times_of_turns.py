"""The time for a turn, fixed when the game starts, and why a duel is not rated, decided then too.

Running duels, and games whose host gives the feedback, keep the time of the present turn. Where none runs, as in open
challenges, they get the time that the settings give them now. Running duels stay rated or unrated as they are.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from alembic import op

from bot.persistence.tables.base import UtcDateTime

revision = "0056"
down_revision = "0055"

DEFAULT = 48

RUNNING = """
    SELECT games.id, coalesce(games.moved_at, games.started_at) AS began_at, games.turn_ends_at,
        rooms.platform, rooms.workspace, coalesce(rooms.parent, rooms.channel) AS channel,
        CASE WHEN games.secret_keeper IS NULL AND (games.secret = '' OR duels.starter_secret IS NULL)
            THEN 1 ELSE 0 END AS is_challenge
    FROM games
    JOIN rooms ON rooms.id = games.room_id
    LEFT JOIN duels ON duels.game_id = games.id
    WHERE games.ended_at IS NULL AND (duels.opponent_id IS NOT NULL OR games.secret_keeper = 'head')
"""
"""The running games that can wait for one person."""

CHOSEN = "SELECT platform, workspace, channel, value FROM room_settings WHERE name = 'turn'"
CHANGE = sa.text("UPDATE games SET turn_hours = :hours WHERE id = :id")


def upgrade() -> None:
    """Add the columns, and fill them."""
    op.add_column(
        "games",
        sa.Column(
            "turn_hours",
            sa.Integer(),
            nullable=False,
            server_default=sa.text("48"),
            comment="for a turn of a duel, or of a host, fixed when it starts",
        ),
    )
    if changes := list(_changes()):
        op.get_bind().execute(CHANGE, changes)
    comment = "why it is not rated, if that was known when it started"
    op.add_column("duels", sa.Column("unrated", sa.String(16), comment=comment))
    op.execute("UPDATE duels SET unrated = 'met_often' WHERE met_often")
    op.drop_column("duels", "met_often")


def downgrade() -> None:
    """Go back to times that follow the settings. Duels that are not rated for any reason stay so."""
    comment = "and is not rated for that"
    op.add_column(
        "duels", sa.Column("met_often", sa.Boolean(), nullable=False, server_default=sa.false(), comment=comment)
    )
    op.execute("UPDATE duels SET met_often = (1 = 1) WHERE unrated IS NOT NULL")
    op.drop_column("duels", "unrated")
    op.drop_column("games", "turn_hours")


def _changes() -> Iterator[Mapping[str, Any]]:
    """The running games with another time for a turn than the default."""
    chosen = {tuple(row[:3]): row.value for row in op.get_bind().execute(sa.text(CHOSEN)) if row.value.isdecimal()}
    running = sa.text(RUNNING).columns(began_at=UtcDateTime(), turn_ends_at=UtcDateTime())
    for row in op.get_bind().execute(running).all():
        here, everywhere = (chosen.get((row.platform, row.workspace, each)) for each in (row.channel, ""))
        hours = int(here or everywhere or DEFAULT)
        if row.turn_ends_at is not None and not row.is_challenge:
            hours = max(1, round((row.turn_ends_at - row.began_at) / timedelta(hours=1)))
        if hours != DEFAULT:
            yield {"id": row.id, "hours": hours}
