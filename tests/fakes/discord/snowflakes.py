"""Discord's identifiers, which contain the time they were made at."""

from __future__ import annotations

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
_MILLISECOND = 1 << 22


class Snowflakes:
    """Makes identifiers of the present time, each larger than the one before."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """Return a new identifier."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) * _MILLISECOND
        self._last = max(self._last + 1, now)
        return self._last

    def next_on_shard(self, shard: int, shards: int) -> int:
        """Return the identifier of a guild that belongs to number `shard` of `shards`."""
        snowflake = self.next()
        snowflake += ((shard - (snowflake >> 22)) % shards) * _MILLISECOND
        self._last = snowflake
        return snowflake


def timestamp(snowflake: int) -> str:
    """Return when `snowflake` was made, as ISO 8601."""
    milliseconds = (snowflake >> 22) + DISCORD_EPOCH_MS
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()
