"""Which players of a board got hints, instead of whether anybody did.

On a board of which only that is known, everybody who has guessed on it counts as having got a hint.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_BOARDS = sa.table(
    "boards",
    sa.column("game_id", sa.String),
    sa.column("number", sa.Integer),
    sa.column("assisted", sa.Boolean),
    sa.column("hinted", sa.Text),
)
_TURNS = sa.table(
    "turns",
    sa.column("game_id", sa.String),
    sa.column("board", sa.Integer),
    sa.column("player_id", sa.String),
)


def upgrade() -> None:
    """Replace the flag by the players."""
    comment = "ids of the players who got a hint: a,b,..."
    op.add_column(
        "boards", sa.Column("hinted", sa.Text(), nullable=False, server_default=sa.text("''"), comment=comment)
    )
    connection = op.get_bind()
    for board in connection.execute(sa.select(_BOARDS).where(_BOARDS.c.assisted)).all():
        guessers = (
            sa.select(_TURNS.c.player_id)
            .distinct()
            .where(_TURNS.c.game_id == board.game_id, _TURNS.c.board == board.number, _TURNS.c.player_id.is_not(None))
        )
        hinted = ",".join(connection.scalars(guessers))
        this = (_BOARDS.c.game_id == board.game_id) & (_BOARDS.c.number == board.number)
        connection.execute(sa.update(_BOARDS).where(this).values(hinted=hinted))
    op.drop_column("boards", "assisted")


def downgrade() -> None:
    """Restore the flag."""
    op.add_column("boards", sa.Column("assisted", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(sa.update(_BOARDS).where(_BOARDS.c.hinted != "").values(assisted=sa.true()))
    op.drop_column("boards", "hinted")
