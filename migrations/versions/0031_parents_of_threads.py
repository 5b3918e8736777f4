"""The channels that rooms are threads of; those of rooms that are stored follow when they are used next."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Create the column."""
    op.add_column(
        "rooms",
        sa.Column("parent", sa.String(64), comment="the channel that it is a thread of, null if it is none"),
    )


def downgrade() -> None:
    """Remove it."""
    op.drop_column("rooms", "parent")
