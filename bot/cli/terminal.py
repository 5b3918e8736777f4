"""Playing in the terminal: putting the database, the services and the session together."""

import asyncio
import logging
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from platformdirs import user_log_path

from bot.cli.output import start_without_garbage_collection
from bot.locales import Words
from bot.model.errors import StorageError
from bot.observability.logs import start_logging
from bot.persistence.address import default_address, missing_file
from bot.platforms.console.output import ConsoleOutput
from bot.settings import Settings

if TYPE_CHECKING:
    from bot.platforms.console.prompt import PromptInput
    from bot.platforms.console.session import ConsoleSession
    from bot.services.services import Services

_LOG_BYTES = 1_000_000
_LOADED = ("bot.app", "bot.handlers.dispatcher", "bot.platforms.console.board_session", "bot.solving.executor")
"""What is imported while a person reads."""

_READING_SECONDS = 1.0
"""Seconds until scheduled work starts in a terminal, so that the board is shown sooner."""


@dataclass(frozen=True, slots=True)
class TerminalOptions:
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


async def play_or_run_command(url: str | None, play: TerminalOptions) -> int:
    """Play interactively or, where the input is no terminal, from a pipe; returns the exit status.

    Raises:
        StorageError: The database cannot be used.
    """
    output = ConsoleOutput(play.words, ascii_only=play.ascii_only)
    prompt = await _prompt(url, output, play)
    await asyncio.to_thread(_load) if prompt else _load()
    from bot.app import open_database, open_services
    from bot.handlers.dispatcher import report_unexpected_error
    from bot.solving.executor import solver_in_thread

    _log_to_file()
    try:
        with solver_in_thread() as solver:
            pause = _READING_SECONDS if prompt else 0.0
            async with (
                open_database(url) as database,
                open_services(database, solver, first_pause=pause) as services,
            ):
                session = _session(services, output, play, prompt)
                if play.runs_only_first and play.first is not None:
                    return await session.run_once(play.first, play.name, play.room)
                return await session.run(play.name, play.room, play.first, strict=play.strict)
    except StorageError:
        raise
    except Exception as error:  # noqa: BLE001  # the user sees a reference instead of a traceback
        output.print_reply(report_unexpected_error(error, play.words))
        return 1


async def _prompt(url: str | None, output: ConsoleOutput, play: TerminalOptions) -> "PromptInput | None":
    """The prompt of a terminal that can redraw its screen. It is open unless this is the first start."""
    if not (sys.stdin.isatty() and output.is_live) or play.runs_only_first:
        return None
    from bot.platforms.console.prompt import PromptInput

    prompt = PromptInput(play.words)
    if play.first is None and missing_file(url or Settings.read().database_url or default_address()) is None:
        output.greet()
        await prompt.show_early()
    return prompt


def _load() -> None:
    with start_without_garbage_collection():
        for module in _LOADED:
            import_module(module)


def _session(
    services: "Services", output: ConsoleOutput, play: TerminalOptions, prompt: "PromptInput | None"
) -> "ConsoleSession":
    """The session for the kind of terminal, or for a pipe."""
    from bot.handlers.dispatcher import Dispatcher

    dispatcher = Dispatcher(services)
    if prompt is not None:
        from bot.platforms.console.board_session import BoardSession

        return BoardSession(dispatcher, prompt, output, play.words, services)
    from bot.platforms.console.session import ConsoleSession, DumbTerminalInput, StreamInput

    lines = DumbTerminalInput(sys.stdin) if sys.stdin.isatty() else StreamInput(sys.stdin)
    return ConsoleSession(dispatcher, lines, output, play.words, services)


def _log_to_file() -> None:
    """Log to a file, so that the log does not disturb the game."""
    from logging.handlers import RotatingFileHandler

    folder = user_log_path("hitblow", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(folder / "hitblow.log", maxBytes=_LOG_BYTES, backupCount=1)
    except OSError:
        handler = logging.NullHandler()
    start_logging(handler)
