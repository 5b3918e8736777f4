"""Rename tables and columns as the program does: messages, published commands, player_secret and pending_guess.

Every row is kept. Two tables are copied rather than renamed, so that their constraints get the new names as well.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

SECRET_BEFORE, SECRET = (
    "the player's secret, null if it is kept in their head",
    "null if the player keeps it in their head",
)
GUESS_BEFORE = "the opponent's guess that waits for an answer"
GUESS = "the opponent's guess that waits for feedback"
DIGEST_BEFORE = "SHA-256 of the commands as they were published last"
DIGEST = "SHA-256 of the commands published last"

COMMENTS = (
    (
        "games",
        "slot",
        sa.String(32),
        "what may run once at a time: '' shared, or a player's id",
        "of one running game: '' if shared, else a player's id",
    ),
    ("players", "language", sa.String(8), "null for the platform's", "null to follow the platform's"),
    ("workspaces", "language", sa.String(8), "spoken in public", "of public messages"),
)
"""Table, column, type, comment before, comment after."""


def upgrade() -> None:
    """Rename two columns and two tables, and reword comments."""
    _rename_column("versus", "told", "player_secret", SECRET)
    _rename_column("versus", "asked", "pending_guess", GUESS)
    _create_messages("messages")
    _move("posts", "messages", ("game_id", "channel", "message"))
    _create_published("published_commands", DIGEST)
    _move("published", "published_commands", ("application", "digest"))
    for table, column, kind, _, comment in COMMENTS:
        _comment(table, column, kind, comment)


def downgrade() -> None:
    """Restore the previous names."""
    _rename_column("versus", "player_secret", "told", SECRET_BEFORE)
    _rename_column("versus", "pending_guess", "asked", GUESS_BEFORE)
    _create_messages("posts")
    _move("messages", "posts", ("game_id", "channel", "message"))
    _create_published("published", DIGEST_BEFORE)
    _move("published_commands", "published", ("application", "digest"))
    for table, column, kind, comment, _ in COMMENTS:
        _comment(table, column, kind, comment)


def _create_messages(name: str) -> None:
    op.create_table(
        name,
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("channel", sa.String(64), nullable=False),
        sa.Column("message", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=f"pk_{name}"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=f"fk_{name}_game_id"),
    )
    op.create_index(f"ix_{name}_channel_message", name, ["channel", "message"])


def _create_published(name: str, comment: str) -> None:
    op.create_table(
        name,
        sa.Column("application", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, comment=comment),
        sa.PrimaryKeyConstraint("application", name=f"pk_{name}"),
    )


def _move(source: str, target: str, names: tuple[str, ...]) -> None:
    """Copy every row into an empty table, and drop the table that it was in."""
    old, new = (sa.table(name, *map(sa.column, names)) for name in (source, target))
    op.execute(sa.insert(new).from_select(names, sa.select(old)))
    op.drop_table(source)


def _rename_column(table: str, before: str, after: str, comment: str) -> None:
    # Not in a batch: SQLite can rename a column without recreating the table.
    op.alter_column(table, before, new_column_name=after, existing_type=sa.String(10))
    _comment(table, after, sa.String(10), comment)


def _comment(table: str, column: str, kind: sa.String, comment: str) -> None:
    """Set a comment where the database stores comments; SQLite does not."""
    if op.get_bind().dialect.supports_comments:
        op.alter_column(table, column, existing_type=kind, comment=comment)
