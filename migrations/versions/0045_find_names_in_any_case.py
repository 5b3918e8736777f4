"""Find names in any case, and let players refuse challenges.

The databases' own lower case suffices for stored names: each is normalized when its player is next seen. Everybody can
be challenged, as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"

_NAME, _KEY = "ix_players_name_platform_workspace", "ix_players_name_key_platform_workspace"


def upgrade() -> None:
    """Add the searched names with their index, which replaces that of the shown ones, and the switch."""
    key = sa.Column(
        "name_key", sa.String(100), nullable=False, server_default=sa.text("''"), comment="the name in lower case"
    )
    duels = sa.Column(
        "duels", sa.Boolean, nullable=False, server_default=sa.true(), comment="whether others may challenge them"
    )
    op.add_column("players", key)
    op.add_column("players", duels)
    op.execute("UPDATE players SET name_key = lower(name)")
    op.drop_index(_NAME, "players")
    op.create_index(_KEY, "players", ["name_key", "platform", "workspace"])


def downgrade() -> None:
    """Search names as they are shown."""
    op.drop_index(_KEY, "players")
    op.create_index(_NAME, "players", ["name", "platform", "workspace"])
    op.drop_column("players", "duels")
    op.drop_column("players", "name_key")
