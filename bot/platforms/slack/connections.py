"""How Slack reaches the bot: over Socket Mode or HTTP.

Over HTTP, requests that Slack did not send are refused before bolt reads them, and those of the install pages are
limited. Connections that send no complete request in time are closed, and the oldest ones if there are too many.
Otherwise incomplete requests could hold connections for ever and use up the file descriptors of the process.
"""

import asyncio
import json
import logging
import re
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast
from urllib.parse import parse_qsl

from aiohttp import WSMessage, web
from aiohttp.http_exceptions import HttpProcessingError
from cachetools import TTLCache
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient
from typing_extensions import override

from bot.platforms.common.errors import PortUnavailable
from bot.platforms.slack.limits import describe_error
from bot.platforms.slack.settings import PLATFORM_NAME

log = logging.getLogger(__name__)

EVENTS_PATH = "/slack/events"
_SHUTDOWN_SECONDS = 2.0
_CLOSE_SECONDS = 0.7

REQUESTS_PER_ADDRESS = 20
"""Requests of the install pages per address and minute. Behind a proxy everybody has one address."""

REQUESTS_PER_MINUTE = 100
"""Requests of the install pages per minute."""

REQUEST_SECONDS = 10.0
"""How long a new connection may take to send a request."""

IDLE_SECONDS = 75.0
"""How long a connection is kept after a response."""

MOST_WAITING = 256
"""The largest number of connections that wait for a request."""

_MINUTE = 60.0
_ADDRESSES = 10_000

_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")
_TOKEN = re.compile(r"[!-~]{0,512}")
"""States and codes of OAuth: printable ASCII."""

_JSON, _FORM = "application/json", "application/x-www-form-urlencoded"

_BROKEN_BODY = (UnicodeDecodeError, HttpProcessingError, web.RequestPayloadError, OSError)
"""Errors of reading a body that is not encoded as its headers say, or whose connection was lost."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


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
            log.warning("no connection to Slack (%s); connecting again", describe_error(error) if error else "closed")
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
        self._connections = StalledConnectionCloser()
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
                lambda: self._connections.watched_protocol(handle()), self._host, self._wanted
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


class StalledConnectionCloser:
    """Closes connections that wait for the rest of a request."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}

    def watched_protocol(self, inner: asyncio.Protocol) -> asyncio.Protocol:
        """A protocol whose connections are watched; `inner` handles them."""
        return cast("asyncio.Protocol", _Watched(inner, self))

    def wait_for_request(self, transport: asyncio.BaseTransport, seconds: float) -> None:
        """Close a connection unless it sends a complete request in time."""
        if len(self._waiting) >= MOST_WAITING:
            self._abort(next(iter(self._waiting)))
        self._waiting[transport] = asyncio.get_running_loop().call_later(seconds, self._abort, transport)

    def record_request_received(self, transport: asyncio.BaseTransport | None) -> None:
        """Record that a connection has sent a complete request, or was closed."""
        if transport in self._waiting:
            self._waiting.pop(transport).cancel()

    def record_request_answered(self, transport: asyncio.BaseTransport | None) -> None:
        """Record that a request was answered. The connection may be used again."""
        self.record_request_received(transport)
        if transport is not None and not transport.is_closing():
            self.wait_for_request(transport, IDLE_SECONDS)

    def _abort(self, transport: asyncio.BaseTransport) -> None:
        self.record_request_received(transport)
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()


class _Watched:
    """Passes everything on to another protocol."""

    def __init__(self, inner: asyncio.Protocol, connections: StalledConnectionCloser) -> None:
        self._inner = inner
        self._connections = connections
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._connections.wait_for_request(transport, REQUEST_SECONDS)
        self._inner.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.record_request_received(self._transport)
        self._inner.connection_lost(exc)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # a method of any protocol
        return getattr(self._inner, name)


class HttpGuard:
    """Checks requests before they are handled.

    Args:
        signing_secret: the app's.
        events_path: where Slack posts payloads, which are signed.
        connections: the open connections, which wait for requests.
    """

    def __init__(self, signing_secret: str, events_path: str, connections: StalledConnectionCloser) -> None:
        self._verifier = SignatureVerifier(signing_secret)
        self._events_path = events_path
        self._connections = connections
        self._requests: TTLCache[tuple[str, int], int] = TTLCache(_ADDRESSES, 2 * _MINUTE)
        self._logged: TTLCache[str, None] = TTLCache(_ADDRESSES, _MINUTE)

    def protect(self, app: web.Application) -> None:
        """Check every request of an application."""

        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            try:
                return await self._checked(request, handler)
            except web.HTTPClientError as error:
                self._log_once(error.reason)
                return web.Response(status=error.status, text=error.reason)
            finally:
                self._connections.record_request_answered(request.transport)

        app.middlewares.append(check)

    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.match_info.http_exception is not None:
            return await handler(request)  # there is no such page
        if request.path != self._events_path:
            self._connections.record_request_received(request.transport)
            self._count_request(request.remote or "")
            if not all(_TOKEN.fullmatch(value) for value in request.query.values()):
                raise web.HTTPBadRequest(reason="The query is malformed.")
            return await handler(request)
        body = await _body(request)
        self._connections.record_request_received(request.transport)
        if body == "ssl_check=1" or body.startswith("ssl_check=1&"):
            return web.Response()  # Slack sends it unsigned, to test the certificate
        self._check_signature(request, body)
        _check_content(request, body)
        return await handler(request)

    def _count_request(self, address: str) -> None:
        """Count a request of an install page.

        Raises:
            web.HTTPTooManyRequests: there were too many in this minute.
        """
        minute = int(time.monotonic() // _MINUTE)
        limits = {("", minute): REQUESTS_PER_MINUTE, (address, minute): REQUESTS_PER_ADDRESS}
        if any(self._requests.get(key, 0) >= limit for key, limit in limits.items()):
            raise web.HTTPTooManyRequests(reason="Too many installations. Try again in a minute.")
        for key in limits:
            self._requests[key] = self._requests.get(key, 0) + 1

    def _check_signature(self, request: web.Request, body: str) -> None:
        timestamp = request.headers.get("X-Slack-Request-Timestamp", "")
        signature = request.headers.get("X-Slack-Signature", "")
        well_formed = _TIMESTAMP.fullmatch(timestamp) and _SIGNATURE.fullmatch(signature)
        if not (well_formed and self._verifier.is_valid(body, timestamp, signature)):
            raise web.HTTPUnauthorized(reason="The request is not signed by Slack.")

    def _log_once(self, reason: str) -> None:
        """Log why a request was refused, each reason once a minute."""
        if reason not in self._logged:
            self._logged[reason] = None
            log.info("requests are refused: %s", reason)


class MalformedRequestFilter(logging.Filter):
    """Drops aiohttp's tracebacks of malformed requests, which are answered with 400."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], _BROKEN_BODY))


async def _body(request: web.Request) -> str:
    """The body of a request as text.

    Raises:
        web.HTTPClientError: it is too large or cannot be decoded.
    """
    try:
        return (await request.read()).decode()
    except _BROKEN_BODY as error:
        raise web.HTTPBadRequest(reason="The body cannot be decoded.") from error


def _check_content(request: web.Request, body: str) -> None:
    """Check that the body is what its type says.

    Raises:
        web.HTTPBadRequest: it is not.
    """
    try:
        is_readable = (request.charset or "utf-8").lower() in {"utf-8", "utf8"} and _is_readable(request, body)
    except (ValueError, RecursionError):
        is_readable = False
    if not is_readable:
        raise web.HTTPBadRequest(reason="The body is nothing that Slack sends.")


def _is_readable(request: web.Request, body: str) -> bool:
    if request.content_type == _JSON:
        return isinstance(json.loads(body), dict)
    if request.content_type != _FORM or body.startswith("{"):
        return False
    payload = dict(parse_qsl(body, keep_blank_values=True)).get("payload", "{}")
    return isinstance(json.loads(payload), dict)
