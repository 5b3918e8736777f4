"""Failures on demand: any route can be made to fail, to limit, or to wait."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False, kw_only=True)
class Fault:
    """What happens to the next ``times`` requests of a route.

    ``after`` lets Discord do as asked before the failure is reported, as when the answer is lost on the way.
    """

    route: str
    status: int
    times: int = 1
    retry_after: float = 0.0
    after: bool = False
    everywhere: bool = False

    @property
    def headers(self) -> dict[str, str]:
        """The headers discord.py looks at; without ``Via`` it takes a 429 for a ban."""
        if self.status != 429:
            return {}
        seconds = str(self.retry_after)
        return {
            "Via": "1.1 google",
            "Retry-After": seconds,
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": seconds,
            "X-RateLimit-Bucket": f"loopback-{self.route}",
            "X-RateLimit-Scope": "global" if self.everywhere else "user",
        }

    @property
    def body(self) -> dict[str, object]:
        if self.status == 429:
            text = "You are being rate limited."
            return {"message": text, "retry_after": self.retry_after, "global": self.everywhere}
        return {"message": f"{self.status}: loopback failure", "code": 0}


@dataclass(eq=False)
class Hold:
    """Requests of a route waiting at the door until ``release``; ``arrived`` is set by the first."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _open: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self) -> None:
        """Wait as a request does."""
        self.arrived.set()
        await self._open.wait()

    def release(self) -> None:
        """Let all through, now and from now on."""
        self._open.set()


class Faults:
    """The failures that are still to happen."""

    def __init__(self) -> None:
        self._pending: list[Fault] = []
        self._holds: dict[str, Hold] = {}

    def add(self, fault: Fault) -> None:
        self._pending.append(fault)

    def take(self, route: str) -> Fault | None:
        """The fault that the next request of ``route`` meets, if any."""
        for fault in self._pending:
            if fault.route == route and fault.times > 0:
                fault.times -= 1
                return fault
        return None

    def hold(self, route: str) -> Hold:
        """Make requests of ``route`` wait."""
        return self._holds.setdefault(route, Hold())

    async def wait(self, route: str) -> None:
        """Wait as long as ``route`` is held."""
        if route in self._holds:
            await self._holds[route].wait()
