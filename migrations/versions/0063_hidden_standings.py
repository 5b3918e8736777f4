"""Whether players are hidden, stored with their standings and in the indexes of leaderboards."""

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"

TABLES = ("standings", "rating_standings")
INDEXES = {
    "ix_standings_ranked_average": "standings (leaderboard_id, {hidden}ranked_average, player_id)",
    "ix_standings_solved": "standings (leaderboard_id, {hidden}solved DESC, cost, player_id) WHERE games + 0 >= 5",
    "ix_rating_standings_points": "rating_standings (leaderboard_id, {hidden}points DESC, player_id)",
}


def upgrade() -> None:
    """Add the columns, fill them and index them; drop two indexes that no query uses."""
    for table in TABLES:
        hidden = sa.Column(
            "hidden", sa.Boolean, nullable=False, server_default=sa.false(), comment="that of the player"
        )
        op.add_column(table, hidden)
        op.execute(f"UPDATE {table} SET hidden = TRUE WHERE player_id IN (SELECT id FROM players WHERE hidden)")
    _index("hidden, ")
    op.drop_index("ix_standings_leaderboard_id_games_cost", "standings")
    op.drop_index("ix_players_hidden", "players")


def downgrade() -> None:
    """Undo."""
    op.execute("CREATE INDEX ix_players_hidden ON players (id) WHERE hidden")
    op.create_index("ix_standings_leaderboard_id_games_cost", "standings", ["leaderboard_id", "games", "cost"])
    _index("")
    for table in TABLES:
        op.drop_column(table, "hidden")


def _index(hidden: str) -> None:
    for name, columns in INDEXES.items():
        op.execute(f"DROP INDEX {name}")
        op.execute(f"CREATE INDEX {name} ON {columns.format(hidden=hidden)}")
