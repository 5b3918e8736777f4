"""Where the one message of each game is, and which language somebody has chosen.

Games that are there have no message yet, and nobody has chosen a language, so no rows are filled in.
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make a table and widen one."""
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
    """Forget both."""
    op.drop_column("players", "language")
    op.drop_table("posts")
