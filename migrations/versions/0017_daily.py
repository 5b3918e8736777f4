"""The daily: chains of keys, and everybody's games."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "daily_chains",
        sa.Column("first_day", sa.Date, nullable=False),
        sa.Column("last_day", sa.Date, nullable=False),
        sa.Column("anchor", sa.String(64), nullable=False, comment="link 0, which is public"),
        sa.PrimaryKeyConstraint("first_day", name="pk_daily_chains"),
    )
    op.create_table(
        "daily_links",
        sa.Column("first_day", sa.Date, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("link", sa.String(64), nullable=False, comment="secret until the end of its day"),
        sa.ForeignKeyConstraint(["first_day"], ["daily_chains.first_day"], name="fk_daily_links_first_day"),
        sa.PrimaryKeyConstraint("first_day", "number", name="pk_daily_links"),
        comment="some of the links of each chain, the last among them; the others are computed",
    )
    op.create_table(
        "daily_games",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("day", sa.Date, nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("room_id", sa.String(32), nullable=False, comment="where it was begun"),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("turns", sa.Text, nullable=False, comment="guess and feedback of each turn: 0123:0:2,..."),
        sa.Column("given_up", sa.Boolean, nullable=False),
        sa.Column("outcome", sa.String(16), comment="null while it runs"),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("shared_at", sa.DateTime(timezone=True), comment="when the result was posted"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_daily_games_player_id"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_daily_games_room_id"),
        sa.PrimaryKeyConstraint("player_id", "day", "rules", name="pk_daily_games"),
    )
    op.create_index("ix_daily_games_room_id_day", "daily_games", ["room_id", "day"])


def downgrade() -> None:
    """Remove them."""
    op.drop_table("daily_games")
    op.drop_table("daily_links")
    op.drop_table("daily_chains")
