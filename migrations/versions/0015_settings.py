"""Settings of workspaces and channels, and what players choose for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the tables and columns; everybody may be mentioned and is shown until they choose otherwise."""
    op.create_table(
        "room_settings",
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("channel", sa.String(64), nullable=False, comment="empty for the whole workspace"),
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("changed_by", sa.String(32), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["changed_by"], ["players.id"], name="fk_room_settings_changed_by"),
        sa.PrimaryKeyConstraint("platform", "workspace", "channel", "name", name="pk_room_settings"),
    )
    op.create_index("ix_room_settings_platform_name", "room_settings", ["platform", "name"])
    op.create_table(
        "departed_workspaces",
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("left_at", sa.DateTime(timezone=True), nullable=False, comment="when the bot was removed"),
        sa.PrimaryKeyConstraint("platform", "workspace", name="pk_departed_workspaces"),
    )
    op.create_index("ix_departed_workspaces_left_at", "departed_workspaces", ["left_at"])
    for name, default, comment in (
        ("mentions", sa.true(), "whether they may be mentioned"),
        ("hidden", sa.false(), "from leaderboards and summaries"),
    ):
        column: sa.Column[bool] = sa.Column(name, sa.Boolean(), nullable=False, server_default=default, comment=comment)
        op.add_column("players", column)


def downgrade() -> None:
    """Remove them, with the settings."""
    op.drop_column("players", "hidden")
    op.drop_column("players", "mentions")
    op.drop_table("departed_workspaces")
    op.drop_table("room_settings")
