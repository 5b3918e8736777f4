"""No guesses that players were asked about: they are asked again about every guess that repeats a turn."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"


def upgrade() -> None:
    """Remove the table."""
    op.drop_table("doubtful_guesses")
    _comment("before guesses that repeat a turn")


def downgrade() -> None:
    """Add the table, empty."""
    op.create_table(
        "doubtful_guesses",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("player_id", sa.String(32), nullable=False),
        sa.Column("guess", sa.String(10), nullable=False, comment="about which the player was asked last"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_doubtful_guesses"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_doubtful_guesses_game_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_doubtful_guesses_player_id"),
    )
    op.create_index("ix_doubtful_guesses_player_id", "doubtful_guesses", ["player_id"])
    _comment("before guesses that cannot be the secret")


def _comment(comment: str) -> None:
    """Describe `players.warnings` where the database stores comments; SQLite does not."""
    if op.get_bind().dialect.supports_comments:
        op.alter_column("players", "warnings", existing_type=sa.Boolean(), existing_nullable=False, comment=comment)
