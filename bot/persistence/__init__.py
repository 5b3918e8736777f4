"""Storage: SQLite by default, PostgreSQL for larger installations."""
