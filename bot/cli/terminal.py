"""Playing in the terminal: putting the database, the services and the session together."""

import logging
import sys
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler

from platformdirs import user_log_path

from bot.app import open_database, open_services
from bot.handlers.dispatcher import Dispatcher, report_fault
from bot.locales import Words
from bot.model.errors import StorageError
from bot.observability.logs import start_logging
from bot.platforms.console.output import ConsoleOutput
from bot.platforms.console.session import ConsoleSession, PlainInput, StreamInput
from bot.services.services import Services
from bot.solving.executor import solver_in_thread

_LOG_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class TerminalSession:
    """How to play in the terminal.

    Args:
        name: of the player.
        room: to play in.
        words: the language.
        first: a line to run before those that are typed or read; None for none.
        runs_only_first: whether to exit after that line.
        strict: whether refusals make the exit status 1.
        ascii_only: whether to print ASCII only; None to do so where the terminal cannot show more.
    """

    name: str
    room: str
    words: Words
    first: str | None = None
    runs_only_first: bool = False
    strict: bool = False
    ascii_only: bool | None = None


async def play_in_terminal(url: str | None, play: TerminalSession) -> int:
    """Play interactively or, where the input is no terminal, from a pipe; returns the exit status.

    Raises:
        StorageError: The database cannot be used.
    """
    _log_to_file()
    output = ConsoleOutput(play.words, ascii_only=play.ascii_only)
    try:
        with solver_in_thread() as solver:
            async with open_database(url) as database, open_services(database, solver) as services:
                return await _play(services, output, play)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001  # the user sees a reference instead of a traceback
        output.print_reply(report_fault(error, play.words))
        return 1


async def _play(services: Services, output: ConsoleOutput, play: TerminalSession) -> int:
    session = _session(services, output, play)
    if play.runs_only_first and play.first is not None:
        return await session.run_once(play.first, play.name, play.room)
    return await session.run(play.name, play.room, play.first, strict=play.strict)


def _session(services: Services, output: ConsoleOutput, play: TerminalSession) -> ConsoleSession:
    """The session for the kind of terminal, or for a pipe."""
    dispatcher, words, referee = Dispatcher(services), play.words, services.referee
    if sys.stdin.isatty() and output.is_live:
        from bot.platforms.console.board_session import BoardSession
        from bot.platforms.console.prompt import PromptInput

        return BoardSession(dispatcher, PromptInput(words), output, words, services)
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
    start_logging(handler)
