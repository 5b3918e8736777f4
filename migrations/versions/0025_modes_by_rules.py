"""Games that are not ranked, counted by rules."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

COUNT = """
INSERT INTO unranked_games ({rules} player_id, kind, level, outcome, games, guesses)
SELECT {rules} player_id, kind, level, outcome, count(*), sum(counted) FROM (
    SELECT player_id, rules, outcome, coalesce(level, '') AS level, CASE WHEN hosted THEN guesses ELSE 0 END AS counted,
        CASE
            WHEN outcome IN ('won', 'lost', 'drawn', 'resigned') THEN 'duel'
            WHEN hosted THEN 'hosted' WHEN solo THEN 'assisted' ELSE 'together'
        END AS kind
    FROM results WHERE assisted OR NOT solo OR outcome IN ('won', 'lost', 'drawn', 'resigned')
) AS unranked GROUP BY {rules} player_id, kind, level, outcome
"""


def upgrade() -> None:
    """Count the results again."""
    _count_by(["player_id", "rules", "kind", "level", "outcome"], sa.Column("rules", sa.String(64), nullable=False))
    op.execute(COUNT.format(rules="rules,"))


def downgrade() -> None:
    """Count the results of all rules together."""
    _count_by(["player_id", "kind", "level", "outcome"])
    op.execute(COUNT.format(rules=""))


def _count_by(key: list[str], *columns: sa.Column[str]) -> None:
    """Create the table with this primary key, empty."""
    op.drop_table("unranked_games")
    op.create_table(
        "unranked_games",
        sa.Column("player_id", sa.String(32), nullable=False),
        *columns,
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("level", sa.String(16), nullable=False, comment="of the bot in a duel, else empty"),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column(
            "guesses",
            sa.BigInteger(),
            nullable=False,
            server_default=sa.text("0"),
            comment="counted for hosted games only",
        ),
        sa.PrimaryKeyConstraint(*key, name="pk_unranked_games"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_unranked_games_player_id"),
    )
