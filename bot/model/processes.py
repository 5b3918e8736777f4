"""The clock, and leases and rate limits that processes share."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

Clock: TypeAlias = Callable[[], datetime]
"""The current time, in UTC."""


LONGEST_LEASE = timedelta(minutes=10)
"""The longest time of a lease. One that ends later was stored by a clock that was ahead, and counts as expired."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as it is stored.

    Args:
        name: what the holder of the lease does.
        holder: the identity of a process.
        expires_at: when another process may take it over, unless it is renewed.
    """

    name: str
    holder: str
    expires_at: datetime

    def is_expired(self, now: datetime) -> bool:
        """Whether another process may take it over."""
        return not now < self.expires_at <= now + LONGEST_LEASE


@dataclass(frozen=True, slots=True)
class Limit:
    """A rate limit as it is stored.

    Args:
        name: the name of the limit.
        free_at: when it allows the next request or, if requests are counted, when the next period starts.
        used: the number of requests in the present period, if they are counted.
    """

    name: str
    free_at: datetime
    used: int = 0
