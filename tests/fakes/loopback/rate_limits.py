"""Rate limits: a number of calls of a route in a window of time, counted for each channel or token."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class RateLimit:
    """`calls` in each window of `seconds`.

    Attributes:
        per: the name of a parameter of the route; calls with different values of it are counted separately.
            Empty to count all calls of the route together.
    """

    calls: int
    seconds: float
    per: str = ""


@dataclass(frozen=True)
class Quota:
    """What a call may still do in its window.

    Attributes:
        limit: calls in a window.
        remaining: calls left after this one; -1 if this one is too many.
        reset_after: seconds until the window ends.
        bucket: identifies the window; the same for calls that are counted together.
    """

    limit: int
    remaining: int
    reset_after: float
    bucket: str

    @property
    def exceeded(self) -> bool:
        """Whether the call must be refused."""
        return self.remaining < 0


class RateLimits:
    """Counts calls in fixed windows, which start with their first call. No route is limited at first.

    Args:
        now: returns seconds.
        defaults: the platform's own limits by route, for `enable`.
    """

    def __init__(self, now: Callable[[], float], defaults: Mapping[str, RateLimit]) -> None:
        self._now = now
        self._defaults = defaults
        self._limits: dict[str, RateLimit] = {}
        self._windows: dict[str, tuple[float, int]] = {}

    def enable(self) -> None:
        """Apply the platform's own limits."""
        self._limits.update(self._defaults)

    def set(self, route: str, limit: RateLimit) -> None:
        """Limit a route."""
        self._limits[route] = limit

    def disable(self) -> None:
        """Limit nothing, and forget what was counted."""
        self._limits.clear()
        self._windows.clear()

    def count(self, route: str, parameters: Mapping[str, object]) -> Quota | None:
        """Count a call; None if its route is not limited. A call that exceeds the limit is not counted."""
        limit = self._limits.get(route)
        if limit is None:
            return None
        bucket = f"{route}:{parameters.get(limit.per, '')}"
        ends, used = self._windows.get(bucket, (0.0, 0))
        now = self._now()
        if now >= ends:
            ends, used = now + limit.seconds, 0
        quota = Quota(limit.calls, limit.calls - used - 1, ends - now, bucket)
        if quota.exceeded:
            return replace(quota, remaining=-1)
        self._windows[bucket] = (ends, used + 1)
        return quota
