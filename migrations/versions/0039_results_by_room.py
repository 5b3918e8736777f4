"""An index of results by room, so that removing a room does not go through all results, and one index less.

On a large database, creating it takes some seconds.
"""

from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Create the index of results, and drop one of settings that no statement needs."""
    op.create_index("ix_results_room_id", "results", ["room_id"])
    op.drop_index("ix_room_settings_platform_name", "room_settings")


def downgrade() -> None:
    """Drop the index of results, and create that of settings."""
    op.create_index("ix_room_settings_platform_name", "room_settings", ["platform", "name"])
    op.drop_index("ix_results_room_id", "results")
