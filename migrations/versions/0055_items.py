"""The items of duels, and their uses."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    """Duels that exist are played without items."""
    comment = "of both sides, as `format_items` writes them, null without items"
    op.add_column("duels", sa.Column("items", sa.String(64), comment=comment))
    comment = "of items; see `game_mapping`"
    op.add_column("duels", sa.Column("uses", sa.Text, nullable=False, server_default=sa.text("''"), comment=comment))


def downgrade() -> None:
    """Running duels with items go on without them, with the numbers from before their uses."""
    op.drop_column("duels", "uses")
    op.drop_column("duels", "items")
