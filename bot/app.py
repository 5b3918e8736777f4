"""The one place that knows everything: it reads the settings and puts the parts together."""

import logging
import sys
from collections.abc import AsyncIterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from logging.handlers import RotatingFileHandler

from platformdirs import user_log_path

from bot.handlers.dispatcher import Dispatcher, report_fault
from bot.persistence.database import Database, default_url
from bot.platforms.console.keyboard import Keyboard
from bot.platforms.console.pipe import Pipe
from bot.platforms.console.screen import Screen
from bot.platforms.console.session import Session
from bot.services.errors import StorageError
from bot.services.randomness import SystemRandomSource
from bot.services.services import Services
from bot.settings import Settings
from bot.solving.executor import ExecutorSolver
from bot.wording import words_for

LOG_BYTES = 1_000_000


def open_database(url: str | None) -> Database:
    """The database at `url` or, without one, where the settings say.

    Raises:
        StorageUnreachable: that is no address of a database.
    """
    return Database(url or Settings().database_url or default_url())


@asynccontextmanager
async def open_services(url: str | None, executor: Executor) -> AsyncIterator[Services]:
    """The services over a database whose tables are up to date, with a solver in the executor; both closed afterwards.

    Raises:
        StorageError: the database cannot be used.
    """
    async with prepared_database(url) as database, shut_down(executor):
        yield services_over(database, executor)


@asynccontextmanager
async def prepared_database(url: str | None) -> AsyncIterator[Database]:
    """A database whose tables are up to date, closed afterwards.

    Raises:
        StorageError: it cannot be used.
    """
    database = open_database(url)
    try:
        await database.prepare()
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def shut_down(executor: Executor) -> AsyncIterator[None]:
    """Shut the executor down afterwards, whatever it is still thinking of."""
    try:
        yield
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def services_over(database: Database, executor: Executor) -> Services:
    """The services over a prepared database, with a solver in the executor's threads or processes."""
    return Services.over(database.unit, _now, SystemRandomSource(), ExecutorSolver(executor))


async def run_console(url: str | None, name: str, room: str, locale: str | None) -> int:
    """Play in the terminal, or as told by a pipe; the exit status comes back."""
    _log_to_file()
    words = words_for(locale)
    interactive = sys.stdin.isatty()
    screen = Screen()
    try:
        async with open_services(url, ThreadPoolExecutor(1, thread_name_prefix="solver")) as services:
            lines = Keyboard(words) if interactive else Pipe(sys.stdin)
            return await Session(Dispatcher(services), screen, lines, words).run(name, room)
    except StorageError as error:
        screen.complain(words.refusal(error))
    except Exception as error:  # noqa: BLE001  # the last resort, as at the dispatcher
        screen.show(report_fault(error, words))
    return 1


async def upgrade_database(url: str | None, locale: str | None) -> int:
    """Migrate the database and say so; the exit status comes back."""
    words = words_for(locale)
    screen = Screen()
    try:
        database = open_database(url)
        try:
            screen.say(words.upgraded(*await database.upgrade()))
        finally:
            await database.close()
    except StorageError as error:
        screen.complain(words.refusal(error))
        return 1
    return 0


def _now() -> datetime:
    return datetime.now(UTC)


def _log_to_file() -> None:
    """Keep the log out of the game: people see a reference, and find it in the file."""
    folder = user_log_path("hitblow", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(folder / "hitblow.log", maxBytes=LOG_BYTES, backupCount=1)
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(handlers=[handler], format="%(asctime)s %(levelname)s %(name)s %(message)s")
