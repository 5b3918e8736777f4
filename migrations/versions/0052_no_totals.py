"""Small records are pulled to a figure that depends on the rules alone, so leaderboards need no totals of players."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"

FILL = """
    INSERT INTO leaderboard_totals (leaderboard_id, part, players, averages)
    SELECT leaderboard_id, 0, count(*),
        sum(CASE WHEN cost * 1000000 / games > 13000000 THEN 13000000 ELSE cost * 1000000 / games END)
    FROM standings GROUP BY leaderboard_id
"""


def upgrade() -> None:
    """Remove the table."""
    op.drop_table("leaderboard_totals")


def downgrade() -> None:
    """Create the table, and count the players who are there."""
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
    op.execute(FILL)
