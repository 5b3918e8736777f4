"""Socket Mode: websockets that the app opens to receive envelopes and acknowledge them by id.

Source: docs.slack.dev, using Socket Mode. If a connection closes before an envelope is acknowledged, the envelope is
sent again with the same id on another connection. The retry of an event that was not acknowledged is a new envelope.
"""

import asyncio
import hashlib
import hmac
import itertools
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import urlencode

import aiohttp
from aiohttp import WSMsgType, web

from tests.fakes.loopback import Clock, Json, Network
from tests.fakes.slack.clock import Ids
from tests.fakes.slack.deliveries import Acknowledgement, Call, Delivery
from tests.fakes.slack.errors import NotAcknowledged

MAX_CONNECTIONS = 10


class Connection:
    """A websocket that the app has opened."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def send(self, frame: Json) -> None:
        """Send one frame, unless the connection is closed or closing."""
        if not self.socket.closed:
            with suppress(ConnectionError):
                await self.socket.send_str(json.dumps(frame))


class SocketMode:
    """Slack's end of the websockets; each envelope is sent to one connection, in turn.

    Args:
        app_id: the id of the app.
        ids: makes the ids of envelopes.
        network: delays or refuses connections, as the route `connect`.
        changed: called after each change.
    """

    def __init__(self, app_id: str, ids: Ids, network: Network[Call], changed: Callable[[], None]) -> None:
        self.connections: list[Connection] = []
        self._app_id = app_id
        self._ids = ids
        self._network = network
        self._changed = changed
        self._tickets: set[str] = set()
        self._pending: dict[str, asyncio.Future[Acknowledgement]] = {}
        self._turn = itertools.count()
        self._arrival = asyncio.Event()

    def ticket(self) -> str:
        """Return a ticket for the URL that `apps.connections.open` returns; it is valid for one connection."""
        ticket = self._ids.next("ticket")
        self._tickets.add(ticket)
        return ticket

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it closes."""
        call = Call(route="connect", number=self._network.next_number("connect"), args=dict(request.query))
        await self._network.travel(call, "request")
        if fault := self._network.next_fault(call):
            return fault.respond(request)
        return await self._serve(request)

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            raise web.HTTPForbidden
        self._tickets.remove(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket)
        if len(self.connections) >= MAX_CONNECTIONS:
            await connection.send(self._disconnect_frame("too_many_websockets"))
        else:
            await self._accept(connection)
            await self._listen(connection)
        await socket.close()
        return socket

    async def send(self, delivery: Delivery) -> Acknowledgement:
        """Send an envelope and wait for its acknowledgement."""
        envelope = self._envelope(delivery)
        answer: asyncio.Future[Acknowledgement] = asyncio.get_running_loop().create_future()
        self._pending[envelope["envelope_id"]] = answer
        try:
            while not answer.done():
                connection = await self._next_connection()
                await connection.send(envelope)
                either: set[asyncio.Future[Any]] = {answer, connection.closed}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return answer.result()
        finally:
            del self._pending[envelope["envelope_id"]]

    async def request_reconnect(self, reason: str = "refresh_requested") -> None:
        """Ask the app to open new connections, as Slack does every few hours."""
        for connection in list(self.connections):
            await connection.send(self._disconnect_frame(reason))

    async def disconnect(self) -> None:
        """Close every connection without a warning."""
        await asyncio.gather(*(connection.socket.close() for connection in list(self.connections)))

    async def _accept(self, connection: Connection) -> None:
        self.connections.append(connection)
        debug = {"host": "applink-loopback", "approximate_connection_time": 18060}
        about = {"connection_info": {"app_id": self._app_id}, "num_connections": len(self.connections)}
        await connection.send({"type": "hello", "debug_info": debug} | about)
        self._arrival.set()
        self._changed()

    async def _listen(self, connection: Connection) -> None:
        try:
            with suppress(ConnectionResetError):  # the app has gone before a ping was answered
                async for frame in connection.socket:
                    if frame.type is WSMsgType.TEXT:
                        self._acknowledge(json.loads(frame.data))
        finally:
            self.connections.remove(connection)
            connection.closed.set_result(None)
            self._changed()

    def _acknowledge(self, frame: Json) -> None:
        answer = self._pending.get(frame["envelope_id"])
        if answer is not None and not answer.done():
            answer.set_result(Acknowledgement(frame.get("payload")))

    async def _next_connection(self) -> Connection:
        while not self.connections:
            self._arrival.clear()
            await self._arrival.wait()
        return self.connections[next(self._turn) % len(self.connections)]

    def _envelope(self, delivery: Delivery) -> Json:
        is_event = delivery.kind == "events_api"
        envelope: Json = {"envelope_id": self._ids.next("envelope-"), "type": delivery.kind}
        envelope["payload"] = delivery.payload
        envelope["accepts_response_payload"] = not is_event
        retry = {"retry_attempt": delivery.attempt, "retry_reason": delivery.reason}
        return envelope | (retry if is_event else {})

    def _disconnect_frame(self, reason: str) -> Json:
        return {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-loopback"}}


FORM = "application/x-www-form-urlencoded"


class SignedHttp:
    """Posts deliveries to the app.

    Args:
        urls: one for each process of the app; deliveries go to them in turn.
        secret: the app's signing secret.
        clock: gives the timestamps that are signed.

    Attributes:
        sent: how many requests were sent to each URL.
    """

    def __init__(self, urls: Sequence[str], secret: str, clock: Clock) -> None:
        self.urls = urls
        self._turns = itertools.count()
        self.sent: Counter[str] = Counter()
        self._secret = secret
        self._clock = clock
        self._age = 0.0
        self._session = aiohttp.ClientSession()

    @contextmanager
    def signing(self, *, secret: str | None = None, age: float = 0.0) -> Iterator[None]:
        """Sign with another secret, or as `age` seconds ago; apps must refuse more than 300."""
        before = self._secret, self._age
        self._secret, self._age = secret or self._secret, age
        try:
            yield
        finally:
            self._secret, self._age = before

    async def send(self, delivery: Delivery) -> Acknowledgement:
        """Post a payload, as a form or as JSON according to its kind."""
        retry = {"X-Slack-Retry-Num": str(delivery.attempt), "X-Slack-Retry-Reason": delivery.reason}
        content_type, body = _encoded(delivery)
        return await self.post(body, {"Content-Type": content_type} | (retry if delivery.attempt else {}))

    async def post(self, body: str, headers: dict[str, str]) -> Acknowledgement:
        """Sign any body and post it.

        Raises:
            NotAcknowledged: the app responded with an error, or could not be reached.
        """
        url = self.urls[next(self._turns) % len(self.urls)]
        self.sent[url] += 1
        try:
            async with self._session.post(url, data=body, headers=headers | self._signature(body)) as response:
                text = await response.text()
                if not response.ok:
                    raise NotAcknowledged(f"the app answered {response.status}: {text}", response.status)
                return Acknowledgement(_read(text))
        except aiohttp.ClientConnectionError as gone:
            raise NotAcknowledged("dispatch_failed") from gone

    @property
    def url(self) -> str:
        """The first URL."""
        return self.urls[0]

    async def close(self) -> None:
        """Close the connections to the app."""
        await self._session.close()

    def _signature(self, body: str) -> dict[str, str]:
        timestamp = str(int(self._clock.now() - self._age))
        digest = hmac.new(self._secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
        return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


def _encoded(delivery: Delivery) -> tuple[str, str]:
    if delivery.kind == "slash_commands":
        return FORM, urlencode(delivery.payload)
    if delivery.kind == "interactive":
        return FORM, urlencode({"payload": json.dumps(delivery.payload)})
    return "application/json", json.dumps(delivery.payload)


def _read(text: str) -> Json | None:
    if not text:
        return None
    payload: Json = json.loads(text) if text.startswith("{") else {"text": text}
    return payload
