"""Refusing HTTP requests that Slack did not send, before bolt reads them, and limiting requests of the install pages.

Connections that send no complete request in time are closed, and the oldest ones if there are too many. Otherwise
incomplete requests could hold connections for ever and use up the file descriptors of the process.
"""

import asyncio
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from cachetools import TTLCache
from slack_sdk.signature import SignatureVerifier
from typing_extensions import override

log = logging.getLogger(__name__)

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


class OpenConnections:
    """Closes connections that wait for the rest of a request."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}

    def protocol(self, inner: asyncio.Protocol) -> asyncio.Protocol:
        """A protocol whose connections are watched; `inner` handles them."""
        return _Watched(inner, self)

    def wait_for_request(self, transport: asyncio.BaseTransport, seconds: float) -> None:
        """Close a connection unless it sends a complete request in time."""
        if len(self._waiting) >= MOST_WAITING:
            self._abort(next(iter(self._waiting)))
        self._waiting[transport] = asyncio.get_running_loop().call_later(seconds, self._abort, transport)

    def received(self, transport: asyncio.BaseTransport | None) -> None:
        """Record that a connection has sent a complete request, or was closed."""
        if transport in self._waiting:
            self._waiting.pop(transport).cancel()

    def answered(self, transport: asyncio.BaseTransport | None) -> None:
        """Record that a request was answered. The connection may be used again."""
        self.received(transport)
        if transport is not None and not transport.is_closing():
            self.wait_for_request(transport, IDLE_SECONDS)

    def _abort(self, transport: asyncio.BaseTransport) -> None:
        self.received(transport)
        if isinstance(transport, asyncio.WriteTransport):
            transport.abort()


class _Watched(asyncio.Protocol):
    """Passes everything on to another protocol."""

    def __init__(self, inner: asyncio.Protocol, connections: OpenConnections) -> None:
        self._inner = inner
        self._connections = connections
        self._transport: asyncio.BaseTransport | None = None

    @override
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._connections.wait_for_request(transport, REQUEST_SECONDS)
        self._inner.connection_made(transport)

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.received(self._transport)
        self._inner.connection_lost(exc)

    @override
    def data_received(self, data: bytes) -> None:
        self._inner.data_received(data)

    @override
    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    @override
    def pause_writing(self) -> None:
        self._inner.pause_writing()

    @override
    def resume_writing(self) -> None:
        self._inner.resume_writing()


class HttpGuard:
    """Checks requests before they are handled.

    Args:
        signing_secret: the app's.
        events_path: where Slack posts payloads, which are signed.
        connections: the open connections, which wait for requests.
    """

    def __init__(self, signing_secret: str, events_path: str, connections: OpenConnections) -> None:
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
                self._connections.answered(request.transport)

        app.middlewares.append(check)

    async def _checked(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.match_info.http_exception is not None:
            return await handler(request)  # there is no such page
        if request.path != self._events_path:
            self._connections.received(request.transport)
            self._count_request(request.remote or "")
            _check_query(request)
            return await handler(request)
        body = await _body(request)
        self._connections.received(request.transport)
        if _is_ssl_check(body):
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


def _check_query(request: web.Request) -> None:
    if not all(_TOKEN.fullmatch(value) for value in request.query.values()):
        raise web.HTTPBadRequest(reason="The query is malformed.")


def _is_ssl_check(body: str) -> bool:
    return body.startswith("ssl_check=1&") or body == "ssl_check=1"
