"""Serving the chat platforms from one process, until it is told to stop."""

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pydantic import SecretStr

from bot.app import prepared_database, services_over, shut_down
from bot.persistence.database import Database
from bot.platforms.common.errors import PlatformError, SettingsMissing
from bot.platforms.console.screen import Screen
from bot.platforms.discord import platform as discord
from bot.platforms.slack import config as slack
from bot.platforms.slack.platform import SlackBot
from bot.services.errors import StorageError
from bot.services.services import Services
from bot.settings import Settings
from bot.solving.pool import LastingPool
from bot.wording import words_for

SOLVERS = 2


@dataclass(frozen=True, slots=True)
class House:
    """What every platform is served from."""

    settings: Settings
    database: Database
    services: Services


Platform = Callable[[House, asyncio.Event], Coroutine[Any, Any, None]]
"""What serves one platform until the event is set."""


async def serve(platform: Platform, url: str | None, locale: str | None, **given: Any) -> int:  # noqa: ANN401  # as the settings
    """Serve a platform until SIGTERM or SIGINT; the exit status comes back.

    What is `given` stands before the settings from outside.
    """
    _log_to_stderr()
    settings = Settings(**given)
    pool = LastingPool(SOLVERS)
    try:
        with _stop_on_signals() as stop:
            async with prepared_database(url) as database, shut_down(pool):
                await platform(House(settings, database, services_over(database, pool)), stop)
    except PlatformError as error:
        Screen().complain(error.explain(words_for(locale)))
        return 1
    except StorageError as error:
        Screen().complain(words_for(locale).refusal(error))
        return 1
    return 0


async def serve_discord(house: House, stop: asyncio.Event) -> None:
    """See `bot.platforms.discord.platform.run`."""
    await discord.run(house.services, discord_access(house.settings), stop)


async def serve_slack(house: House, stop: asyncio.Event) -> None:
    """See `bot.platforms.slack.platform.SlackBot`."""
    bot = SlackBot(house.services, slack_config(house.settings), house.database.engine)
    await bot.start()
    try:
        await stop.wait()
    finally:
        await bot.stop()


async def serve_all(house: House, stop: asyncio.Event) -> None:
    """Serve every platform whose tokens are set; if one cannot be served, none is.

    Raises:
        SettingsMissing: there are no tokens.
    """
    ready = [platform for name, platform in PLATFORMS.items() if _has_tokens(name, house.settings)]
    if not ready:
        names = f"{discord.PLATFORM} / {slack.NAME}"
        raise SettingsMissing(names, ((discord.TOKEN_SETTING,), *slack.ALTERNATIVES))
    serving = [asyncio.create_task(platform(house, stop)) for platform in ready]
    await asyncio.wait(serving, return_when=asyncio.FIRST_EXCEPTION)
    stop.set()
    ends = await asyncio.gather(*serving, return_exceptions=True)
    for error in filter(None, ends):
        raise error


PLATFORMS: dict[str, Platform] = {"discord": serve_discord, "slack": serve_slack, "all": serve_all}


async def invite_to_discord(locale: str | None) -> int:
    """Print the link that lets the bot into a server; the exit status comes back."""
    screen = Screen()
    try:
        screen.say(await discord.invitation(discord_access(Settings())))
    except PlatformError as error:
        screen.complain(error.explain(words_for(locale)))
        return 1
    return 0


def discord_access(settings: Settings) -> discord.Access:
    """How the settings say that Discord is reached."""
    return discord.Access(_open(settings.discord_token), settings.discord_api_url, settings.discord_gateway_url)


def slack_config(settings: Settings) -> slack.Config:
    """How the settings say that Slack is reached."""
    return slack.Config(
        clock=time.monotonic,
        bot_token=_open(settings.slack_bot_token),
        app_token=_open(settings.slack_app_token),
        signing_secret=_open(settings.slack_signing_secret),
        client_id=settings.slack_client_id,
        client_secret=_open(settings.slack_client_secret),
        api_url=settings.slack_api_url or slack.API_URL,
        port=settings.slack_port,
        language=settings.lang,
    )


def _has_tokens(name: str, settings: Settings) -> bool:
    """Whether a platform is meant to be served: something it logs in with is set."""
    tokens = {
        "discord": (settings.discord_token,),
        "slack": (settings.slack_bot_token, settings.slack_app_token, settings.slack_client_secret),
    }
    return any(tokens.get(name, ()))


def _open(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None


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
