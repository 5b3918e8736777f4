"""Keyed hashes of who has played or shared which daily."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = "0047"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "daily_hashes",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False, comment="HMAC-SHA256 under the key of the day"),
        sa.PrimaryKeyConstraint("day", "hash", name=op.f("pk_daily_hashes")),
        comment="who has played or shared which daily, until the day closes; kept when people delete their data",
    )


def downgrade() -> None:
    """Remove the table."""
    op.drop_table("daily_hashes")
