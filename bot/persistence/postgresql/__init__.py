"""PostgreSQL, through asyncpg and SQLAlchemy's asynchronous engine."""
