"""Time, and records of what happened: requests, and the contents that messages have had."""

import time
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

Json: TypeAlias = dict[str, Any]
MessageT_co = TypeVar("MessageT_co", covariant=True)


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


@dataclass(eq=False, kw_only=True)
class Exchange:
    """A request to the platform and its response. All times are seconds of `time.monotonic()`.

    Attributes:
        route: the name of the route.
        number: 1 for the first request of this route, 2 for the next; set by the network.
        received_at: when the loopback read the request.
        processed_at: when the platform acted on it; None if it has not, or never will.
        answered_at: when the response was handed to the client; None if none was.
        fault: the injected fault this request met, if any.
    """

    route: str
    number: int = 0
    received_at: float = field(default_factory=time.monotonic)
    processed_at: float | None = None
    answered_at: float | None = None
    fault: object = None


@dataclass(frozen=True)
class Revision(Generic[MessageT_co]):
    """The contents of a message from one moment on.

    Attributes:
        at: seconds of `time.monotonic()`.
        message: a copy of the message as it was; `str(revision)` renders it.
    """

    at: float
    message: MessageT_co

    def __str__(self) -> str:
        return str(self.message)
