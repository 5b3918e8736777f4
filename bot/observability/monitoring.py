"""Metrics for Prometheus, health checks, and the delay of the event loop."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from typing import TypeVar

import prometheus_client as prometheus
from aiohttp import web
from typing_extensions import override

from bot.model.observer import CommandOutcome, Observer, SolverOutcome
from bot.platforms.common.errors import PortUnavailable
from bot.platforms.common.intake import ReadinessChecks

log = logging.getLogger(__name__)

INTERVAL = 0.25
"""Seconds between two measurements of the event loop, which detect anything that blocks it for longer."""

_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SHUTDOWN_SECONDS = 0.5
_NAME = "hitblow"

_REPLY = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0)
"""Buckets for replies, in seconds; the platforms give up after three."""

_STORAGE = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Buckets for the storage and for delays of the event loop, in seconds."""

_BOARD = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 30.0)
"""Buckets for boards, in seconds; rate limits of the platforms make them wait."""

_GROUP = (1, 2, 4, 8, 16, 32, 64)
"""Buckets for units of work that are committed together."""

_Metric = TypeVar("_Metric", prometheus.Counter, prometheus.Gauge, prometheus.Histogram)


class _Factory:
    """Makes the metrics of a registry. Each is a function that takes the values of its labels."""

    def __init__(self, registry: prometheus.CollectorRegistry) -> None:
        self._registry = registry

    def counter(self, name: str, documentation: str, *labels: str) -> Callable[..., prometheus.Counter]:
        return _children(prometheus.Counter(name, documentation, labels, registry=self._registry), labels)

    def gauge(self, name: str, documentation: str, *labels: str) -> Callable[..., prometheus.Gauge]:
        return _children(prometheus.Gauge(name, documentation, labels, registry=self._registry), labels)

    def histogram(
        self, name: str, documentation: str, buckets: Sequence[float], *labels: str
    ) -> Callable[..., prometheus.Histogram]:
        return _children(
            prometheus.Histogram(name, documentation, labels, buckets=buckets, registry=self._registry), labels
        )


class _CommandMetrics:
    """What people do and see."""

    def __init__(self, make: _Factory) -> None:
        by_command = ("command", "platform")
        self.replies = make.counter("hitblow_commands", "Commands that were replied to.", *by_command, "outcome")
        self.seconds = make.histogram(
            "hitblow_command_seconds", "Time from receiving a command until its reply was made.", _REPLY, *by_command
        )
        self.board_seconds = make.histogram(
            "hitblow_board_seconds",
            "Time from asking for a board to be shown until it was visible or given up.",
            _BOARD,
            "platform",
            "delivery",
        )
        self.boards_behind = make.gauge(
            "hitblow_boards_behind", "Boards behind their games at the last look, at most about 1,000.", "platform"
        )
        self.open_games = make.gauge("hitblow_open_games", "Running games in the database, of all processes.")


class _StorageMetrics:
    """Units of work and commits."""

    def __init__(self, make: _Factory) -> None:
        self.unit_seconds = make.histogram(
            "hitblow_unit_of_work_seconds", "Time of units of work, waiting included.", _STORAGE, "access"
        )
        self.failures = make.counter("hitblow_storage_failures", "Units of work in which the storage failed.", "access")
        self.commit_units = make.histogram(
            "hitblow_commit_units", "Units of work that were committed to SQLite together.", _GROUP
        )
        self.commit_seconds = make.histogram("hitblow_commit_seconds", "Time of commits to SQLite.", _STORAGE)


class _SolverMetrics:
    """Questions to the solver."""

    def __init__(self, make: _Factory) -> None:
        self.waiting = make.gauge("hitblow_solver_waiting", "Questions that wait for the solver.")
        self.running = make.gauge("hitblow_solver_running", "Questions that the solver works on.")
        self.ended = make.counter("hitblow_solver_questions", "Questions to the solver that ended.", "task", "outcome")
        self.waited = make.histogram("hitblow_solver_wait_seconds", "Time of questions in the queue.", _REPLY)
        self.worked = make.histogram("hitblow_solver_work_seconds", "Time of questions at work.", _REPLY, "task")


class Metrics(Observer):
    """Counts and times what happens. Labels are names from this program's own lists, never what people typed."""

    def __init__(self) -> None:
        prometheus.disable_created_metrics()  # type: ignore[no-untyped-call]  # prometheus_client left it without types
        self._registry = prometheus.CollectorRegistry()
        prometheus.ProcessCollector(registry=self._registry)
        prometheus.PlatformCollector(registry=self._registry)
        prometheus.Info("hitblow", "This program.", registry=self._registry).info({"version": version("hitblow")})
        make = _Factory(self._registry)
        self._commands = _CommandMetrics(make)
        self._storage = _StorageMetrics(make)
        self._solver = _SolverMetrics(make)
        self._delay = make.histogram(
            "hitblow_event_loop_delay_seconds", "How late a timer of the event loop fired.", _STORAGE
        )
        self._ready = make.gauge("hitblow_ready", "Whether a part of the program is ready.", "part")

    def render(self) -> bytes:
        """Everything in Prometheus's text format."""
        return prometheus.generate_latest(self._registry)

    def set_ready(self, part: str, *, ready: bool) -> None:
        """Record whether a part of the program, such as `database`, is ready."""
        self._ready(part).set(ready)

    @override
    def command_handled(self, command: str, platform: str, outcome: CommandOutcome, seconds: float) -> None:
        self._commands.replies(command, platform, outcome).inc()
        self._commands.seconds(command, platform).observe(seconds)

    @override
    def board_delivered(self, platform: str, delivery: str, seconds: float) -> None:
        self._commands.board_seconds(platform, delivery).observe(seconds)

    @override
    def unit_of_work_ended(self, access: str, seconds: float, *, failed: bool) -> None:
        self._storage.unit_seconds(access).observe(seconds)
        if failed:
            self._storage.failures(access).inc()

    @override
    def group_committed(self, units: int, seconds: float) -> None:
        self._storage.commit_units().observe(units)
        self._storage.commit_seconds().observe(seconds)

    @override
    def solver_queue_changed(self, waiting: int, running: int) -> None:
        self._solver.waiting().set(waiting)
        self._solver.running().set(running)

    @override
    def solver_question_ended(self, task: str, outcome: SolverOutcome, waited: float, worked: float) -> None:
        self._solver.ended(task, outcome).inc()
        self._solver.waited().observe(waited)
        self._solver.worked(task).observe(worked)

    @override
    def outdated_boards_counted(self, platform: str, boards: int) -> None:
        self._commands.boards_behind(platform).set(boards)

    @override
    def games_counted(self, running: int) -> None:
        self._commands.open_games().set(running)

    @override
    def event_loop_delayed(self, seconds: float) -> None:
        self._delay().observe(seconds)


def _children(metric: _Metric, labels: Sequence[str]) -> Callable[..., _Metric]:
    """A function that finds the child of a metric by its labels, cached because the library is slow at it."""
    return cache(metric.labels) if labels else lambda: metric


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
        observer.event_loop_delayed(max(0.0, now() - due))


class HealthServer:
    """Answers `/healthz`, `/readyz` and `/metrics`. It tells nothing about people or games.

    | path | |
    |---|---|
    | `/healthz` | 200 while the event loop works |
    | `/readyz` | 200 if every part is ready, else 503; the body is JSON: whether each part is |
    | `/metrics` | Prometheus's text format |
    """

    def __init__(self, metrics: Metrics, readiness: ReadinessChecks) -> None:
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
            self._metrics.set_ready(part, ready=ready)
        return web.Response(body=self._metrics.render(), headers={"Content-Type": _METRICS_TYPE})


@asynccontextmanager
async def serve_monitoring(host: str, port: int, readiness: ReadinessChecks) -> AsyncIterator[Metrics]:
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
