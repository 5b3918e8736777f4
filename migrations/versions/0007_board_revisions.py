"""Revisions of games, the revision that each message shows, and claims to post messages.

Boards of existing games count as up to date.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

OUTDATED = sa.text("shown_revision < revision")


def upgrade() -> None:
    """Add the columns, and the index of outdated boards."""
    op.add_column(
        "games",
        sa.Column("revision", sa.Integer(), nullable=False, server_default=sa.text("0"), comment="counts the moves"),
    )
    op.add_column(
        "games",
        sa.Column(
            "shown_revision",
            sa.Integer(),
            nullable=False,
            server_default=sa.text("-1"),
            comment="that its message shows",
        ),
    )
    games = sa.table("games", sa.column("revision", sa.Integer), sa.column("shown_revision", sa.Integer))
    op.execute(sa.update(games).values(shown_revision=games.c.revision))
    op.create_index("ix_games_outdated", "games", ["id"], sqlite_where=OUTDATED, postgresql_where=OUTDATED)
    with op.batch_alter_table("messages") as batch:
        batch.alter_column(
            "channel",
            existing_type=sa.String(64),
            nullable=True,
            comment="null while the message is being posted",
        )
        batch.alter_column("message", existing_type=sa.String(64), nullable=True)
        batch.add_column(sa.Column("language", sa.String(8), comment="of the message"))
        batch.add_column(
            sa.Column("claimed_at", sa.DateTime(timezone=True), comment="when a process began to post the message")
        )


def downgrade() -> None:
    """Remove them; a message that was being posted is forgotten."""
    op.execute(sa.text("DELETE FROM messages WHERE message IS NULL"))
    with op.batch_alter_table("messages") as batch:
        batch.drop_column("claimed_at")
        batch.drop_column("language")
        batch.alter_column("message", existing_type=sa.String(64), nullable=False)
        batch.alter_column(
            "channel",
            existing_type=sa.String(64),
            nullable=False,
            comment=None,
            existing_comment="null while the message is being posted",
        )
    op.drop_index("ix_games_outdated", "games")
    # In place, not in a batch: SQLite would otherwise create the table again, to which other tables refer.
    op.drop_column("games", "shown_revision")
    op.drop_column("games", "revision")
