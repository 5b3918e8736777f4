"""Summaries of the dailies of a room."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "summary_plans",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column(
            "check_at",
            sa.DateTime(timezone=True),
            comment="when to look whether a summary is due, null if none can be",
        ),
        sa.Column("first", sa.Date, comment="day of the last summary"),
        sa.Column("told", sa.Date, comment="last day of it"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_summary_plans_room_id"),
        sa.PrimaryKeyConstraint("room_id", name="pk_summary_plans"),
        comment="the summaries of rooms where a daily was played",
    )
    op.create_index("ix_summary_plans_check_at", "summary_plans", ["check_at"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("summary_plans")
