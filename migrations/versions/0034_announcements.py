"""Announcements of the operator."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Create the table, which is empty at first."""
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("english", sa.Text(), nullable=False),
        sa.Column("japanese", sa.Text()),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )


def downgrade() -> None:
    """Remove the table and the news about announcements."""
    op.execute("DELETE FROM news WHERE kind = 'operator'")
    op.drop_table("announcements")
