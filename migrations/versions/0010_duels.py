"""Games of two sides in one table, whether the other side is the bot or a person."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_GAMES = sa.table(
    "games", sa.column("id", sa.String), sa.column("starter_id", sa.String), sa.column("outcome", sa.String)
)
_RESULTS = sa.table("results", sa.column("game_id", sa.String), sa.column("outcome", sa.String))
_VERSUS = sa.table(
    "versus",
    sa.column("game_id", sa.String),
    sa.column("level", sa.String),
    sa.column("opponent_begins", sa.Boolean),
    sa.column("player_secret", sa.String),
    sa.column("pending_guess", sa.String),
    sa.column("resigned", sa.Boolean),
    sa.column("resigned_by", sa.String),
)
_DUELS = sa.table(
    "duels",
    sa.column("game_id", sa.String),
    sa.column("level", sa.String),
    sa.column("opponent_begins", sa.Boolean),
    sa.column("starter_secret", sa.String),
    sa.column("pending_guess", sa.String),
    sa.column("ended_by", sa.String),
    sa.column("ended_as", sa.String),
)


def upgrade() -> None:
    """Copy every game against the bot into the new table."""
    op.create_table(
        "duels",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("level", sa.String(16), comment="of the bot, null between two people"),
        sa.Column("opponent_id", sa.String(32), comment="null for the bot"),
        sa.Column("opponent_begins", sa.Boolean(), nullable=False),
        sa.Column("starter_secret", sa.String(10), comment="null if the starter keeps it in their head"),
        sa.Column("hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("pending_guess", sa.String(10), comment="that waits for feedback"),
        sa.Column("draw_offered_by", sa.String(32)),
        sa.Column("ended_by", sa.String(32), comment="who resigned, accepted a draw, claimed or stopped the game"),
        sa.Column("ended_as", sa.String(16), comment="how it ended, if not by guessing"),
        sa.PrimaryKeyConstraint("game_id", name="pk_duels"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_duels_game_id"),
        *(
            sa.ForeignKeyConstraint([name], ["players.id"], name=f"fk_duels_{name}")
            for name in ("opponent_id", "draw_offered_by", "ended_by")
        ),
    )
    starter = sa.select(_GAMES.c.starter_id).where(_GAMES.c.id == _VERSUS.c.game_id).scalar_subquery()
    copied = sa.select(
        _VERSUS.c.game_id,
        _VERSUS.c.level,
        _VERSUS.c.opponent_begins,
        _VERSUS.c.player_secret,
        _VERSUS.c.pending_guess,
        sa.case((_VERSUS.c.resigned, sa.func.coalesce(_VERSUS.c.resigned_by, starter))),
        sa.case(
            (sa.not_(_VERSUS.c.resigned), None),
            (sa.func.coalesce(_VERSUS.c.resigned_by, starter) == starter, "resigned"),
            else_="stopped",
        ),
    )
    op.execute(sa.insert(_DUELS).from_select([column.name for column in _DUELS.c], copied))
    against_bot = _GAMES.c.id.in_(sa.select(_VERSUS.c.game_id))
    solved = _GAMES.c.outcome.in_(("won", "lost", "drawn"))
    op.execute(sa.update(_GAMES).where(against_bot, solved).values(outcome="solved"))
    op.drop_table("versus")


def downgrade() -> None:
    """Copy the games against the bot back; no other kind of duel exists at revision 0009."""
    op.create_table(
        "versus",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("opponent_begins", sa.Boolean(), nullable=False),
        sa.Column("player_secret", sa.String(10), comment="null if the player keeps it in their head"),
        sa.Column("pending_guess", sa.String(10), comment="the opponent's guess that waits for feedback"),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("resigned_by", sa.String(32), comment="id of a player; null if not resigned, or not known"),
        sa.PrimaryKeyConstraint("game_id", name="pk_versus"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_versus_game_id"),
    )
    copied = sa.select(
        _DUELS.c.game_id,
        _DUELS.c.level,
        _DUELS.c.opponent_begins,
        _DUELS.c.starter_secret,
        _DUELS.c.pending_guess,
        _DUELS.c.ended_as.is_not(None),
        _DUELS.c.ended_by,
    ).where(_DUELS.c.level.is_not(None))
    op.execute(sa.insert(_VERSUS).from_select([column.name for column in _VERSUS.c], copied))
    outcome = sa.select(_RESULTS.c.outcome).where(_RESULTS.c.game_id == _GAMES.c.id).scalar_subquery()
    against_bot = _GAMES.c.id.in_(sa.select(_VERSUS.c.game_id))
    op.execute(sa.update(_GAMES).where(against_bot, _GAMES.c.outcome == "solved").values(outcome=outcome))
    op.drop_table("duels")
