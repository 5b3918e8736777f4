"""The channel of the notice whose turn it is, which may be a thread, and whether it has notified anybody."""

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"


def upgrade() -> None:
    """Notices that were posted before are in the channel of the board."""
    comment = "of the notice, null for that of the message"
    op.add_column("messages", sa.Column("notice_channel", sa.String(64), comment=comment))
    silent = sa.Column(
        "notice_silent", sa.Boolean, nullable=False, server_default=sa.false(), comment="it has notified nobody"
    )
    op.add_column("messages", silent)


def downgrade() -> None:
    """Forget the notices in threads, which then stay."""
    op.execute("UPDATE messages SET notice = NULL WHERE notice_channel <> channel")
    op.drop_column("messages", "notice_silent")
    op.drop_column("messages", "notice_channel")
