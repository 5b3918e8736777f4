"""Games of former players, which are removed unless somebody else played in them."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"

_COPY = sa.text(
    "INSERT INTO former_games (game_id, check_at) SELECT id, started_at FROM games"
    " WHERE starter_id IN (SELECT id FROM players WHERE \"user\" LIKE 'deleted:%')"
)


def upgrade() -> None:
    """Create the table. The games of players who were erased before are looked at soon."""
    op.create_table(
        "former_games",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column(
            "check_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="when to look whether it can be removed",
        ),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_former_games_game_id"),
        sa.PrimaryKeyConstraint("game_id", name="pk_former_games"),
        comment="games of former players alone, which are removed once their messages have been edited",
    )
    op.create_index("ix_former_games_check_at", "former_games", ["check_at"])
    op.execute(_COPY)


def downgrade() -> None:
    """Remove the table; the games in it stay."""
    op.drop_table("former_games")
