"""The network between a client and a loopback platform: delays, reordering and faults, per route."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Generic, Literal, Self, TypeVar

from aiohttp import web

from tests.fakes.loopback.records import Disconnect, Exchange, Fault

Direction = Literal["request", "response"]
"""Of a request: to the platform, and back. Of an event: to the client, and its acknowledgement back."""

E = TypeVar("E", bound=Exchange)


@dataclass(eq=False)
class _Rule(Generic[E]):
    """Which exchanges a setting concerns."""

    route: str | None
    call: int | None = None
    when: Callable[[E], bool] | None = None

    def concerns(self, exchange: E) -> bool:
        return (
            self.route in (None, exchange.route)
            and (self.call is None or exchange.number >= self.call)
            and (self.when is None or self.when(exchange))
        )


@dataclass(eq=False)
class _Delay:
    route: str | None
    direction: Direction | None
    low: float
    high: float
    seed: int

    def seconds(self, route: str, number: int, direction: Direction) -> float:
        """The same for the same seed, route, number and direction, in whatever order requests come."""
        return random.Random(f"{self.seed}/{route}/{number}/{direction}").uniform(self.low, self.high)


@dataclass(eq=False)
class _Failure(_Rule[E]):
    fault: Fault = field(default_factory=Disconnect)
    left: int | None = 1

    def take(self, exchange: E) -> bool:
        """Whether the exchange meets this fault, which is then used up once."""
        if self.left == 0 or not self.concerns(exchange):
            return False
        if self.left is not None:
            self.left -= 1
        return True


@dataclass(eq=False)
class Hold(_Rule[E]):
    """Requests or responses held back until they are released; a context manager that releases at its end.

    Attributes:
        held: the exchanges that wait now, oldest first.
    """

    direction: Direction = "request"
    times: int | None = None
    held: list[E] = field(default_factory=list)
    _doors: dict[E, asyncio.Event] = field(default_factory=dict)
    _arrival: asyncio.Event = field(default_factory=asyncio.Event)
    _released: bool = False

    async def reached(self, count: int = 1) -> list[E]:
        """Wait until `count` exchanges are held; returns them, oldest first."""
        while len(self.held) < count:
            self._arrival.clear()
            await self._arrival.wait()
        return list(self.held)

    def release(self, *exchanges: E) -> None:
        """Let these pass, in any order; without arguments all, now and in future."""
        self._released = self._released or not exchanges
        for exchange in exchanges or tuple(self.held):
            self._doors[exchange].set()

    async def wait(self, exchange: E) -> None:
        """Hold an exchange as long as necessary; called by the network."""
        if self._released or self.times == 0 or not self.concerns(exchange):
            return
        if self.times is not None:
            self.times -= 1
        door = self._doors[exchange] = asyncio.Event()
        self.held.append(exchange)
        self._arrival.set()
        try:
            await door.wait()
        finally:
            self.held.remove(exchange)
            del self._doors[exchange]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class Network(Generic[E]):
    """Carries every request and response, late, out of order or not at all where a test says so.

    Args:
        check_route: raises ValueError for the name of a route that does not exist.
    """

    def __init__(self, check_route: Callable[[str], None]) -> None:
        self._check_route = check_route
        self._numbers: Counter[str] = Counter()
        self._delays: list[_Delay] = []
        self._failures: list[_Failure[E]] = []
        self._holds: list[Hold[E]] = []
        self.exchanges: list[E] = []
        self.busy = 0

    def delay(
        self,
        low: float,
        high: float | None = None,
        *,
        route: str | None = None,
        direction: Direction | None = None,
        seed: int = 0,
    ) -> None:
        """Make requests reach the platform late, and responses the client.

        Each passage takes between `low` and `high` seconds (`low`, if `high` is None), the same in every run with the
        same `seed`. Of several settings that concern a passage, the last one counts.

        Args:
            low: seconds at least.
            high: seconds at most.
            route: only this route; every route if None.
            direction: only `"request"` or only `"response"`; each of both if None.
            seed: of the random delays.
        """
        self._check(route)
        self._delays.append(_Delay(route, direction, low, low if high is None else high, seed))

    def fail(
        self,
        route: str | None,
        fault: Fault,
        *,
        times: int | None = 1,
        call: int | None = None,
        when: Callable[[E], bool] | None = None,
    ) -> None:
        """Let the next requests of a route fail.

        Args:
            route: the route; any route if None.
            fault: what goes wrong.
            times: how many requests fail; all until `clear` if None.
            call: the number of the first request that fails, 1 for the first since the platform started.
            when: chooses among the requests.
        """
        self._check(route)
        self._failures.append(_Failure(route, call, when, fault, times))

    def hold(
        self,
        route: str | None = None,
        *,
        direction: Direction = "request",
        times: int | None = None,
        call: int | None = None,
        when: Callable[[E], bool] | None = None,
    ) -> Hold[E]:
        """Hold requests back before they are processed, or their responses; the result releases them in any order.

        Args:
            route: the route; any route if None.
            direction: hold requests, or the responses of requests that were processed.
            times: how many are held; all if None.
            call: the number of the first request that is held.
            when: chooses among the requests.
        """
        self._check(route)
        hold = Hold(route, call, when, direction, times)
        self._holds.append(hold)
        return hold

    def clear(self) -> None:
        """Remove all delays and faults, and release everything that is held."""
        self._delays.clear()
        self._failures.clear()
        for hold in self._holds:
            hold.release()
        self._holds.clear()

    def seconds(self, route: str, number: int, direction: Direction) -> float:
        """The delay of a passage by the present settings."""
        for delay in reversed(self._delays):
            if delay.route in (None, route) and delay.direction in (None, direction):
                return delay.seconds(route, number, direction)
        return 0.0

    def next_number(self, route: str) -> int:
        """Count a request of a route."""
        self._numbers[route] += 1
        return self._numbers[route]

    async def carry(
        self, exchange: E, request: web.Request, process: Callable[[E], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Take a request through the network: to `process`, and the response back."""
        exchange.number = self.next_number(exchange.route)
        self.exchanges.append(exchange)
        self.busy += 1
        try:
            response = await self._carry(exchange, request, process)
            exchange.answered_at = time.monotonic()
        finally:
            self.busy -= 1
        return response

    async def _carry(
        self, exchange: E, request: web.Request, process: Callable[[E], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        await self.travel(exchange, "request")
        fault = exchange.fault = self.next_fault(exchange)
        if fault and not fault.processed:
            return fault.respond(request)
        exchange.processed_at = time.monotonic()
        response = await process(exchange)
        await self.travel(exchange, "response")
        return fault.respond(request) if fault else response

    async def travel(self, exchange: E, direction: Direction) -> None:
        """Wait as long as a passage takes: its delay, then its holds."""
        if seconds := self.seconds(exchange.route, exchange.number, direction):
            await asyncio.sleep(seconds)
        for hold in [hold for hold in self._holds if hold.direction == direction]:
            await hold.wait(exchange)

    def next_fault(self, exchange: E) -> Fault | None:
        """Return the fault that a request meets, which is then used up once; None if it meets none."""
        return next((failure.fault for failure in self._failures if failure.take(exchange)), None)

    def _check(self, route: str | None) -> None:
        if route is not None:
            self._check_route(route)
