"""Everything that watches a server while it runs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.observability.event_loop import measure_delays
from bot.observability.health import HealthServer
from bot.observability.metrics import Metrics
from bot.platforms.common.readiness import Readiness


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
