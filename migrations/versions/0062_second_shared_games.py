"""The slot of the second shared game of a room."""

from alembic import op

revision = "0062"
down_revision = "0061"

ONE = "of one running game: '' if shared, else a player's id"
TWO = "of one running game: '' or + if shared, else a player's id"


def upgrade() -> None:
    """Say what the slots mean."""
    _comment(TWO, ONE)


def downgrade() -> None:
    """Leave second shared games, which their buttons still find, and which end when their time is up."""
    _comment(ONE, TWO)


def _comment(text: str, before: str) -> None:
    """Change the comment of the column, where the database has comments."""
    if op.get_bind().dialect.supports_comments:
        op.alter_column("games", "slot", comment=text, existing_comment=before)
