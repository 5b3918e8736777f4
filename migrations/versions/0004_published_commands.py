"""The digest of the commands that each application has published, so that it publishes them only when they change.

The digests of commands published before are unknown, so the next start publishes them again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create a table."""
    op.create_table(
        "published",
        sa.Column("application", sa.String(64), nullable=False),
        sa.Column(
            "digest", sa.String(64), nullable=False, comment="SHA-256 of the commands as they were published last"
        ),
        sa.PrimaryKeyConstraint("application", name="pk_published"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("published")
