"""The message of each game, and the language that a player has chosen.

Existing games have no message, and no player has chosen a language.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create a table, and add a column to another."""
    op.create_table(
        "posts",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("channel", sa.String(64), nullable=False),
        sa.Column("message", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_posts"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_posts_game_id"),
    )
    op.create_index("ix_posts_channel_message", "posts", ["channel", "message"])
    op.add_column("players", sa.Column("language", sa.String(8), comment="null for the platform's"))


def downgrade() -> None:
    """Delete both."""
    op.drop_column("players", "language")
    op.drop_table("posts")
