"""Connecting to Discord: logging in, serving until stopped, and explaining what went wrong."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord
from discord import gateway, http
from yarl import URL

from bot.platforms.common.errors import IntentsRefused, PlatformUnreachable, TokenRefused
from bot.platforms.common.platform import Runtime
from bot.platforms.discord.client import HitblowClient
from bot.platforms.discord.settings import PLATFORM_NAME, DiscordSettings

_NOISY_LOGGERS = ("discord.client", "discord.state")
"""They warn at every start about intents and voice, which the bot does not use."""

_CANCEL_SECONDS = 1.0
"""How long the cancelled gateway connection may take to end."""

_BAD_TOKEN = 4004
"""The gateway's close code for a token it refuses."""

_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
)


async def serve(settings: DiscordSettings, runtime: Runtime, stop: asyncio.Event) -> None:
    """Serve Discord until `stop` is set.

    Raises:
        PlatformError: It cannot be served.
        StorageError: The storage fails while the bot starts.
    """
    token = settings.require_token()
    for name in _NOISY_LOGGERS:
        logging.getLogger(name).setLevel(logging.ERROR)
    client = HitblowClient(runtime.services, runtime.public_language)
    runtime.readiness.register(PLATFORM_NAME, client.is_connected)
    with _platform_errors():
        async with client:
            _set_addresses(client, settings)
            serving = asyncio.create_task(client.start(token), name="discord gateway")
            stopping = asyncio.create_task(stop.wait(), name="discord stop")
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if serving.done():
                await serving
            else:
                await client.close()
                serving.cancel()  # otherwise it may still be waiting for Discord
                await asyncio.wait({serving}, timeout=_CANCEL_SECONDS)


async def invitation(settings: DiscordSettings) -> str:
    """The link that adds the bot to a server.

    Raises:
        PlatformError: Discord cannot be reached or refuses the token.
    """
    token = settings.require_token()
    client = discord.Client(intents=discord.Intents.none())
    with _platform_errors():
        async with client:
            _set_addresses(client, settings)
            await client.login(token)
            scopes = ("bot", "applications.commands")
            return discord.utils.oauth_url(client.application_id or 0, permissions=_PERMISSIONS, scopes=scopes)


def _set_addresses(client: discord.Client, settings: DiscordSettings) -> None:
    """Apply `api_url` and `gateway_url`, for which discord.py has class attributes but no arguments."""
    if settings.api_url is not None:
        http.Route.BASE = settings.api_url.rstrip("/")
    if settings.gateway_url is None:
        return
    gateway_url, original = settings.gateway_url, client.http.get_bot_gateway

    async def get_bot_gateway() -> object:
        shards, _, limit = await original()
        return shards, gateway_url, limit

    gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(gateway_url)
    client.http.get_bot_gateway = get_bot_gateway  # type: ignore[method-assign,assignment]  # there is no setting


@contextmanager
def _platform_errors() -> Iterator[None]:
    """Translate what discord.py raises at the start into platform errors."""
    try:
        yield
    except discord.LoginFailure as error:
        raise TokenRefused(PLATFORM_NAME, DiscordSettings.variable("token")) from error
    except discord.PrivilegedIntentsRequired as error:
        raise IntentsRefused(PLATFORM_NAME) from error
    except discord.ConnectionClosed as error:
        if error.code == _BAD_TOKEN:
            raise TokenRefused(PLATFORM_NAME, DiscordSettings.variable("token")) from error
        raise PlatformUnreachable(PLATFORM_NAME) from error
    except (aiohttp.ClientError, discord.GatewayNotFound, discord.HTTPException, OSError) as error:
        raise PlatformUnreachable(PLATFORM_NAME) from error
