"""Leases, limits and versions of profiles, which several processes share."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    """Create the tables, which are empty at first."""
    op.create_table(
        "leases",
        sa.Column("name", sa.String(128), nullable=False, comment="of what one process does at a time"),
        sa.Column("holder", sa.String(128), nullable=False, comment="the process"),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_leases"),
    )
    op.create_index("ix_leases_expires_at", "leases", ["expires_at"])
    used = "requests until then, if they are counted"
    op.create_table(
        "shared_limits",
        sa.Column("name", sa.String(128), nullable=False, comment="of a limit of a platform"),
        sa.Column("free_at", sa.DateTime(timezone=True), nullable=False, comment="when it allows the next request"),
        sa.Column("used", sa.Integer(), nullable=False, server_default=sa.text("0"), comment=used),
        sa.PrimaryKeyConstraint("name", name="pk_shared_limits"),
    )
    op.create_index("ix_shared_limits_free_at", "shared_limits", ["free_at"])
    op.create_table(
        "profile_versions",
        sa.Column("subject", sa.String(64), nullable=False, comment="SHA-256 of platform, workspace and user"),
        sa.Column("version", sa.String(64), nullable=False, comment="SHA-256 of the profile"),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("subject", name="pk_profile_versions"),
    )
    op.create_index("ix_profile_versions_changed_at", "profile_versions", ["changed_at"])


def downgrade() -> None:
    """Remove the tables."""
    for table in ("profile_versions", "shared_limits", "leases"):
        op.drop_table(table)
