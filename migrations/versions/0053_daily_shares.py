"""The rooms in which results of the daily were posted. A result can be posted in every room."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"

BEGUN = "on which anybody solved a daily in time that was begun in a room"
BEGUN_OR_SHARED = "on which anybody solved a daily in time that was begun or shared in a room"

MOVE = """
    INSERT INTO daily_shares (player_id, day, rules, room_id, shared_at)
    SELECT player_id, day, rules, room_id, shared_at FROM {} WHERE shared_at IS NOT NULL
"""
MOVE_BACK = """
    UPDATE daily_games SET shared_at = (
        SELECT s.shared_at FROM daily_shares s
        WHERE s.player_id = daily_games.player_id AND s.day = daily_games.day AND s.rules = daily_games.rules
        AND s.room_id = daily_games.room_id
    )
"""


def upgrade() -> None:
    """Move the times of posting from the games to a row for each room."""
    op.create_table(
        "daily_shares",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("shared_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_daily_shares_player_id")),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_daily_shares_room_id")),
        sa.PrimaryKeyConstraint("player_id", "day", "rules", "room_id", name=op.f("pk_daily_shares")),
        comment="the rooms in which the result of a game of the daily was posted",
    )
    op.create_index("ix_daily_shares_room_id_day", "daily_shares", ["room_id", "day"])
    for table in ("daily_games", "uncounted_daily_games"):
        op.execute(MOVE.format(table))
    op.drop_column("daily_games", "shared_at")
    _comment(BEGUN_OR_SHARED, BEGUN)


def downgrade() -> None:
    """Keep the time of posting in the room where the game was begun, and forget the others."""
    op.add_column(
        "daily_games",
        sa.Column("shared_at", sa.DateTime(timezone=True), comment="when the result was posted"),
    )
    op.execute(MOVE_BACK)
    op.drop_table("daily_shares")
    _comment(BEGUN, BEGUN_OR_SHARED)


def _comment(text: str, before: str) -> None:
    """Change the comment of the table of streaks, where the database has comments."""
    if op.get_bind().dialect.supports_comments:
        op.create_table_comment("room_streak_days", text, existing_comment=before)
