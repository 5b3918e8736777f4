"""Rooms, players, games with their boards and turns, results, and the events that have been handled."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("channel", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("platform", "workspace", "channel", name="uq_rooms_platform_workspace_channel"),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("platform", sa.String(16), nullable=False),
        sa.Column("workspace", sa.String(64), nullable=False),
        sa.Column("user", sa.String(64), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("platform", "workspace", "user", name="uq_players_platform_workspace_user"),
    )
    _create_games()
    _create_boards_and_turns()
    _create_results()
    op.create_table(
        "events",
        sa.Column("id", sa.String(128), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_index("ix_events_at", "events", ["at"])


def _create_games() -> None:
    """Create the table of games; its partial index allows one running game for each slot of a room."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column(
            "slot", sa.String(32), nullable=False, comment="what may run once at a time: '' shared, or a player's id"
        ),
        sa.Column("starter_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("who", sa.String(16), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("secret", sa.String(10), nullable=False),
        sa.Column("nonce", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(16)),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_games_room_id"),
        sa.ForeignKeyConstraint(["starter_id"], ["players.id"], name="fk_games_starter_id"),
    )
    op.create_index("ix_games_room_id_started_at", "games", ["room_id", "started_at"])
    running = sa.text("ended_at IS NULL")
    op.create_index(
        "uq_games_running",
        "games",
        ["room_id", "slot"],
        unique=True,
        sqlite_where=running,
        postgresql_where=running,
    )


def _create_boards_and_turns() -> None:
    op.create_table(
        "boards",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guesser_id", sa.String(32), comment="null where anybody may guess"),
        sa.Column("given_up", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_boards"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_boards_game_id"),
        sa.ForeignKeyConstraint(["guesser_id"], ["players.id"], name="fk_boards_guesser_id"),
    )
    op.create_table(
        "turns",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("board", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("guess", sa.String(10), nullable=False),
        sa.Column("hits", sa.Integer, nullable=False),
        sa.Column("blows", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "board", "number", name="pk_turns"),
        sa.ForeignKeyConstraint(
            ["game_id", "board"], ["boards.game_id", "boards.number"], name="fk_turns_game_id_board"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_turns_player_id"),
        sa.CheckConstraint("number >= 1", name="ck_turns_number"),
    )


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solo", sa.Boolean, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_results"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_results_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_results_player_id"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_results_room_id"),
    )
    op.create_index("ix_results_player_id_ended_at", "results", ["player_id", "ended_at"])
    op.create_index("ix_results_rules_ended_at", "results", ["rules", "ended_at"])


def downgrade() -> None:
    """Drop the tables, with everything in them."""
    for table in ("events", "results", "turns", "boards", "games", "players", "rooms"):
        op.drop_table(table)
