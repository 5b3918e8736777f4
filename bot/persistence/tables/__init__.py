"""The tables. `migrations` creates them; a test compares the two.

Importing the package imports every module, so that `metadata` has all tables.
"""

from bot.persistence.tables import admission, daily, games, marks, processes, ratings, records, settings, slack
from bot.persistence.tables.base import metadata

__all__ = ["admission", "daily", "games", "marks", "metadata", "processes", "ratings", "records", "settings", "slack"]
