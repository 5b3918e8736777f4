"""The composition root of the chat platforms: puts settings, database, solver, services and platforms together."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib import import_module
from pkgutil import iter_modules
from threading import Thread, Timer

from bot.app import open_database, open_services
from bot.model.observer import SILENT, Observer
from bot.model.operations import CHAT_PACE
from bot.observability.logs import start_logging
from bot.platforms.common.errors import SettingsMissing
from bot.platforms.common.intake import ReadinessChecks
from bot.platforms.common.platform import Platform, Runtime
from bot.platforms.common.rendering import ImageRenderer
from bot.settings import Settings
from bot.solving.executor import RestartingProcessPool
from bot.solving.queue import QueuedSolver

log = logging.getLogger(__name__)

STOP_SECONDS = 9.5
"""Seconds after which a process that was asked to stop ends in any case. Its parts have shorter limits of their own."""

IMAGE_PROCESSES = 1

_CONNECTING_SECONDS = 1.0
"""Seconds before commands are loaded, and then until scheduled work starts, so that platforms are connected sooner."""


def configured_platforms(platforms: Sequence[Platform]) -> Sequence[Platform]:
    """The platforms that the operator means to serve.

    Raises:
        SettingsMissing: None of them is configured.
    """
    if found := [platform for platform in platforms if platform.settings.has_any_credential]:
        return found
    names = " / ".join(platform.name for platform in platforms)
    raise SettingsMissing(names, tuple(names for platform in platforms for names in platform.settings.alternatives))


async def serve(
    platforms: Sequence[Platform],
    url: str | None,
    language: str | None = None,
    on_signal: Callable[[], None] = lambda: None,
) -> None:
    """Serve platforms over one database until SIGTERM or SIGINT. If one of them fails, all stop.

    Args:
        platforms: at least one.
        url: the database; None for that of the settings.
        language: the language of public replies; None for that of the settings.
        on_signal: is called when the process is asked to stop.

    Raises:
        PlatformError: One of the platforms cannot be served.
        StorageError: The database cannot be used.
    """
    for platform in platforms:
        platform.settings.check()
    settings = Settings.read()
    start_logging(logging.StreamHandler(), settings.log_level, settings.log_format)
    readiness = ReadinessChecks("database", *(platform.name for platform in platforms))
    with _set_on_signals(readiness.report_stopping, on_signal) as stop:
        async with (
            _observed(settings, readiness) as observer,
            open_database(url, observer=observer) as database,
            QueuedSolver(observer=observer) as solver,
            open_services(database, solver, observer, first_pause=2 * _CONNECTING_SECONDS, pace=CHAT_PACE) as services,
        ):
            readiness.register("database", database.is_writable)
            await database.scrub_deleted()  # what was deleted just before the last process was killed
            with _images() as images:
                public_language = language or settings.lang
                runtime = Runtime(
                    services, lambda: database.engine, public_language, readiness, database.scrub_deleted, images
                )
                await _serve_together(platforms, runtime, stop)


def preload_commands() -> None:
    """Import what the first use of a command would import while the event loop waits."""
    for package in ("bot.handlers", "bot.persistence.repositories"):
        for module in iter_modules(import_module(package).__path__, f"{package}."):
            import_module(module.name)


def force_exit_soon() -> None:
    """End the process after `STOP_SECONDS`, even if something still runs then. What people were told is stored."""
    timer = Timer(STOP_SECONDS, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    log.warning("stopped after %.1f seconds before everything was closed; every move is stored", STOP_SECONDS)
    os._exit(0)


@asynccontextmanager
async def _observed(settings: Settings, readiness: ReadinessChecks) -> AsyncIterator[Observer]:
    """Serve health and metrics if the settings name a port; yields the observer to report to."""
    if settings.health_port is None:
        yield SILENT
        return
    from bot.observability.monitoring import serve_monitoring  # noqa: PLC0415  # loads aiohttp.web and prometheus_client

    async with serve_monitoring(settings.health_host, settings.health_port, readiness) as observer:
        yield observer


@contextmanager
def _images() -> Iterator[ImageRenderer]:
    """A renderer of images in a process of its own, which starts at once."""
    processes = RestartingProcessPool(IMAGE_PROCESSES)
    renderer = ImageRenderer(processes)
    renderer.start()
    try:
        yield renderer
    finally:
        processes.kill()


async def _serve_together(platforms: Sequence[Platform], runtime: Runtime, stop: asyncio.Event) -> None:
    asyncio.get_running_loop().call_later(_CONNECTING_SECONDS, Thread(target=preload_commands).start)
    tasks = [asyncio.create_task(platform.serve(runtime, stop), name=platform.name) for platform in platforms]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    stop.set()
    runtime.readiness.report_stopping()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for error in filter(None, results):
        raise error


@contextmanager
def _set_on_signals(*also: Callable[[], None]) -> Iterator[asyncio.Event]:
    """An event that is set when the process is asked to stop, after the functions `also` were called."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)

    def set_stop() -> None:
        for call in also:
            call()
        stop.set()

    for number in signals:
        loop.add_signal_handler(number, set_stop)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
