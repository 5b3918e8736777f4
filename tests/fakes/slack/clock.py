"""Slack's time and identifiers."""

import itertools
from collections import defaultdict

from tests.fakes.loopback import Clock


class SlackClock(Clock):
    """A clock in real time that also makes the timestamps by which Slack identifies messages."""

    def __init__(self) -> None:
        super().__init__()
        self._last_timestamp = 0

    def timestamp(self) -> str:
        """Return a new `ts`, in seconds with microseconds, later than each before."""
        self._last_timestamp = max(self._last_timestamp + 1, int(self.now() * 1_000_000))
        return f"{self._last_timestamp // 1_000_000}.{self._last_timestamp % 1_000_000:06d}"


class Ids:
    """Makes ids that look like Slack's and are the same in every run."""

    def __init__(self) -> None:
        self._counters: defaultdict[str, itertools.count[int]] = defaultdict(lambda: itertools.count(1))

    def next(self, prefix: str) -> str:
        """Return `T00000001`, then `T00000002`, counted separately for each prefix."""
        return f"{prefix}{next(self._counters[prefix]):08d}"
