"""Serving the chat platforms from one process, until it is told to stop."""

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from bot.adapters.console.screen import Screen
from bot.adapters.discord import running as discord
from bot.adapters.errors import PlatformError
from bot.adapters.wording import words_for
from bot.app import open_services
from bot.services.errors import StorageError
from bot.services.pool import LastingPool
from bot.services.services import Services
from bot.settings import Settings

SOLVERS = 2

Platform = Callable[[Services, Settings, asyncio.Event], Awaitable[None]]
"""What serves one platform until the event is set."""


async def serve(platform: Platform, url: str | None, locale: str | None) -> int:
    """Serve a platform until SIGTERM or SIGINT; the exit status comes back."""
    _log_to_stderr()
    try:
        with _stop_on_signals() as stop:
            async with open_services(url, LastingPool(SOLVERS)) as services:
                await platform(services, Settings(), stop)
    except (PlatformError, StorageError) as error:
        Screen().complain(words_for(locale).refusal(error))
        return 1
    return 0


async def serve_discord(services: Services, settings: Settings, stop: asyncio.Event) -> None:
    """See `bot.adapters.discord.running.run`."""
    await discord.run(services, discord_access(settings), stop)


async def invite_to_discord(locale: str | None) -> int:
    """Print the link that lets the bot into a server; the exit status comes back."""
    screen = Screen()
    try:
        screen.say(await discord.invitation(discord_access(Settings())))
    except PlatformError as error:
        screen.complain(words_for(locale).refusal(error))
        return 1
    return 0


def discord_access(settings: Settings) -> discord.Access:
    """How the settings say that Discord is reached."""
    token = settings.discord_token.get_secret_value() if settings.discord_token else None
    return discord.Access(token, settings.discord_api_url, settings.discord_gateway_url)


@contextmanager
def _stop_on_signals() -> Iterator[asyncio.Event]:
    """An event that is set when the process is asked to end."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


def _log_to_stderr() -> None:
    """A server's log is for whoever runs it; what discord.py says of intents and voice at every start is not."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("bot").setLevel(logging.INFO)
    for name in ("discord.client", "discord.state"):
        logging.getLogger(name).setLevel(logging.ERROR)
