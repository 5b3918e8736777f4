"""When conversations with the coach end by themselves."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"

IDLE_TIME = timedelta(days=7)


def upgrade() -> None:
    """Replace the time of the last change by the end; conversations so far have the usual time."""
    with op.batch_alter_table("conversations") as conversations:
        conversations.alter_column("updated_at", new_column_name="expires_at")
    _add(IDLE_TIME)
    op.create_index("ix_conversations_expires_at", "conversations", ["expires_at"])


def downgrade() -> None:
    """Put the time of the last change back."""
    op.drop_index("ix_conversations_expires_at", "conversations")
    _add(-IDLE_TIME)
    with op.batch_alter_table("conversations") as conversations:
        conversations.alter_column("expires_at", new_column_name="updated_at")


def _add(time: timedelta) -> None:
    """Change the end of every conversation."""
    expires_at = sa.column("expires_at", sa.DateTime(timezone=True))
    table = sa.table("conversations", sa.column("room_id", sa.String), sa.column("player_id", sa.String), expires_at)
    connection = op.get_bind()
    for room, player, at in connection.execute(sa.select(table)).all():
        change = sa.update(table).where(table.c.room_id == room, table.c.player_id == player)
        connection.execute(change.values(expires_at=at + time))
