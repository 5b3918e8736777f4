"""The average by which leaderboards are ordered, stored with an index. It is computed from each row and the rules."""

import sqlalchemy as sa
from alembic import op

from core.game.policy import read_rules_and_items, typical_average

revision = "0058"
down_revision = "0057"

MIN_GAMES = 5

RULES = sa.text("SELECT DISTINCT rules FROM leaderboards")
FILL = sa.text(f"""
UPDATE standings SET ranked_average = (cost + :extra) / (games + {MIN_GAMES}.0)
WHERE games >= {MIN_GAMES} AND leaderboard_id IN (SELECT id FROM leaderboards WHERE rules = :rules)
""").bindparams(sa.bindparam("extra", type_=sa.Float()))


def upgrade() -> None:
    """Add the column, fill it and index it."""
    comment = "orders the players; null before the player has enough games to be ranked"
    op.add_column("standings", sa.Column("ranked_average", sa.Float(), comment=comment))
    for rules in op.get_bind().scalars(RULES).all():
        typical = typical_average(read_rules_and_items(rules)[0])
        op.get_bind().execute(FILL, {"rules": rules, "extra": MIN_GAMES * typical})
    op.create_index("ix_standings_ranked_average", "standings", ["leaderboard_id", "ranked_average", "player_id"])


def downgrade() -> None:
    """Undo."""
    op.drop_index("ix_standings_ranked_average", "standings")
    op.drop_column("standings", "ranked_average")
