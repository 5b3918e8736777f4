"""Streaks of the daily: the days that count, and void days."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Create the tables. No release had dailies before."""
    op.create_table(
        "streak_days",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_streak_days_player_id"),
        sa.PrimaryKeyConstraint("player_id", "day", name="pk_streak_days"),
        comment="on which a player solved a daily in time",
    )
    op.create_table(
        "room_streak_days",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_room_streak_days_room_id"),
        sa.PrimaryKeyConstraint("room_id", "day", name="pk_room_streak_days"),
        comment="on which anybody solved a daily in time that was begun in a room",
    )
    op.create_table(
        "void_days",
        sa.Column("day", sa.Date, nullable=False),
        sa.PrimaryKeyConstraint("day", name="pk_void_days"),
        comment="on which the bot was down for long, so that nobody's streak ends for missing them",
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("void_days")
    op.drop_table("room_streak_days")
    op.drop_table("streak_days")
