"""SQLite: one connection that writes, several that read, and the database file."""
