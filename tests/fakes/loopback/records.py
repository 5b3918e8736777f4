"""Time, faults, rate limits, and records of what happened: requests, and the contents that messages have had."""

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from aiohttp import web

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


class Fault(Protocol):
    """Something that goes wrong with a request.

    Attributes:
        processed: whether the platform still does what it was asked to; the client cannot know.
    """

    @property
    def processed(self) -> bool: ...

    def respond(self, request: web.Request) -> web.StreamResponse:
        """Return what the client gets instead of the platform's response."""


@dataclass(frozen=True)
class Disconnect:
    """The connection is cut without a response, before or after the request is processed."""

    processed: bool = False

    def respond(self, request: web.Request) -> web.StreamResponse:
        """Cut the connection; the client does not get what is returned."""
        if request.transport is not None:
            request.transport.abort()
        return web.Response()


@dataclass(frozen=True)
class ErrorResponse:
    """An HTTP response in place of the platform's own.

    Attributes:
        status: the HTTP status.
        body: an object is sent as JSON, text as it is; platforms that are down often send HTML, or nothing.
        content_type: the whole `Content-Type` header.
        headers: additional headers.
        processed: whether the platform still does what it was asked to.
    """

    status: int = 500
    body: Json | str = ""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    processed: bool = False

    def respond(self, request: web.Request) -> web.StreamResponse:  # noqa: ARG002 - as in Fault
        """Return the response."""
        text = self.body if isinstance(self.body, str) else json.dumps(self.body)
        headers = {"Content-Type": self.content_type, **self.headers}
        return web.Response(body=text.encode(), status=self.status, headers=headers)


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


T = TypeVar("T")


class Activity:
    """Signals every change of a loopback platform's state to the tests that wait for one.

    Args:
        describe: returns the state as text; a wait that fails shows it.
    """

    def __init__(self, describe: Callable[[], str] = str) -> None:
        self._describe = describe
        self._changed = asyncio.Event()

    def changed(self) -> None:
        """Wake every waiting test; the loopback calls it after each change."""
        self._changed.set()

    async def until(self, condition: Callable[[], T], within: float = 30.0) -> T:
        """Return the value of `condition()` once it is true; it is evaluated after every change.

        Args:
            condition: a function without side effects.
            within: seconds to wait at most.

        Raises:
            AssertionError: the condition did not become true in time; the message shows the state.
        """
        try:
            async with asyncio.timeout(within):
                while not (value := condition()):
                    self._changed.clear()
                    await self._changed.wait()
                return value
        except TimeoutError:
            msg = f"not true within {within} s; the state is:\n{self._describe()}"
            raise AssertionError(msg) from None

    async def quiet(self, seconds: float = 0.05) -> None:
        """Wait until nothing has changed for that many seconds, before asserting that something did not happen."""
        while True:
            self._changed.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return
