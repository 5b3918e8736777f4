"""The card of a room's daily, which is one message a day, and the week whose result is told."""

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0059"

POSTED = "the rooms in which the result of a game of the daily was posted"
ON_CARDS = "the rooms on whose cards a game of the daily is"
SUMMARIES = "the summaries of rooms where a daily was played"
CARDS = "the cards and weeks of rooms where a daily was played"


def upgrade() -> None:
    """Let rooms with a summary of every day have the card of every day."""
    posted_at = sa.DateTime(timezone=True)
    for column in (
        sa.Column("week", sa.Date, comment="Monday of the week whose result is told, null for none"),
        sa.Column("day", sa.Date, comment="of the card, null for no card"),
        sa.Column("posted_at", posted_at, comment="null while the card is to be posted"),
        sa.Column("posts", sa.Integer, nullable=False, server_default="0", comment="of the card of this day"),
        sa.Column("shown", sa.Integer, comment="fingerprint of what the card shows"),
        sa.Column("channel", sa.String(64)),
        sa.Column("message", sa.String(64), comment="the last card that was posted"),
        sa.Column("message_day", sa.Date, comment="its day"),
    ):
        op.add_column("summary_plans", column)
    op.drop_column("summary_plans", "first")
    op.execute("DELETE FROM news WHERE kind = 'summary'")  # that are not told yet, and of a kind that is gone
    op.execute("UPDATE room_settings SET value = 'today' WHERE name = 'summary' AND value = 'daily'")
    _comment("daily_shares", ON_CARDS, POSTED)
    _comment("summary_plans", CARDS, SUMMARIES)
    _comment_told("last day whose results were due", "last day of it")


def downgrade() -> None:
    """Forget the cards. Rooms keep the setting `today`, which posted today's code."""
    op.add_column("summary_plans", sa.Column("first", sa.Date, comment="day of the last summary"))
    op.execute("UPDATE summary_plans SET first = told")
    op.execute("DELETE FROM news WHERE kind IN ('card', 'closing', 'week')")
    for column in ("week", "day", "posted_at", "posts", "shown", "channel", "message", "message_day"):
        op.drop_column("summary_plans", column)
    _comment("daily_shares", POSTED, ON_CARDS)
    _comment("summary_plans", SUMMARIES, CARDS)
    _comment_told("last day of it", "last day whose results were due")


def _comment(table: str, text: str, before: str) -> None:
    """Change the comment of a table, where the database has comments."""
    if op.get_bind().dialect.supports_comments:
        op.create_table_comment(table, text, existing_comment=before)


def _comment_told(text: str, before: str) -> None:
    if op.get_bind().dialect.supports_comments:
        op.alter_column("summary_plans", "told", comment=text, existing_comment=before)
