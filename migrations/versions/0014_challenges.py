"""Challenges to duels, and the time of the last move."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

BEFORE = "null if the starter keeps it in their head"
AFTER = "null if the starter has not hidden it, or keeps it in their head"


def upgrade() -> None:
    """Add the columns. The last moves of earlier games are not known."""
    op.add_column(
        "games", sa.Column("moved_at", sa.DateTime(timezone=True), comment="the last move, null before the first")
    )
    with op.batch_alter_table("duels") as duels:
        duels.add_column(
            sa.Column("beginner_id", sa.String(32), comment="of a challenge: who will begin, null if that is drawn")
        )
        duels.create_foreign_key("fk_duels_beginner_id", "players", ["beginner_id"], ["id"])
        duels.alter_column("starter_secret", existing_type=sa.String(10), comment=AFTER)


def downgrade() -> None:
    """Remove them."""
    with op.batch_alter_table("duels") as duels:
        duels.alter_column("starter_secret", existing_type=sa.String(10), comment=BEFORE)
        duels.drop_constraint("fk_duels_beginner_id", type_="foreignkey")
        duels.drop_column("beginner_id")
    op.drop_column("games", "moved_at")
