"""Ratings. Games that ended before are not rated."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Create the tables."""
    _create_rated_games()
    _create_rated_players()
    _create_ratings()
    _create_rating_standings()


def downgrade() -> None:
    """Remove them."""
    for table in ("rating_standings", "ratings", "rated_players", "rated_games"):
        op.drop_table(table)
    if _is_postgresql():
        op.execute("DROP SEQUENCE rated_games_sequence")


def _create_rated_games() -> None:
    op.create_table(
        "rated_games",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("level", sa.String(16), comment="of the bot as the opponent, else null"),
        sa.Column("level_place", sa.Integer(), comment="the bot's place"),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "sequence", sa.BigInteger(), nullable=False, server_default=sa.text("0"), comment="the order of rating"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_rated_games"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_rated_games_game_id"),
    )
    op.create_index("ix_rated_games_sequence", "rated_games", ["sequence"], unique=True)
    if _is_postgresql():
        op.execute("CREATE SEQUENCE rated_games_sequence")


def _create_rated_players() -> None:
    op.create_table(
        "rated_players",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("player_id", sa.String(32), comment="null once the player has been deleted"),
        sa.Column("place", sa.Integer(), nullable=False, comment="from 1; equal results share a place"),
        sa.Column("mu", sa.Float(), nullable=False, comment="before the game"),
        sa.Column("sigma", sa.Float(), nullable=False, comment="before the game"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_rated_players"),
        sa.ForeignKeyConstraint(["game_id"], ["rated_games.game_id"], name="fk_rated_players_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rated_players_player_id"),
    )
    op.create_index("ix_rated_players_player_id", "rated_players", ["player_id"])


def _create_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False, comment="at the end of the last game"),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("rated_at", sa.DateTime(timezone=True), nullable=False, comment="the end of the last game"),
        sa.PrimaryKeyConstraint("player_id", "rules", name="pk_ratings"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_ratings_player_id"),
    )


def _create_rating_standings() -> None:
    op.create_table(
        "rating_standings",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("leaderboard_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("points", sa.Integer(), comment="null before the player has enough games to be ranked"),
        sa.PrimaryKeyConstraint("player_id", "leaderboard_id", name="pk_rating_standings"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_rating_standings_player_id"),
        sa.ForeignKeyConstraint(["leaderboard_id"], ["leaderboards.id"], name="fk_rating_standings_leaderboard_id"),
    )
    op.create_index(
        "ix_rating_standings_points",
        "rating_standings",
        ["leaderboard_id", sa.text("points DESC"), "player_id"],
    )


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
