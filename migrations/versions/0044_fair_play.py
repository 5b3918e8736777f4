"""Kinds of results, whether they are ranked, and places in races; sums that follow from them.

Stored results are classified by how their games started. The results are read for some players after others, so the
memory needed does not grow with their number.
"""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"

PART = "so that not all players wait for one row"
PLACES = "counted for races only"


def upgrade() -> None:
    """Classify results, and compute their sums again."""
    op.add_column("results", sa.Column("kind", sa.String(16), nullable=False, server_default=sa.text("''")))
    op.add_column(
        "results",
        sa.Column(
            "ranked", sa.Boolean(), nullable=False, server_default=sa.false(), comment="decided when the game started"
        ),
    )
    op.add_column(
        "results", sa.Column("place", sa.Integer(), comment="in a race, null in other games and without others")
    )
    op.drop_column("results", "solo")
    op.drop_table("leaderboard_totals")
    op.create_table(
        "leaderboard_totals",
        sa.Column("leaderboard_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "part",
            sa.Integer(),
            autoincrement=False,
            nullable=False,
            comment="so that not all players wait for one row",
        ),
        sa.Column("players", sa.BigInteger(), nullable=False, comment="with ranked games, deleted ones included"),
        sa.Column("averages", sa.BigInteger(), nullable=False, comment="the sum over them, in millionths of a guess"),
        sa.PrimaryKeyConstraint("leaderboard_id", "part", name="pk_leaderboard_totals"),
        sa.ForeignKeyConstraint(["leaderboard_id"], ["leaderboards.id"], name="fk_leaderboard_totals_leaderboard_id"),
    )
    op.add_column(
        "unranked_games",
        sa.Column(
            "places", sa.BigInteger(), nullable=False, server_default=sa.text("0"), comment="counted for races only"
        ),
    )


def downgrade() -> None:
    """Undo."""
