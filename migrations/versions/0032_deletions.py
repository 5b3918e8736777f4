"""Players who are being erased."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "deletions",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("successor_id", sa.String(32), nullable=False, comment="who takes their place in games"),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("player_id", name="pk_deletions"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_deletions_player_id"),
        sa.ForeignKeyConstraint(["successor_id"], ["players.id"], name="fk_deletions_successor_id"),
        comment="players who are being erased, in steps",
    )
    op.create_index("ix_deletions_begun_at", "deletions", ["begun_at"])


def downgrade() -> None:
    """Remove it."""
    op.drop_table("deletions")
