"""What every part of the loopback Slack leans on: its JSON, its time, its ids, its ways to say no."""

import itertools
import time
from collections import defaultdict
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


class Refusal(Exception):
    """The Web API's `{"ok": false}`, with the platform's own word for the reason."""

    def __init__(self, error: str, **details: Any) -> None:  # noqa: ANN401 - whatever JSON the platform adds
        super().__init__(error)
        self.error = error
        self.details = details


class NotAcknowledged(AssertionError):
    """The app did not acknowledge a delivery in time, or answered it with an error.

    `status` is the HTTP status, or None where nothing came back.
    """

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


class CannotDo(AssertionError):
    """The test asks of a person what the client would not let them do."""


class Clock:
    """The fake's time: the machine's, moved forward as far as a test likes."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._last_stamp = 0

    def now(self) -> float:
        """Seconds since the epoch."""
        return time.time() + self._ahead

    def forward(self, seconds: float) -> None:
        """Let `seconds` pass at once, for triggers and response URLs to expire."""
        self._ahead += seconds

    def stamp(self) -> str:
        """A message's `ts`: microseconds, never twice the same, always later than the one before."""
        self._last_stamp = max(self._last_stamp + 1, int(self.now() * 1_000_000))
        return f"{self._last_stamp // 1_000_000}.{self._last_stamp % 1_000_000:06d}"


class Ids:
    """Ids that look like the platform's and are the same in every run."""

    def __init__(self) -> None:
        self._counters: defaultdict[str, itertools.count[int]] = defaultdict(lambda: itertools.count(1))

    def next(self, prefix: str) -> str:
        """`T00000001`, then `T00000002`: counted per prefix."""
        return f"{prefix}{next(self._counters[prefix]):08d}"
