"""Health checks, and the delay of the event loop."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.model.observer import Observer
from bot.observability.metrics import Metrics
from bot.platforms.common.errors import PortUnavailable
from bot.platforms.common.intake import Readiness

INTERVAL = 0.25
"""Seconds between two measurements. Whatever blocks the event loop for longer is noticed."""


async def measure_delays(
    observer: Observer,
    clock: Callable[[], float] | None = None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Report every `INTERVAL` seconds how late a timer fires, until cancelled.

    Args:
        observer: gets the delays.
        clock: monotonic seconds; None for the event loop's.
        sleep: waits for a number of seconds.
    """
    now = clock or asyncio.get_running_loop().time
    while True:
        due = now() + INTERVAL
        await sleep(INTERVAL)
        observer.event_loop_delay(max(0.0, now() - due))


log = logging.getLogger(__name__)

_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SHUTDOWN_SECONDS = 0.5
_NAME = "hitblow"


class HealthServer:
    """Answers `/healthz`, `/readyz` and `/metrics`. It tells nothing about people or games.

    | path | |
    |---|---|
    | `/healthz` | 200 while the event loop works |
    | `/readyz` | 200 if every part is ready, else 503; the body is JSON: whether each part is |
    | `/metrics` | Prometheus's text format |
    """

    def __init__(self, metrics: Metrics, readiness: Readiness) -> None:
        self._metrics = metrics
        self._readiness = readiness

    @asynccontextmanager
    async def listening(self, host: str, port: int) -> AsyncIterator[int]:
        """Listen; yields the port, which is a free one if `port` is 0.

        Raises:
            PortUnavailable: it cannot be listened on.
        """
        app = web.Application()
        app.add_routes(
            [web.get("/healthz", self._alive), web.get("/readyz", self._ready), web.get("/metrics", self._scrape)]
        )
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS, logger=log)
        await runner.setup()
        try:
            try:
                await web.TCPSite(runner, host, port).start()
            except OSError as error:
                raise PortUnavailable(_NAME, port) from error
            bound: int = runner.addresses[0][1]
            log.info("health and metrics at http://%s:%d", host, bound)
            yield bound
        finally:
            await runner.cleanup()

    async def _alive(self, _request: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def _ready(self, _request: web.Request) -> web.Response:
        states = await self._readiness.states()
        return web.json_response(dict(states), status=200 if all(states.values()) else 503)

    async def _scrape(self, _request: web.Request) -> web.Response:
        for part, ready in (await self._readiness.states()).items():
            self._metrics.ready(part, ready=ready)
        return web.Response(body=self._metrics.render(), headers={"Content-Type": _METRICS_TYPE})


@asynccontextmanager
async def monitored(host: str, port: int, readiness: Readiness) -> AsyncIterator[Metrics]:
    """Serve health and metrics, and measure the event loop; yields the observer to report to.

    Raises:
        PortUnavailable: the port cannot be listened on.
    """
    metrics = Metrics()
    async with HealthServer(metrics, readiness).listening(host, port):
        measuring = asyncio.create_task(measure_delays(metrics), name="event loop delay")
        try:
            yield metrics
        finally:
            measuring.cancel()
            await asyncio.wait([measuring])
