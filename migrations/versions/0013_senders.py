"""Which process may be sending a game's board."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column; the processes of an earlier version count as several."""
    comment = "process whose edits may be under way, '' if of several"
    op.add_column(
        "games", sa.Column("sender", sa.String(16), nullable=False, server_default=sa.text("''"), comment=comment)
    )


def downgrade() -> None:
    """Remove the column."""
    op.drop_column("games", "sender")
