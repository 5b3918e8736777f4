"""Where games and records are kept: SQLite by default, PostgreSQL when that is outgrown."""
