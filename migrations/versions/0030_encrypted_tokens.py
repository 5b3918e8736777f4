"""Columns of Slack's tokens that are wide enough for encrypted ones.

The bot encrypts the tokens when it starts: migrations do not know the key.
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

_BOT = ("bot_token", "bot_refresh_token")
_COLUMNS = {
    "slack_bots": _BOT,
    "slack_installations": (*_BOT, "user_token", "user_refresh_token", "incoming_webhook_url"),
}


def upgrade() -> None:
    """Widen the columns."""
    _resize(200, 1000)


def downgrade() -> None:
    """Make the columns narrower; PostgreSQL refuses that while there are encrypted tokens."""
    _resize(1000, 200)


def _resize(before: int, after: int) -> None:
    for table, columns in _COLUMNS.items():
        with op.batch_alter_table(table) as batch:
            for column in columns:
                batch.alter_column(column, existing_type=sa.String(before), type_=sa.String(after))
