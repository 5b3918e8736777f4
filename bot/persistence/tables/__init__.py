"""The tables. `migrations` creates them; a test compares the two.

Importing the package imports every module, so that `metadata` has all tables.
"""

from bot.persistence.tables import administration, daily, games, records, slack
from bot.persistence.tables.base import metadata

__all__ = ["administration", "daily", "games", "metadata", "records", "slack"]
