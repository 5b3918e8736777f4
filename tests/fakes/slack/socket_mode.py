"""Socket Mode: websockets on which the app hears envelopes and acknowledges them by id.

Source: docs.slack.dev, using Socket Mode. An envelope whose connection closes before it is acknowledged goes out
again, with the same id, on the next one; a retry of an unacknowledged event is a new envelope.
"""

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes.slack.basics import Ids, Json
from tests.fakes.slack.delivery import Answer, Delivery

CONNECTIONS = 10


class Connection:
    """One websocket of the app's."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def send(self, frame: Json) -> None:
        """Send one frame; a connection that is just closing swallows it."""
        if not self.socket.closed:
            await self.socket.send_str(json.dumps(frame))


class SocketMode:
    """The websockets' side of Slack; each envelope goes to one connection, taking turns."""

    def __init__(self, app_id: str, ids: Ids, changed: Callable[[], None]) -> None:
        self.connections: list[Connection] = []
        self._app_id = app_id
        self._ids = ids
        self._changed = changed
        self._tickets: set[str] = set()
        self._awaited: dict[str, asyncio.Future[Answer]] = {}
        self._turn = itertools.count()
        self._arrival = asyncio.Event()

    def ticket(self) -> str:
        """What `apps.connections.open` puts in its URL; good for one connection."""
        ticket = self._ids.next("ticket")
        self._tickets.add(ticket)
        return ticket

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Take a connection and listen to it until it closes."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            raise web.HTTPForbidden
        self._tickets.remove(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        connection = Connection(socket)
        if len(self.connections) >= CONNECTIONS:
            await connection.send(self._disconnection("too_many_websockets"))
        else:
            await self._greet(connection)
            await self._listen(connection)
        await socket.close()
        return socket

    async def send(self, delivery: Delivery) -> Answer:
        """Deliver in an envelope and wait for its acknowledgement."""
        envelope = self._envelope(delivery)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._awaited[envelope["envelope_id"]] = answer
        try:
            while not answer.done():
                connection = await self._next_connection()
                await connection.send(envelope)
                either: set[asyncio.Future[Any]] = {answer, connection.closed}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return answer.result()
        finally:
            del self._awaited[envelope["envelope_id"]]

    async def refresh(self, reason: str = "refresh_requested") -> None:
        """Ask every connection to go and come again, as the platform does every few hours."""
        for connection in list(self.connections):
            await connection.send(self._disconnection(reason))

    async def hang_up(self) -> None:
        """Close every connection from this side, without a word before."""
        await asyncio.gather(*(connection.socket.close() for connection in list(self.connections)))

    async def close(self) -> None:
        """The end of the test."""
        await self.hang_up()

    async def _greet(self, connection: Connection) -> None:
        self.connections.append(connection)
        debug = {"host": "applink-loopback", "approximate_connection_time": 18060}
        about = {"connection_info": {"app_id": self._app_id}, "num_connections": len(self.connections)}
        await connection.send({"type": "hello", "debug_info": debug} | about)
        self._arrival.set()
        self._changed()

    async def _listen(self, connection: Connection) -> None:
        try:
            async for frame in connection.socket:
                if frame.type is WSMsgType.TEXT:
                    self._acknowledge(json.loads(frame.data))
        finally:
            self.connections.remove(connection)
            connection.closed.set_result(None)
            self._changed()

    def _acknowledge(self, frame: Json) -> None:
        answer = self._awaited.get(frame["envelope_id"])
        if answer is not None and not answer.done():
            answer.set_result(Answer(frame.get("payload")))

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

    def _disconnection(self, reason: str) -> Json:
        return {"type": "disconnect", "reason": reason, "debug_info": {"host": "applink-loopback"}}
