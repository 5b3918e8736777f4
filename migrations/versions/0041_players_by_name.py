"""The index of players by name begins with the name, so that nobody else is read where a player is found by their id.

Without statistics, PostgreSQL would read all players of a workspace with the index of before.
"""

from alembic import op

revision = "0041"
down_revision = "0040"


def upgrade() -> None:
    """Create the new index, and drop the old one."""
    op.create_index("ix_players_name_platform_workspace", "players", ["name", "platform", "workspace"])
    op.drop_index("ix_players_platform_workspace_name", "players")


def downgrade() -> None:
    """Create the old index, and drop the new one."""
    op.create_index("ix_players_platform_workspace_name", "players", ["platform", "workspace", "name"])
    op.drop_index("ix_players_name_platform_workspace", "players")
