"""The composition root: puts settings, database, solver, services and platforms together."""

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler

from platformdirs import user_log_path

from bot.handlers.dispatcher import Dispatcher, report_fault
from bot.persistence.database import Database, default_url
from bot.platforms.common.errors import SettingsMissing
from bot.platforms.common.platform import Platform, Runtime
from bot.platforms.console.input import PlainInput, StreamInput
from bot.platforms.console.live_session import LiveSession
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.prompt import PromptInput
from bot.platforms.console.session import ConsoleSession
from bot.services.errors import StorageError
from bot.services.randomness import SystemRandomSource
from bot.services.services import Services
from bot.settings import Settings
from bot.solving.executor import ExecutorSolver
from bot.solving.pool import RestartingProcessPool
from bot.wording import Words

SOLVER_PROCESSES = 2
_LOG_BYTES = 1_000_000
_LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s %(message)s"


@asynccontextmanager
async def open_database(url: str | None, *, migrated: bool = True) -> AsyncIterator[Database]:
    """The database at `url` or, without one, where the settings say.

    Args:
        url: its address.
        migrated: whether to bring its tables up to date first.

    Raises:
        StorageError: It cannot be used.
    """
    database = Database(url or Settings().database_url or default_url())
    try:
        if migrated:
            await database.prepare()
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def open_services(database: Database, executor: Executor) -> AsyncIterator[Services]:
    """The services over a database, with the solver in an executor that is shut down afterwards."""
    try:
        yield Services.over(database.unit, _now, SystemRandomSource(), ExecutorSolver(executor))
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _now() -> datetime:
    return datetime.now(UTC)


async def upgrade_database(url: str | None) -> tuple[str | None, str]:
    """Migrate the database; returns its revision before (None if it was empty) and after.

    Raises:
        StorageError: It cannot be used.
    """
    async with open_database(url, migrated=False) as database:
        return await database.upgrade()


@dataclass(frozen=True, slots=True)
class TerminalSession:
    """How to play in the terminal.

    Args:
        name: of the player.
        room: to play in.
        words: the language.
        first: a line to run before those that are typed or read.
        only: whether to run just that line.
        strict: whether refusals make the exit status 1.
        ascii_only: whether to print no pictures; None for where the terminal cannot show them.
    """

    name: str
    room: str
    words: Words
    first: str | None = None
    only: bool = False
    strict: bool = False
    ascii_only: bool | None = None


async def play_in_terminal(url: str | None, play: TerminalSession) -> int:
    """Play interactively or, where the input is no terminal, from a pipe; returns the exit status.

    Raises:
        StorageError: The database cannot be used.
    """
    _log_to_file()
    output = ConsoleOutput(play.words, ascii_only=play.ascii_only)
    solver = ThreadPoolExecutor(1, thread_name_prefix="solver")
    try:
        async with open_database(url) as database, open_services(database, solver) as services:
            session = _session(services, output, play)
            if play.only and play.first is not None:
                return await session.run_once(play.first, play.name, play.room)
            return await session.run(play.name, play.room, play.first, strict=play.strict)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001  # the user sees a reference instead of a traceback
        output.print_reply(report_fault(error, play.words))
        return 1


def _session(services: Services, output: ConsoleOutput, play: TerminalSession) -> ConsoleSession:
    """The session for the kind of terminal, or for a pipe."""
    dispatcher, words, referee = Dispatcher(services), play.words, services.referee
    if sys.stdin.isatty() and output.is_live:
        return LiveSession(dispatcher, PromptInput(words), output, words, referee)
    lines = PlainInput(sys.stdin) if sys.stdin.isatty() else StreamInput(sys.stdin)
    return ConsoleSession(dispatcher, lines, output, words, referee)


def _log_to_file() -> None:
    """Log to a file, so that the log does not disturb the game."""
    folder = user_log_path("hitblow", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(folder / "hitblow.log", maxBytes=_LOG_BYTES, backupCount=1)
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(handlers=[handler], format=_LOG_FORMAT)


def configured(platforms: Sequence[Platform]) -> Sequence[Platform]:
    """The platforms that the operator means to serve.

    Raises:
        SettingsMissing: None of them is configured.
    """
    if found := [platform for platform in platforms if platform.configured]:
        return found
    names = " / ".join(platform.name for platform in platforms)
    raise SettingsMissing(names, tuple(names for platform in platforms for names in platform.alternatives))


async def serve(platforms: Sequence[Platform], url: str | None, language: str | None = None) -> None:
    """Serve platforms over one database until SIGTERM or SIGINT. If one of them fails, all stop.

    Args:
        platforms: at least one.
        url: the database; None for that of the settings.
        language: the language of public replies; None for that of the settings.

    Raises:
        PlatformError: One of the platforms cannot be served.
        StorageError: The database cannot be used.
    """
    for platform in platforms:
        platform.check_settings()
    logging.basicConfig(stream=sys.stderr, format=_LOG_FORMAT)
    logging.getLogger("bot").setLevel(logging.INFO)
    pool = RestartingProcessPool(SOLVER_PROCESSES)
    with _set_on_signals() as stop:
        async with open_database(url) as database, open_services(database, pool) as services:
            await _serve_together(platforms, Runtime(services, database.engine, language or Settings().lang), stop)


async def _serve_together(platforms: Sequence[Platform], runtime: Runtime, stop: asyncio.Event) -> None:
    tasks = [asyncio.create_task(platform.serve(runtime, stop), name=platform.name) for platform in platforms]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
    stop.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for error in filter(None, results):
        raise error


@contextmanager
def _set_on_signals() -> Iterator[asyncio.Event]:
    """An event that is set when the process is asked to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
