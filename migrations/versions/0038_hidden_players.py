"""An index of hidden players, whom every leaderboard leaves out."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Create the index."""
    op.create_index(
        "ix_players_hidden", "players", ["id"], sqlite_where=sa.text("hidden = 1"), postgresql_where=sa.text("hidden")
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_index("ix_players_hidden", "players")
