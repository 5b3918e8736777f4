"""The open HTTP connections: those that send no whole request in time are closed, and the oldest if there are too many.

Otherwise half a request would hold its connection for ever, and enough of them every file that the process may open.
"""

import asyncio

from typing_extensions import override

REQUEST_SECONDS = 10.0
"""How long a new connection may take to send a request."""

IDLE_SECONDS = 75.0
"""How long a connection is kept after a response."""

MOST_WAITING = 256
"""Connections that may wait for a request at the same time."""


class OpenConnections:
    """Closes connections that wait for the rest of a request."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.BaseTransport, asyncio.TimerHandle] = {}

    def protocol(self, inner: asyncio.Protocol) -> asyncio.Protocol:
        """A protocol whose connections are watched; `inner` handles them."""
        return _Watched(inner, self)

    def wait_for_request(self, transport: asyncio.BaseTransport, seconds: float) -> None:
        """Close a connection unless it sends a whole request in time."""
        if len(self._waiting) >= MOST_WAITING:
            self._abort(next(iter(self._waiting)))
        self._waiting[transport] = asyncio.get_running_loop().call_later(seconds, self._abort, transport)

    def received(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a connection has sent a whole request, or that it is closed."""
        if transport in self._waiting:
            self._waiting.pop(transport).cancel()

    def answered(self, transport: asyncio.BaseTransport | None) -> None:
        """Note that a request was responded to, after which the connection may be used again."""
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
