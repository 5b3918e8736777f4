"""The time by which a loopback platform judges deadlines."""

import time


class Clock:
    """Seconds since the epoch, which a test can move forward.

    Args:
        frozen: stand still except for `advance`, so that no deadline depends on the speed of the machine.
    """

    def __init__(self, *, frozen: bool = False) -> None:
        self._frozen_at = time.time() if frozen else None
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since the epoch, in this clock's time."""
        return (time.time() if self._frozen_at is None else self._frozen_at) + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the clock forward at once, for example to let a token expire."""
        self._ahead += seconds
