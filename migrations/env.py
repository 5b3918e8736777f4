"""Alembic's environment: the program's connection or, on the command line, the database of the settings."""

import asyncio

from alembic import context
from sqlalchemy import Connection

from bot.persistence.address import default_address
from bot.persistence.database import Database
from bot.persistence.tables.every import metadata
from bot.settings import Settings


def migrate(connection: Connection) -> None:
    """Run the migrations within the transaction of `connection`."""
    context.configure(
        connection=connection, target_metadata=metadata, compare_server_default=True, render_as_batch=True
    )
    with context.begin_transaction():
        context.run_migrations()


async def migrate_from_command_line() -> None:
    """Migrate the database of the settings."""
    database = Database(Settings.read().database_url or default_address())
    try:
        await database.run(migrate)
    finally:
        await database.close()


if connection := context.config.attributes.get("connection"):
    migrate(connection)
else:
    asyncio.run(migrate_from_command_line())
