"""Votes to give up and who gave up, guesses that players were asked about, and ends of games that are yet to be told.

Who gave up an earlier game is not known. The ends of earlier games count as told.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_PENDING = sa.text("news_pending")


def upgrade() -> None:
    """Add the columns, the index of pending news, and the table of doubtful guesses."""
    op.add_column(
        "players",
        sa.Column(
            "warnings",
            sa.Boolean(),
            nullable=False,
            server_default=sa.true(),
            comment="before guesses that cannot be the secret",
        ),
    )
    op.add_column(
        "boards",
        sa.Column("given_up_by", sa.String(32), comment="id of a player; null if not given up, or not known"),
    )
    op.add_column(
        "boards",
        sa.Column(
            "giveup_votes",
            sa.Text(),
            nullable=False,
            server_default=sa.text("''"),
            comment="ids of the players who want to give up: a,b,...",
        ),
    )
    op.add_column(
        "versus",
        sa.Column("resigned_by", sa.String(32), comment="id of a player; null if not resigned, or not known"),
    )
    op.add_column(
        "messages",
        sa.Column(
            "news_pending",
            sa.Boolean(),
            nullable=False,
            server_default=sa.false(),
            comment="the end is yet to be told",
        ),
    )
    op.add_column(
        "messages",
        sa.Column("news_claimed_at", sa.DateTime(timezone=True), comment="when a process began to tell the end"),
    )
    op.create_index(
        "ix_messages_news_pending", "messages", ["game_id"], sqlite_where=_PENDING, postgresql_where=_PENDING
    )
    op.create_table(
        "doubtful_guesses",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("guess", sa.String(10), nullable=False, comment="about which the player was asked last"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_doubtful_guesses"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_doubtful_guesses_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_doubtful_guesses_player_id"),
    )


def downgrade() -> None:
    """Remove them."""
    op.drop_table("doubtful_guesses")
    op.drop_index("ix_messages_news_pending", "messages")
    op.drop_column("messages", "news_claimed_at")
    op.drop_column("messages", "news_pending")
    op.drop_column("versus", "resigned_by")
    op.drop_column("boards", "giveup_votes")
    op.drop_column("boards", "given_up_by")
    op.drop_column("players", "warnings")
