"""PostgreSQL vacuums the tables of standings after 1,000 changes, not after a fifth of the table."""

from alembic import op

revision = "0064"
down_revision = "0063"

TABLES = ("standings", "rating_standings")
OPTIONS = {
    "autovacuum_vacuum_scale_factor": 0,
    "autovacuum_vacuum_threshold": 1000,
    "autovacuum_vacuum_insert_scale_factor": 0,
    "autovacuum_vacuum_insert_threshold": 1000,
}


def upgrade() -> None:
    """Set the options. SQLite has none."""
    _change("SET", ", ".join(f"{name} = {value}" for name, value in OPTIONS.items()))


def downgrade() -> None:
    """Reset them to those of the server."""
    _change("RESET", ", ".join(OPTIONS))


def _change(how: str, options: str) -> None:
    if op.get_context().dialect.name == "postgresql":
        for table in TABLES:
            op.execute(f"ALTER TABLE {table} {how} ({options})")
