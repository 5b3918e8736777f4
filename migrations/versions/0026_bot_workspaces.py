"""The workspaces that have the bot, and when others removed it."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Replace the empty table of workspaces that have removed the bot."""
    op.drop_table("departed_workspaces")
    _create("bot_workspaces", "when it was noticed that the bot had been removed, else null", nullable=True)


def downgrade() -> None:
    """Replace the table by an empty one."""
    op.drop_table("bot_workspaces")
    _create("departed_workspaces", "when the bot was removed", nullable=False)


def _create(table: str, comment: str, *, nullable: bool) -> None:
    op.create_table(
        table,
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=nullable, comment=comment),
        sa.PrimaryKeyConstraint("platform", "workspace", name=f"pk_{table}"),
    )
    op.create_index(f"ix_{table}_left_at", table, ["left_at"])
