"""Which commands each application has published, as a digest, so that they are published again only when they change.

Nothing is known of what is published already, so no rows are filled in: the next start publishes once more.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make a table."""
    op.create_table(
        "published",
        sa.Column("application", sa.String(64), nullable=False),
        sa.Column(
            "digest", sa.String(64), nullable=False, comment="SHA-256 of the commands as they were published last"
        ),
        sa.PrimaryKeyConstraint("application", name="pk_published"),
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_table("published")
