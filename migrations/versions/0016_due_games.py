"""When to look at running games, because their time may have run out."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column. Games that run are looked at soon."""
    op.add_column(
        "games",
        sa.Column(
            "check_at",
            sa.DateTime(timezone=True),
            comment="when to look whether its time has run out, null once it has ended",
        ),
    )
    op.execute("UPDATE games SET check_at = coalesce(moved_at, started_at) WHERE ended_at IS NULL")
    is_set = sa.text("check_at IS NOT NULL")
    op.create_index("ix_games_check_at", "games", ["check_at"], sqlite_where=is_set, postgresql_where=is_set)


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_games_check_at", "games")
    op.drop_column("games", "check_at")
