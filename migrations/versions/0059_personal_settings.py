"""Settings of a person in one column, as `name=text` in a line each. Those that are the default are not stored."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"

SWITCHES = {
    "warnings": "before guesses that repeat a turn",
    "mentions": "whether they may be mentioned",
    "duels": "whether others may challenge them",
}

FILL = """
UPDATE players SET settings = CASE WHEN language IS NULL THEN '' ELSE 'language=' || language || '
' END || CASE WHEN warnings THEN '' ELSE 'warnings=off
' END || CASE WHEN mentions THEN '' ELSE 'mentions=off
' END || CASE WHEN duels THEN '' ELSE 'duels=off
' END
WHERE language IS NOT NULL OR NOT warnings OR NOT mentions OR NOT duels
"""

CHOSEN = sa.text("SELECT id, settings FROM players WHERE settings <> ''")
LANGUAGE = sa.text("UPDATE players SET language = :text WHERE id = :id")


def upgrade() -> None:
    """Move the settings into one column."""
    settings = sa.Column("settings", sa.Text, nullable=False, server_default=sa.text("''"))
    settings.comment = "chosen: name=text, one in a line"
    op.add_column("players", settings)
    op.execute(FILL)
    for name in ("language", *SWITCHES):
        op.drop_column("players", name)


def downgrade() -> None:
    """Make a column of each setting again."""
    op.add_column("players", sa.Column("language", sa.String(8), comment="null to follow the platform's"))
    for name, comment in SWITCHES.items():
        column = sa.Column(name, sa.Boolean, nullable=False, server_default=sa.true(), comment=comment)
        op.add_column("players", column)
        op.execute(f"UPDATE players SET {name} = (1 = 0) WHERE settings LIKE '%{name}=off%'")  # names above
    for player, settings in op.get_bind().execute(CHOSEN).all():
        chosen = dict(line.split("=", 1) for line in settings.splitlines())
        if "language" in chosen:
            op.get_bind().execute(LANGUAGE, {"id": player, "text": chosen["language"]})
    op.drop_column("players", "settings")
