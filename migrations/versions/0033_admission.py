"""The operator's lists of servers and people, and switches."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """Create the tables, which are empty at first."""
    op.create_table(
        "admission_entries",
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(16), nullable=False, comment="server or person"),
        sa.Column("id", sa.String(64), nullable=False, comment="the platform's own"),
        sa.Column("decision", sa.String(16), nullable=False, comment="allow or block"),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("platform", "subject", "id", name="pk_admission_entries"),
    )
    op.create_table(
        "admission_switches",
        sa.Column("name", sa.String(32), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_admission_switches"),
    )


def downgrade() -> None:
    """Remove the tables."""
    for table in ("admission_switches", "admission_entries"):
        op.drop_table(table)
