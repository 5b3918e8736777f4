"""All tables: importing this module imports every module of the package, so that `metadata` has their tables."""

from bot.persistence.tables import games, records, slack
from bot.persistence.tables.base import metadata

__all__ = ["games", "metadata", "records", "slack"]
