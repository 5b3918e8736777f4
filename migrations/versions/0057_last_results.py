"""An index for the last results of a player in all rooms."""

from alembic import op

revision = "0057"
down_revision = "0056"


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_results_player_id_sequence", "results", ["player_id", "sequence"])


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_results_player_id_sequence", "results")
