"""Running the bot: logging in, staying until told to go, and going only when everything taken is finished."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import aiohttp
import discord
from discord import gateway, http
from yarl import URL

from bot.platforms.common.errors import IntentsRefused, PlatformUnreachable, SettingsMissing, TokenRefused
from bot.platforms.discord.client import HitblowClient
from bot.services.services import Services

PLATFORM = "Discord"
TOKEN_SETTING = "HITBLOW_DISCORD_TOKEN"  # noqa: S105  # the name of a setting
_BAD_TOKEN = 4004
_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
)


@dataclass(frozen=True, slots=True)
class Access:
    """How to reach Discord; the addresses are Discord's own where they are None."""

    token: str | None = field(repr=False)
    api_url: str | None = None
    gateway_url: str | None = None


async def run(services: Services, access: Access, stop: asyncio.Event) -> None:
    """Serve Discord until `stop` is set.

    Raises:
        PlatformError: it cannot be served.
        StorageError: the storage fails while the bot starts.
    """
    token = _token(access)
    client = HitblowClient(services)
    with _explained():
        async with client:
            _point(client, access)
            serving = asyncio.create_task(client.start(token), name="discord gateway")
            stopping = asyncio.create_task(stop.wait(), name="discord stop")
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            if serving.done():
                await serving
            else:
                await client.close()
                await asyncio.gather(serving, return_exceptions=True)


async def invitation(access: Access) -> str:
    """The link by which the bot is let into a server.

    Raises:
        PlatformError: Discord does not say who the bot is.
    """
    token = _token(access)
    client = discord.Client(intents=discord.Intents.none())
    with _explained():
        async with client:
            _point(client, access)
            await client.login(token)
            scopes = ("bot", "applications.commands")
            return discord.utils.oauth_url(client.application_id or 0, permissions=_PERMISSIONS, scopes=scopes)


def _token(access: Access) -> str:
    if not access.token:
        raise SettingsMissing(PLATFORM, ((TOKEN_SETTING,),))
    return access.token


def _point(client: discord.Client, access: Access) -> None:
    """Have discord.py, whose addresses are its classes' own, ask elsewhere."""
    if access.api_url is not None:
        http.Route.BASE = access.api_url.rstrip("/")
    if access.gateway_url is None:
        return
    elsewhere, asked = access.gateway_url, client.http.get_bot_gateway

    async def get_bot_gateway() -> object:
        shards, _, limit = await asked()
        return shards, elsewhere, limit

    gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(elsewhere)
    client.http.get_bot_gateway = get_bot_gateway  # type: ignore[method-assign,assignment]  # the one way to say so


@contextmanager
def _explained() -> Iterator[None]:
    """What can be wrong when the bot starts, as errors that say what to do."""
    try:
        yield
    except discord.LoginFailure as error:
        raise TokenRefused(PLATFORM, TOKEN_SETTING) from error
    except discord.PrivilegedIntentsRequired as error:
        raise IntentsRefused(PLATFORM) from error
    except discord.ConnectionClosed as error:
        if error.code == _BAD_TOKEN:
            raise TokenRefused(PLATFORM, TOKEN_SETTING) from error
        raise PlatformUnreachable(PLATFORM) from error
    except (aiohttp.ClientError, discord.GatewayNotFound, discord.HTTPException, OSError) as error:
        raise PlatformUnreachable(PLATFORM) from error
