"""How Slack reaches the bot: over Socket Mode or HTTP."""

import asyncio
import logging
import sys
import time
from typing import Any, cast

from aiohttp import WSMessage, web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient
from typing_extensions import override

from bot.platforms.common.errors import PortUnavailable
from bot.platforms.slack.http_guard import HttpGuard, MalformedRequestFilter, OpenConnections
from bot.platforms.slack.limits import describe
from bot.platforms.slack.settings import PLATFORM_NAME

log = logging.getLogger(__name__)

EVENTS_PATH = "/slack/events"
_SHUTDOWN_SECONDS = 2.0
_CLOSE_SECONDS = 0.7


class SocketMode:
    """A websocket that the bot opens to Slack."""

    def __init__(self, app: AsyncApp, token: str, client: AsyncWebClient, ping_seconds: float) -> None:
        logger = logging.Logger(log.name, logging.WARNING)  # noqa: LOG001  # one of its own, to filter
        logger.parent = log
        self._handler = AsyncSocketModeHandler(app, token, logger, client, ping_interval=ping_seconds)
        logger.addFilter(_Outage(self._handler))

    async def open(self) -> None:
        """Start taking payloads."""
        await self._handler.connect_async()  # type: ignore[no-untyped-call]  # bolt left it without types

    async def is_open(self) -> bool:
        """Whether Slack can deliver payloads now."""
        return await self._handler.client.is_connected()

    async def stop_taking(self) -> None:
        """Take no new payloads; those taken can still be acknowledged."""
        self._handler.client.auto_reconnect_enabled = False
        if self._handler.client.message_processor is not None:
            self._handler.client.message_processor.cancel()

    async def close(self) -> None:
        """Close the connection."""
        if acknowledging := _message_listeners():
            await asyncio.wait(acknowledging, timeout=_CLOSE_SECONDS)
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._handler.close_async()  # type: ignore[no-untyped-call]  # bolt left it without types
        except TimeoutError:  # Slack does not close its end
            await self._abandon()

    async def _abandon(self) -> None:
        """End the tasks and the session of a connection that could not be closed."""
        client = self._handler.client
        for task in (client.message_processor, client.current_session_monitor, client.message_receiver):
            if task is not None:
                task.cancel()
        await asyncio.wait({asyncio.create_task(client.aiohttp_client_session.close())}, timeout=_CLOSE_SECONDS)


class _Outage(logging.Filter):
    """Logs the loss of the connection and its return, in place of an error at each attempt to reconnect."""

    def __init__(self, handler: AsyncSocketModeHandler) -> None:
        super().__init__()
        self._handler = handler
        self._since: float | None = None

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        if self._is_connected():
            return True
        if self._since is None:
            self._since = time.monotonic()
            self._handler.client.on_message_listeners.append(self._end)
            error = sys.exc_info()[1]
            log.warning("no connection to Slack (%s); connecting again", describe(error) if error else "closed")
        return False

    async def _end(self, _: WSMessage) -> None:
        """Note that Slack has sent something."""
        if self._since is not None:
            log.info("connected to Slack again after %.0f seconds", time.monotonic() - self._since)
            self._since = None
            self._handler.client.on_message_listeners = []

    def _is_connected(self) -> bool:
        client = self._handler.client
        return client.current_session is not None and not client.current_session.closed and not client.stale


class Http:
    """A web server for Slack's signed requests."""

    def __init__(self, app: AsyncApp, signing_secret: str, host: str, port: int) -> None:
        web_app = app.web_app(EVENTS_PATH)
        self._connections = OpenConnections()
        HttpGuard(signing_secret, EVENTS_PATH, self._connections).protect(web_app)
        log.addFilter(MalformedRequestFilter())
        self._runner = web.AppRunner(web_app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS, logger=log)
        self._host = host
        self._wanted = port
        self._server: asyncio.Server | None = None
        self.port = 0

    async def open(self) -> None:
        """Start taking payloads.

        Raises:
            PortUnavailable: the port is used.
        """
        await self._runner.setup()
        handle = cast("web.Server", self._runner.server)  # `setup` has made it
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(
                lambda: self._connections.protocol(handle()), self._host, self._wanted
            )
        except OSError as error:
            raise PortUnavailable(PLATFORM_NAME, self._wanted) from error
        self.port = self._server.sockets[0].getsockname()[1]

    async def is_open(self) -> bool:
        """Whether Slack can deliver payloads now."""
        return self._server is not None and self._server.is_serving()

    async def stop_taking(self) -> None:
        """Take no new payloads; those taken can still be acknowledged."""
        if self._server is not None:
            self._server.close()
        await self._runner.cleanup()

    async def close(self) -> None:
        """The server is closed by `stop_taking`."""


def _message_listeners() -> set[asyncio.Task[Any]]:
    """Payloads that slack_sdk is still handling. It starts a task for each and keeps none of them."""
    tasks = (task for task in asyncio.all_tasks() if not task.done())
    return {task for task in tasks if "run_message_listeners" in getattr(task.get_coro(), "__qualname__", "")}
