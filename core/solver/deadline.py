"""Limits on the time of a search.

A search calls a `ShouldStop` from time to time and raises `OutOfTime` as soon as it returns true. `core` has no clock:
the caller passes one to `TimeLimit`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

ShouldStop: TypeAlias = Callable[[], bool]
"""Whether a search must end now."""


class OutOfTime(Exception):
    """The time for a search is over."""


def never() -> bool:
    """A `ShouldStop` for searches without a time limit."""
    return False


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """A limit on the time of a search.

    Args:
        seconds: duration of the search.
        clock: returns the time in seconds and never goes back, like `time.monotonic`.
    """

    seconds: float
    clock: Callable[[], float]

    def start(self, share: float = 1.0) -> ShouldStop:
        """Start the clock: the result returns true once this share of the time has passed."""
        end = self.clock() + share * self.seconds
        return lambda: self.clock() >= end
