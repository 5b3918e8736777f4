"""The client: logging in, the gateway connection, and routing what comes over it."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import aiohttp
import discord
from discord import gateway, http
from discord.webhook.async_ import async_context
from typing_extensions import override
from yarl import URL

from bot.model.errors import StorageError
from bot.platforms.common.catch_up import BotWorkspaceMonitor
from bot.platforms.common.errors import IntentsRefused, PlatformUnreachable, TokenRefused
from bot.platforms.common.intake import SECONDS_BETWEEN, SendRateLimiter
from bot.platforms.common.platform import Runtime
from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.discord import commands
from bot.platforms.discord.interactions import PLATFORM_KEY
from bot.platforms.discord.responder import FAILURES, FirstResponseSender, RetryLimitingConnector
from bot.platforms.discord.router import InteractionRouter
from bot.platforms.discord.settings import PLATFORM_NAME, DiscordSettings, Shards
from bot.platforms.discord.shards import ShardLeases, wait_to_identify
from bot.services.services import Services

log = logging.getLogger(__name__)

GRACE_SECONDS = 6.0
"""Seconds to finish running work when the bot stops."""

CLOSE_SECONDS = 2.0
"""Seconds to close the gateway connection."""

_NEW = timedelta(days=1)
"""How long a server is new, so that one that has added the bot during a downtime is greeted too."""

_EVENTS = ("READY", "RESUMED", "INTERACTION_CREATE")
"""The events that discord.py handles."""


class HitblowClient(discord.AutoShardedClient):
    """discord.py's client without caches: interactions bring everything that is needed.

    The intent for servers tells when one adds the bot, and all about each at every start. discord.py would keep that,
    and change it with further events; here only `_EVENTS` are parsed, and of a server what `_on_server` needs.

    Args:
        services: the use cases.
        public_language: the operator's setting for public replies, None for each server's own.
        seconds_between: least time between two edits of boards in a channel.
        images: renders images; None for none.
    """

    def __init__(
        self,
        services: Services,
        public_language: str | None = None,
        seconds_between: float = SECONDS_BETWEEN,
        images: ImageRenderer | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=RetryLimitingConnector(),
        )
        parsers = self._connection.parsers  # there is no setting
        self._connection.parsers = {**{event: parsers[event] for event in _EVENTS}, "GUILD_CREATE": self._on_server}
        self._background: list[asyncio.Task[None]] = []
        self._is_closing = False
        self._presence = BotWorkspaceMonitor(services.bot_workspaces, PLATFORM_KEY, self._servers)
        self._router = InteractionRouter(
            services, public_language, images or ImageRenderer(), SendRateLimiter(seconds_between)
        )
        self.on_interaction = self._router.component  # discord.py calls it
        self._services = services
        self.tree = commands.CommandTree(self, self._router.command)
        self.tree.add_command(commands.command_group(self._router.command, services.analysis))
        self.tree.add_command(commands.challenge_menu(self._router.command))

    async def setup_hook(self) -> None:
        """Before the gateway opens: publish the commands of a new bot. Changed ones are published once it is ready."""
        async_context.set(FirstResponseSender())  # type: ignore[no-untyped-call]  # for what this task starts; no setting
        await self.tree.set_translator(commands.Descriptions())
        if await self._services.published_commands.digest(str(self.application_id)) is None:
            await commands.publish_commands(self.tree, str(self.application_id), self._services)
        await self._find_command_id()

    async def _publish_changes(self) -> None:
        """Publish the commands if they have changed. To find that out takes the texts of every language."""
        try:
            await commands.publish_commands(self.tree, str(self.application_id), self._services)
        except (StorageError, *FAILURES) as error:
            log.warning("changed commands are published at the next start, because that has failed: %s", error)
        if self._router.published.id is None:
            await self._find_command_id()

    async def _find_command_id(self) -> None:
        """Ask for the id of the slash command, without which texts name commands instead of mentioning them."""
        try:
            found = (str(command.id) for command in await self.tree.fetch_commands() if command.name == commands.GROUP)
            self._router.published.id = next(found, None)
        except FAILURES as error:
            log.warning("commands cannot be pressed in texts, because their ids could not be read: %s", error)

    @override
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        application, limits = str(self.application_id), self._services.shared_limits
        await wait_to_identify(shard_id or 0, application, limits, self.http.get_bot_gateway)

    async def close(self) -> None:
        """Finish running work, then close the gateway."""
        self._is_closing = True
        for task in self._background:
            task.cancel()
        if self._background:
            await asyncio.wait(self._background)
        await self._router.close(GRACE_SECONDS)
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                await super().close()
        except TimeoutError:
            log.warning("the connection to Discord could not be closed in time")

    async def on_ready(self) -> None:
        """Start background work once there is a connection."""
        log.info("online on Discord as %s, servers: %d", self.user, len(self.guilds))
        if not self._background and not self._is_closing:
            work = {
                "catching up": self._router.create_catch_up(self).run(),
                "presence": self._presence.run(),
                "publishing": self._publish_changes(),
            }
            self._background = [asyncio.create_task(run, name=name) for name, run in work.items()]

    async def is_connected(self) -> bool:
        """Whether every shard has an open connection to the gateway."""
        return self.is_ready() and not any(shard.is_closed() for shard in self.shards.values())

    async def _servers(self) -> set[str] | None:
        """The ids of the servers that have the bot, None if Discord does not tell."""
        try:
            return {str(guild.id) async for guild in self.fetch_guilds(limit=None, with_counts=False)}
        except FAILURES as error:
            log.warning("the servers could not be listed: %s", error)
            return None

    def _on_server(self, payload: Any) -> None:  # noqa: ANN401  # as Discord sends it
        """Have a server, as it is received at every start and after outages, greeted if it has just added the bot.

        It is greeted in the channel for system messages or else in the first one, if the bot may write there.
        """
        joined = discord.utils.parse_time(payload.get("joined_at"))
        if joined is None or discord.utils.utcnow() - joined >= _NEW:
            return
        guild = discord.Guild(data=payload, state=self._connection)
        for place in filter(None, (guild.system_channel, *guild.text_channels)):
            held = place.permissions_for(guild.me)
            if held.view_channel and held.send_messages:
                self._router.greet_server(guild, place)
                return


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
    logging.getLogger("discord.client").setLevel(logging.ERROR)  # it warns about voice, which the bot does not use
    client = HitblowClient(runtime.services, runtime.public_language, images=runtime.images)
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
    await leases.claim_when_free()
    client.shard_ids, client.shard_count = shards.ids, shards.count
    async with leases.keep_renewed() as renewing:
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
