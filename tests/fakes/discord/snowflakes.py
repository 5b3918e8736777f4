"""Discord's identifiers, which contain the time they were made at."""

from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
_MILLISECOND = 1 << 22
_FIRST = (int(datetime(2026, 1, 1, tzinfo=UTC).timestamp() * 1000) - DISCORD_EPOCH_MS) * _MILLISECOND
"""The first identifier, which is always the same, so that no test depends on the digits of a clock."""


class Snowflakes:
    """Makes identifiers, each larger than the one before."""

    def __init__(self) -> None:
        self._last = _FIRST

    def next(self) -> int:
        """Return a new identifier."""
        self._last += 1
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
