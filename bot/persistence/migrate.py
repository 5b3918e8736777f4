"""Running the migrations from inside the program."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def config(connection: Connection) -> Config:
    """Alembic's settings, for work over an open connection."""
    settings = Config()
    settings.set_main_option("script_location", "migrations:")
    settings.attributes["connection"] = connection
    return settings


def upgrade(connection: Connection) -> None:
    """Bring the tables to the newest revision, within the connection's transaction."""
    command.upgrade(config(connection), "head")


def check(connection: Connection) -> None:
    """Raise if the migrated tables differ from `bot.persistence.tables`."""
    command.check(config(connection))
