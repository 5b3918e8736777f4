"""A clock that is set by hand."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""A Wednesday."""


class FakeClock:
    """Shows `now` until a test changes it."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, by: timedelta = timedelta(minutes=1)) -> None:
        """Set the clock forward."""
        self.now += by
