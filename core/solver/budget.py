"""Limits on a search: an amount of work, and a time as the outer limit.

Work is counted the same way on every machine, so a search that is limited by work alone always has the same result. One
unit is about a nanosecond on a current machine. `core` has no clock: the caller passes one to `TimeLimit`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

ShouldStop: TypeAlias = Callable[[], bool]
"""Whether a search must end now."""


class OutOfBudget(Exception):
    """The work or the time for a search is used up."""


def never_stop() -> bool:
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


class Budget:
    """The work and the time that a search may still spend.

    Args:
        work: units of work.
        should_stop: returns true once the time is over.
    """

    def __init__(self, work: float = math.inf, should_stop: ShouldStop = never_stop) -> None:
        self.left = work
        self._should_stop = should_stop

    def spend(self, work: int) -> None:
        """Use some work, before doing it.

        Raises:
            OutOfBudget: the work or the time is used up.
        """
        self.left -= work
        if self.left < 0 or self._should_stop():
            raise OutOfBudget


UNLIMITED = Budget()
"""A budget that is never used up."""
