"""News that are yet to be told, and whether players have been reminded of their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the table and the column, and move the ends of games that are yet to be told."""
    op.create_table(
        "news",
        sa.Column("subject", sa.String(64), nullable=False, comment="of which only the newest is pending"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False, comment="of the game when it was stored"),
        sa.Column("room_id", sa.String(32), nullable=False, comment="where it is told"),
        sa.Column("game_id", sa.String(16), comment="null if it is about no game"),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_at", sa.DateTime(timezone=True), comment="when a process began to tell it"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_news_room_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_news_game_id"),
        sa.PrimaryKeyConstraint("subject", name="pk_news"),
    )
    op.create_index("ix_news_stored_at", "news", ["stored_at"])
    op.execute(
        "INSERT INTO news (subject, kind, revision, room_id, game_id, stored_at)"
        " SELECT games.id, 'end', games.revision, games.room_id, games.id, games.ended_at"
        " FROM messages JOIN games ON games.id = messages.game_id"
        " WHERE messages.news_pending AND games.ended_at IS NOT NULL"
    )
    op.drop_index("ix_messages_news_pending", "messages")
    op.drop_column("messages", "news_claimed_at")
    op.drop_column("messages", "news_pending")
    op.add_column(
        "games",
        sa.Column(
            "reminded",
            sa.Boolean(),
            nullable=False,
            server_default=sa.false(),
            comment="the player whose turn it is",
        ),
    )


def downgrade() -> None:
    """Remove them, and move the ends back."""
    op.drop_column("games", "reminded")
    pending: sa.Column[bool] = sa.Column(
        "news_pending", sa.Boolean(), nullable=False, server_default=sa.false(), comment="the end is yet to be told"
    )
    op.add_column("messages", pending)
    op.add_column(
        "messages",
        sa.Column("news_claimed_at", sa.DateTime(timezone=True), comment="when a process began to tell the end"),
    )
    is_pending = sa.text("news_pending")
    op.create_index(
        "ix_messages_news_pending", "messages", ["game_id"], sqlite_where=is_pending, postgresql_where=is_pending
    )
    op.execute("UPDATE messages SET news_pending = TRUE WHERE game_id IN (SELECT game_id FROM news WHERE kind = 'end')")
    op.drop_table("news")
