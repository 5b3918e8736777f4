"""Leaderboards by skill and by streak are gone, and so are the marks of single games. Sums by month keep their marks.

Removing the columns writes every result again, which takes some seconds for a million games.
"""

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"

_RANKED = sa.text("games + 0 >= 5")


def upgrade() -> None:
    """Remove the index, the table and the columns."""
    op.drop_index("ix_standings_best_streak", "standings")
    op.drop_table("mark_standings")
    for column in ("is_exact", "luck", "skill"):
        op.drop_column("results", column)


def downgrade() -> None:
    """Create them again, without marks."""
    op.add_column("results", sa.Column("skill", sa.Integer(), comment="its marks, null if it has none"))
    op.add_column("results", sa.Column("luck", sa.Integer()))
    op.add_column(
        "results",
        sa.Column("is_exact", sa.Boolean(), nullable=False, server_default=sa.false(), comment="the skill"),
    )
    _create_standings()
    columns: list[str | sa.TextClause] = [
        "leaderboard_id",
        sa.text("best_streak DESC"),
        sa.text("solved DESC"),
        "player_id",
    ]
    op.create_index("ix_standings_best_streak", "standings", columns, sqlite_where=_RANKED, postgresql_where=_RANKED)


def _create_standings() -> None:
    op.create_table(
        "mark_standings",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("leaderboard_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("skill", sa.BigInteger(), nullable=False),
        sa.Column("exact", sa.Integer(), nullable=False),
        sa.Column("lucky_games", sa.Integer(), nullable=False),
        sa.Column("luck", sa.BigInteger(), nullable=False),
        sa.Column(
            "tenths",
            sa.Integer(),
            comment="of the mean skill, null before the player has enough games to be ranked",
        ),
        sa.PrimaryKeyConstraint("player_id", "leaderboard_id", name="pk_mark_standings"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_mark_standings_player_id"),
        sa.ForeignKeyConstraint(["leaderboard_id"], ["leaderboards.id"], name="fk_mark_standings_leaderboard_id"),
    )
    op.create_index(
        "ix_mark_standings_tenths", "mark_standings", ["leaderboard_id", sa.text("tenths DESC"), "player_id"]
    )
