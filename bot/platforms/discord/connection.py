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
from bot.platforms.discord.shards import ShardLeases, Shards

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
    attach_files=True,
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
    client = HitblowClient(runtime.services, runtime.public_language, pictures=runtime.pictures)
    runtime.readiness.register(PLATFORM_NAME, client.is_connected)
    with _platform_errors():
        async with client:
            serving = asyncio.create_task(_connect(client, settings, runtime, token), name="discord gateway")
            stopping = asyncio.create_task(stop.wait(), name="discord stop")
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if serving.done():
                await serving
            else:
                await client.close()
                serving.cancel()  # otherwise it may still be waiting for Discord, or for shards
                await asyncio.wait({serving}, timeout=_CANCEL_SECONDS)


async def _connect(client: HitblowClient, settings: DiscordSettings, runtime: Runtime, token: str) -> None:
    """Log in, wait until no other process serves the shards, and serve them until the client is closed.

    Raises:
        ShardsLost: Another process has taken them over.
    """
    _set_api_url(settings)
    await client.login(token)
    count, url, _ = await client.http.get_bot_gateway()
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway_url or url)  # there is no setting
    shards = settings.parsed_shards() or Shards(0, count - 1, count)
    leases = ShardLeases(runtime.services.leases, str(client.application_id), shards)
    await leases.wait()
    client.choose_shards(shards)
    async with leases.held() as renewing:
        connected = asyncio.create_task(client.connect(), name="discord shards")
        try:
            await asyncio.wait({connected, renewing}, return_when=asyncio.FIRST_COMPLETED)
            await (connected if connected.done() else renewing)
        finally:
            connected.cancel()
            await asyncio.wait({connected}, timeout=_CANCEL_SECONDS)


async def invitation(settings: DiscordSettings) -> str:
    """The link that adds the bot to a server.

    Raises:
        PlatformError: Discord cannot be reached or refuses the token.
    """
    token = settings.require_token()
    client = discord.Client(intents=discord.Intents.none())
    with _platform_errors():
        async with client:
            _set_api_url(settings)
            await client.login(token)
            scopes = ("bot", "applications.commands")
            return discord.utils.oauth_url(client.application_id or 0, permissions=_PERMISSIONS, scopes=scopes)


def _set_api_url(settings: DiscordSettings) -> None:
    """Apply `api_url`, for which discord.py has a class attribute but no argument."""
    if settings.api_url is not None:
        http.Route.BASE = settings.api_url.rstrip("/")


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
