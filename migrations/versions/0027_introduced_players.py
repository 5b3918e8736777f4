"""Players who were told what hits and blows are: all who have finished a game."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Add the column."""
    comment = "to what hits and blows are"
    op.add_column(
        "players",
        sa.Column("introduced", sa.Boolean(), nullable=False, server_default=sa.false(), comment=comment),
    )
    players, results = (
        sa.table("players", sa.column("id"), sa.column("introduced")),
        sa.table("results", sa.column("player_id")),
    )
    known = sa.exists().where(results.c.player_id == players.c.id)
    op.execute(players.update().where(known).values(introduced=sa.true()))


def downgrade() -> None:
    """Remove the column."""
    op.drop_column("players", "introduced")
