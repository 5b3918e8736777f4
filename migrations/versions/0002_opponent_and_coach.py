"""Games against the opponent, conversations with the coach, and assisted games.

Existing games had no opponent and no hints.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Create two tables, and add columns to three."""
    op.create_table(
        "versus",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("opponent_begins", sa.Boolean, nullable=False),
        sa.Column("told", sa.String(10), comment="the player's secret, null if it is kept in their head"),
        sa.Column("asked", sa.String(10), comment="the opponent's guess that waits for an answer"),
        sa.Column("resigned", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_versus"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_versus_game_id"),
    )
    op.create_table(
        "conversations",
        sa.Column("room_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("strategy", sa.String(32), nullable=False),
        sa.Column("lies", sa.Integer, nullable=False),
        sa.Column("turns", sa.Text, nullable=False, comment="guess and feedback of each turn: 0123:0:2,..."),
        sa.Column("suggested", sa.String(10)),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("room_id", "player_id", name="pk_conversations"),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_conversations_room_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_conversations_player_id"),
    )
    # Columns are added in place: a batch would drop and recreate tables that others refer to.
    op.add_column("boards", sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("assisted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("level", sa.String(16), comment="of the opponent, null without one"))
    with op.batch_alter_table("turns") as turns:
        turns.alter_column("player_id", existing_type=sa.String(32), nullable=True, comment="null for the opponent")


def downgrade() -> None:
    """Delete the games against the opponent, the conversations, and which games were assisted."""
    op.execute("CREATE TEMPORARY TABLE forgotten AS SELECT game_id FROM versus")
    op.drop_table("versus")
    forgotten = sa.select(sa.table("forgotten", sa.column("game_id")).c.game_id)
    for name, key in (("turns", "game_id"), ("boards", "game_id"), ("results", "game_id"), ("games", "id")):
        table = sa.table(name, sa.column(key))
        op.execute(sa.delete(table).where(table.c[key].in_(forgotten)))
    op.execute("DROP TABLE forgotten")
    op.drop_table("conversations")
    with op.batch_alter_table("turns") as turns:
        turns.alter_column("player_id", existing_type=sa.String(32), nullable=False)
    op.drop_column("results", "level")
    op.drop_column("results", "assisted")
    op.drop_column("boards", "assisted")
