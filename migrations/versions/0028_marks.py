"""Skill and luck. Results that were stored before have none until `hitblow db review` computes them."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Create the columns and tables."""
    op.add_column(
        "results",
        sa.Column(
            "mark_at",
            sa.DateTime(timezone=True),
            comment="when to compute its marks, null if that is not to be done",
        ),
    )
    op.add_column("results", sa.Column("skill", sa.Integer(), comment="its marks, null if it has none"))
    op.add_column("results", sa.Column("luck", sa.Integer()))
    op.add_column(
        "results",
        sa.Column("is_exact", sa.Boolean(), nullable=False, server_default=sa.false(), comment="the skill"),
    )
    is_set = sa.text("mark_at IS NOT NULL")
    op.create_index("ix_results_mark_at", "results", ["mark_at"], sqlite_where=is_set, postgresql_where=is_set)
    _create_months()
    _create_standings()


def downgrade() -> None:
    """Remove them."""
    op.drop_table("mark_standings")
    op.drop_table("mark_months")
    op.drop_index("ix_results_mark_at", "results")
    for column in ("is_exact", "luck", "skill", "mark_at"):
        op.drop_column("results", column)


def _create_months() -> None:
    op.create_table(
        "mark_months",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("month", sa.Date(), nullable=False, comment="its first day"),
        sa.Column("games", sa.Integer(), nullable=False, comment="with a skill mark"),
        sa.Column("skill", sa.BigInteger(), nullable=False, comment="the sum of the marks"),
        sa.Column("exact", sa.Integer(), nullable=False, comment="games whose skill mark is exact"),
        sa.Column("lucky_games", sa.Integer(), nullable=False, comment="with a luck mark"),
        sa.Column("luck", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "rules", "month", name="pk_mark_months"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_mark_months_player_id"),
    )


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
        "ix_mark_standings_tenths",
        "mark_standings",
        ["leaderboard_id", sa.text("tenths DESC"), "player_id"],
    )
