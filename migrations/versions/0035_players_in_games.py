"""Indexes by player, so that erasing a player does not go through all games.

On a large database, creating them takes some seconds.
"""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"

_REQUIRED = (("games", "starter_id"), ("conversations", "player_id"), ("doubtful_guesses", "player_id"))
_OPTIONAL = (
    ("boards", "guesser_id"),
    ("turns", "player_id"),
    ("duels", "opponent_id"),
    ("duels", "beginner_id"),
    ("duels", "draw_offered_by"),
    ("duels", "ended_by"),
)


def upgrade() -> None:
    """Create the indexes."""
    for table, column in _REQUIRED:
        op.create_index(f"ix_{table}_{column}", table, [column])
    for table, column in _OPTIONAL:
        is_set = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_{table}_{column}", table, [column], sqlite_where=is_set, postgresql_where=is_set)


def downgrade() -> None:
    """Remove the indexes."""
    for table, column in (*_OPTIONAL, *_REQUIRED):
        op.drop_index(f"ix_{table}_{column}", table)
