"""Indexes of the boards that name players in texts, so that erasing a player does not go through all boards.

On a large database, creating them takes some seconds.
"""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"

_INDEXES = {
    "ix_boards_given_up_by": ("given_up_by", "given_up_by IS NOT NULL"),
    "ix_boards_with_players_in_texts": ("game_id", "hinted != '' OR giveup_votes != '' OR pending != ''"),
}


def upgrade() -> None:
    """Create the indexes."""
    for name, (column, condition) in _INDEXES.items():
        where = sa.text(condition)
        op.create_index(name, "boards", [column], sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Remove the indexes."""
    for name in _INDEXES:
        op.drop_index(name, "boards")
