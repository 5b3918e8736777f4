"""Failures on order: any method, any number of times, said to the app or only suffered by it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from tests.fakes.slack.basics import Json


def _always(_: Json) -> bool:
    return True


@dataclass
class Fault:
    """What goes wrong with the next `times` calls of `method` that `when` picks.

    Attributes:
        error: the platform's word, answered instead of doing it; `ratelimited` is a 429 with `Retry-After`.
        status: another HTTP status, for a platform that is down.
        lost: do it, and hang up before answering.
    """

    method: str
    error: str = "internal_error"
    times: int = 1
    status: int = 200
    retry_after: int = 1
    lost: bool = False
    when: Callable[[Json], bool] = field(default=_always)

    def response(self) -> web.Response:
        """The answer that says so."""
        body = {"ok": False, "error": self.error}
        if self.error == "ratelimited":
            return web.json_response(body, status=429, headers={"Retry-After": str(self.retry_after)})
        return web.json_response(body, status=self.status)


class Faults:
    """The faults on order."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def order(self, fault: Fault) -> None:
        """Let it happen from now on, after those ordered before it."""
        self._ordered.append(fault)

    def due(self, method: str, args: Json) -> Fault | None:
        """The fault this call meets, used up by it."""
        for fault in self._ordered:
            if fault.method == method and fault.times > 0 and fault.when(args):
                fault.times -= 1
                return fault
        return None
