"""The revision that later migrations start from.

New databases are created without migrations, by `bot.persistence.database`. Databases of older revisions are refused.
"""

revision = "0043"
down_revision = None

_NO_MIGRATION = "Create databases by `hitblow db upgrade`. There is no older revision."


def upgrade() -> None:
    """Refuse to leave a database without tables."""
    raise RuntimeError(_NO_MIGRATION)


def downgrade() -> None:
    """Refuse to go back."""
    raise RuntimeError(_NO_MIGRATION)
