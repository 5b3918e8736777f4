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
    columns = (sa.column("room_id"), sa.column("player_id"), sa.column("expires_at", sa.DateTime(timezone=True)))
    table = sa.table("conversations", *columns)
    connection = op.get_bind()
    for room, player, at in connection.execute(sa.select(*columns)).all():
        change = sa.update(table).where(columns[0] == room, columns[1] == player)
        connection.execute(change.values(expires_at=at + time))
