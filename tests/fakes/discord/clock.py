"""Time and identifiers, both under the test's control."""

from __future__ import annotations

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
_MILLISECOND = 1 << 22


class StoppedClock:
    """A clock that moves only when told, so that no deadline depends on the machine's speed."""

    def __init__(self) -> None:
        self._seconds = 0.0

    def __call__(self) -> float:
        """Seconds since the clock was made."""
        return self._seconds

    def advance(self, seconds: float) -> None:
        """Let ``seconds`` pass at once."""
        self._seconds += seconds


class Snowflakes:
    """Identifiers that grow, and whose upper bits are the present time, as discord.py assumes."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """An identifier larger than any before."""
        now = (int(time.time() * 1000) - DISCORD_EPOCH_MS) * _MILLISECOND
        self._last = max(self._last + 1, now)
        return self._last

    def next_on_shard(self, shard: int, shards: int) -> int:
        """An identifier of a guild that lives on ``shard`` of ``shards``."""
        snowflake = self.next()
        snowflake += ((shard - (snowflake >> 22)) % shards) * _MILLISECOND
        self._last = snowflake
        return snowflake


def moment(snowflake: int) -> str:
    """When ``snowflake`` was made, as ISO 8601."""
    milliseconds = (snowflake >> 22) + DISCORD_EPOCH_MS
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()
