"""Start signals and time limits of races."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_GAMES = sa.table("games", sa.column("id", sa.String), sa.column("who", sa.String))
_RACES = sa.table(
    "races",
    sa.column("game_id", sa.String),
    sa.column("minutes", sa.Integer),
    sa.column("waiting", sa.Boolean),
    sa.column("time_up", sa.Boolean),
)


def upgrade() -> None:
    """Add the table, with a row for each earlier race: none of them had a signal or a time limit."""
    op.create_table(
        "races",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False, comment="its time limit, 0 for none"),
        sa.Column("waiting", sa.Boolean(), nullable=False, comment="for the signal of its starter"),
        sa.Column("time_up", sa.Boolean(), nullable=False, comment="the time limit ended it"),
        sa.Column(
            "time_ends_at",
            sa.DateTime(timezone=True),
            comment="null without a time limit, before the start and after the end",
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_races"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_races_game_id"),
    )
    race = sa.select(_GAMES.c.id, sa.literal(0), sa.false(), sa.false()).where(_GAMES.c.who == "race")
    op.execute(sa.insert(_RACES).from_select([column.name for column in _RACES.c], race))


def downgrade() -> None:
    """Drop the table; running races go on without a signal and a time limit."""
    op.drop_table("races")
