"""Hosted games, their pending guesses, and what is counted of them."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the columns. No earlier game was hosted."""
    op.add_column(
        "games", sa.Column("secret_keeper", sa.String(8), comment="of a hosted game: bot or head; null without a host")
    )
    op.add_column(
        "games", sa.Column("withheld", sa.String(8), comment="feedback of the host that is not shown yet: hits:blows")
    )
    op.add_column(
        "boards",
        sa.Column(
            "pending",
            sa.Text,
            nullable=False,
            server_default=sa.text("''"),
            comment="guesses that wait for the host's feedback, each with its player's id: 0123:a,...",
        ),
    )
    op.add_column(
        "results",
        sa.Column("hosted", sa.Boolean, nullable=False, server_default=sa.false(), comment="the player hid the secret"),
    )
    op.add_column(
        "unranked_games",
        sa.Column(
            "guesses",
            sa.BigInteger,
            nullable=False,
            server_default=sa.text("0"),
            comment="counted for hosted games only",
        ),
    )


def downgrade() -> None:
    """Remove them. Hosted games become games of the bot's, whose unknown secrets nobody can find."""
    op.drop_column("unranked_games", "guesses")
    op.drop_column("results", "hosted")
    op.drop_column("boards", "pending")
    op.drop_column("games", "withheld")
    op.drop_column("games", "secret_keeper")
