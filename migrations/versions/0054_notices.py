"""The message that tells whose turn it is, which is deleted when that player has moved."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    """Notices that were posted before are not known, and stay."""
    comment = "the message that tells whose turn it is, empty while it is replaced"
    op.add_column("messages", sa.Column("notice", sa.String(64), comment=comment))


def downgrade() -> None:
    """Forget the notices, which then stay."""
    op.drop_column("messages", "notice")
