"""An index by which a person is found in every workspace."""

from alembic import op

revision = "0046"
down_revision = "0045"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_players_user_platform_workspace", "players", ["user", "platform", "workspace"])


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_players_user_platform_workspace", "players")
