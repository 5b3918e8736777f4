"""The order of games and results independent of the clock, and who plays in running games.

Games and results of earlier versions are ordered by their times.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

FILL_PARTICIPANTS = """
INSERT INTO participants (player_id, game_id)
SELECT starter_id, id FROM games WHERE ended_at IS NULL
UNION
SELECT turns.player_id, turns.game_id FROM games JOIN turns ON turns.game_id = games.id
WHERE games.ended_at IS NULL AND turns.player_id IS NOT NULL
"""


def upgrade() -> None:
    """Add and fill the columns and the table."""
    _add_sequence("games", "in the order of their beginning", "started_at, id", ("id",))
    op.drop_index("ix_games_room_id_started_at", "games")
    op.create_index("ix_games_room_id_slot_sequence", "games", ["room_id", "slot", "sequence"])

    _add_sequence("results", "in the order of their end", "ended_at, game_id, player_id", ("game_id", "player_id"))
    op.drop_index("ix_results_player_id_ended_at", "results")
    op.drop_index("ix_results_rules_ended_at", "results")
    op.create_index("ix_results_player_id_room_id_sequence", "results", ["player_id", "room_id", "sequence"])

    op.create_index("ix_players_platform_workspace_name", "players", ["platform", "workspace", "name"])
    op.create_table(
        "participants",
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "game_id", name="pk_participants"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_participants_player_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_participants_game_id"),
        comment="who began or guessed in a running game",
    )
    op.execute(FILL_PARTICIPANTS)


def downgrade() -> None:
    """Remove them."""
    op.drop_table("participants")
    op.drop_index("ix_players_platform_workspace_name", "players")
    op.drop_index("ix_results_player_id_room_id_sequence", "results")
    op.create_index("ix_results_player_id_ended_at", "results", ["player_id", "ended_at"])
    op.create_index("ix_results_rules_ended_at", "results", ["rules", "ended_at"])
    op.drop_index("ix_games_room_id_slot_sequence", "games")
    op.create_index("ix_games_room_id_started_at", "games", ["room_id", "started_at"])
    for table in ("games", "results"):
        op.drop_index(f"ix_{table}_sequence", table)
        op.drop_column(table, "sequence")
        if _is_postgresql():
            op.execute(f"DROP SEQUENCE {table}_sequence")


def _add_sequence(table: str, comment: str, order: str, key: Sequence[str]) -> None:
    """Add a column that numbers the rows of a table in the order of other columns."""
    column = sa.Column("sequence", sa.BigInteger(), nullable=False, server_default=sa.text("0"), comment=comment)
    op.add_column(table, column)
    op.execute(
        f"UPDATE {table} SET sequence = numbered.number FROM "  # noqa: S608  # our own names
        f"(SELECT {', '.join(key)}, row_number() OVER (ORDER BY {order}) AS number FROM {table}) AS numbered "
        f"WHERE {' AND '.join(f'numbered.{column} = {table}.{column}' for column in key)}"
    )
    op.create_index(f"ix_{table}_sequence", table, ["sequence"], unique=True)
    if _is_postgresql():
        next_number = f"(SELECT coalesce(max(sequence), 0) + 1 FROM {table})"  # noqa: S608  # our own names
        op.execute(f"CREATE SEQUENCE {table}_sequence")
        op.execute(f"SELECT setval('{table}_sequence', {next_number}, false)")


def _is_postgresql() -> bool:
    return op.get_bind().dialect.name == "postgresql"
