"""The gateway: where bots connect by websocket, in plain text or as a zlib stream.

Opcodes and close codes: Discord's documentation, "Gateway" and "Opcodes and Status Codes".
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import time
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from aiohttp import WSMsgType, web

from tests.fakes.discord import payloads
from tests.fakes.loopback import Exchange

if TYPE_CHECKING:
    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.state import State
    from tests.fakes.loopback import Json, Network

HEARTBEAT, IDENTIFY, RESUME = 1, 2, 6
RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 9, 10, 11

UNKNOWN_ERROR, AUTHENTICATION_FAILED, INVALID_SHARD, DISALLOWED_INTENTS = 4000, 4004, 4010, 4014

Delivery = Literal["all", "one"]

_HEARTBEAT_MS = 41_250


class Gateway:
    """Accepts connections and sends events to their sessions.

    Args:
        state: what there is to send.
        network: delays frames (route `gateway`), and delays or refuses connections (route `connect`).
        token: the token that IDENTIFY must carry.
        privileged: whether the application may use privileged intents.
        compressed: whether clients that ask for a zlib stream get one.

    Attributes:
        delivery: `"all"` sends every event to each session of its shard, as Discord does when two processes use the
            same token; `"one"` sends each event to one of these sessions, in turn.
        sessions: by id, disconnected ones included.
        identified: how many sessions have started.
        resumed: how often one was resumed.
    """

    def __init__(self, state: State, network: Network[Any], token: str, *, privileged: bool, compressed: bool) -> None:
        self._state = state
        self._network = network
        self._token = token
        self._privileged = privileged
        self._compressed = compressed
        self._turns = itertools.count()
        self.delivery: Delivery = "one"
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        state.publish = self.publish

    @property
    def connections(self) -> list[Connection]:
        """The connections of all sessions."""
        return [session.connection for session in self.sessions.values() if session.connection]

    def publish(self, event: str, data: Json, guild: Guild | None) -> None:
        """Send an event to the shard of its server (shard 0 if None), as far as its intents cover it."""
        shard = (guild.id >> 22) % self._state.shards if guild else 0
        sessions = [
            session
            for session in self.sessions.values()
            if session.shard == shard and covered(event, guild, session.intents)
        ]
        if self.delivery == "one" and sessions:
            connected = [session for session in sessions if session.connection] or sessions
            sessions = [connected[next(self._turns) % len(connected)]]
        for session in sessions:
            session.dispatch(event, without_content(event, data, session.intents, session.bot_id))

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        exchange = Exchange(route="connect", number=self._network.next_number("connect"))
        await self._network.travel(exchange, "request")
        if fault := self._network.next_fault(exchange):
            return fault.respond(request)
        return await self._serve(request)

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        compressed = self._compressed and request.query.get("compress") == "zlib-stream"
        connection = Connection(socket, self._network, compressed=compressed)
        writer = asyncio.create_task(connection.run(), name="loopback gateway writer")
        connection.send({"op": HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}})
        try:
            async for received in socket:
                if received.type is WSMsgType.TEXT:
                    await self._receive(connection, json.loads(received.data))
        finally:
            writer.cancel()
            self._forget(connection)
        return socket

    def _forget(self, connection: Connection) -> None:
        connection.heartbeat.set()
        for session in self.sessions.values():
            if session.connection is connection:
                session.connection = None
        self._state.activity.changed()

    async def _receive(self, connection: Connection, frame: Json) -> None:
        if frame["op"] == HEARTBEAT:
            connection.heartbeat.set()
            connection.send({"op": HEARTBEAT_ACK})
        elif frame["op"] == IDENTIFY:
            await self._identify(connection, frame["d"])
        elif frame["op"] == RESUME:
            self._resume(connection, frame["d"])

    async def _identify(self, connection: Connection, data: Json) -> None:
        shard, shards = data.get("shard") or (0, 1)
        if data["token"] != self._token:
            await connection.socket.close(code=AUTHENTICATION_FAILED)
        elif shards != self._state.shards or not 0 <= shard < shards:
            await connection.socket.close(code=INVALID_SHARD)
        elif data["intents"] & PRIVILEGED and not self._privileged:
            await connection.socket.close(code=DISALLOWED_INTENTS)
        else:
            self._start(connection, shard, data["intents"])

    def _start(self, connection: Connection, shard: int, intents: int) -> None:
        state = self._state
        self.identified += 1
        self.sessions = {id_: old for id_, old in self.sessions.items() if old.shard != shard or old.connection}
        session = Session(shard=shard, intents=intents, bot_id=state.bot.id, connection=connection)
        self.sessions[session.id] = session
        guilds = [one for one in state.guilds.values() if one.has_bot and (one.id >> 22) % state.shards == shard]
        session.dispatch("READY", self._ready(session, guilds))
        for guild in guilds:
            if covered("GUILD_CREATE", guild, intents):
                session.dispatch("GUILD_CREATE", payloads.guild(guild, state.bot))
        state.activity.changed()

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        return {
            "v": 10,
            "user": payloads.user(self._state.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._state.gateway_url,
            "shard": [session.shard, self._state.shards],
            "application": {"id": str(self._state.application_id), "flags": 0},
        }

    def _resume(self, connection: Connection, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._token:
            connection.send({"op": INVALID_SESSION, "d": False})
            return
        self.resumed += 1
        session.resume(connection, data["seq"])
        self._state.activity.changed()

    async def disconnect(self, *, replay: int = 0, code: int = UNKNOWN_ERROR) -> None:
        """Close every connection; clients that resume get the last `replay` events again."""
        for session in self.sessions.values():
            session.replay = replay
            connection, session.connection = session.connection, None
            if connection:
                await connection.socket.close(code=code)

    def request_reconnect(self) -> None:
        """Ask every client to reconnect, as Discord does before it restarts a gateway."""
        for connection in self.connections:
            connection.send({"op": RECONNECT, "d": None})

    async def flush(self) -> None:
        """Wait until every client has read what was sent: it answers a heartbeat after the events before it."""
        for connection in self.connections:
            connection.heartbeat.clear()
            connection.send({"op": HEARTBEAT, "d": None})
            await connection.heartbeat.wait()


DISPATCH = 0

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
DIRECT_MESSAGES = 1 << 12
MESSAGE_CONTENT = 1 << 15
PRIVILEGED = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT

_REPLAYABLE = 1000


class Connection:
    """One websocket connection. Frames arrive in order, compressed if the client asked for it, and as late as the
    network's delays for the route `gateway` say.
    """

    def __init__(self, socket: web.WebSocketResponse, network: Network[Any], *, compressed: bool) -> None:
        self.socket = socket
        self.heartbeat = asyncio.Event()
        self._network = network
        self._compressor = zlib.compressobj() if compressed else None
        self._outgoing: asyncio.Queue[tuple[float, Json]] = asyncio.Queue()
        self._last_due = 0.0

    def send(self, frame: Json) -> None:
        """Queue a frame; it never overtakes the one before it."""
        delay = self._network.seconds("gateway", self._network.next_number("gateway"), "request")
        self._last_due = max(self._last_due, time.monotonic() + delay)
        self._outgoing.put_nowait((self._last_due, frame))

    async def run(self) -> None:
        """Send what is queued until cancelled."""
        while True:
            due, frame = await self._outgoing.get()
            if (wait := due - time.monotonic()) > 0:
                await asyncio.sleep(wait)
            with suppress(ConnectionError):
                await self._write(json.dumps(frame))

    async def _write(self, text: str) -> None:
        if self._compressor is None:
            await self.socket.send_str(text)
        else:
            block = self._compressor.compress(text.encode()) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(block)


@dataclass(eq=False, kw_only=True)
class Session:
    """What outlives a connection: the events sent so far, which are sent again when the client resumes.

    Attributes:
        connection: None while the client is disconnected.
        replay: how many events that the client has seen are sent once more when it resumes.
    """

    shard: int
    intents: int
    bot_id: int
    connection: Connection | None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: int = 0
    log: deque[Json] = field(default_factory=lambda: deque(maxlen=_REPLAYABLE))
    replay: int = 0

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, now or when the client resumes."""
        self.sent += 1
        frame: Json = {"op": DISPATCH, "t": event, "s": self.sent, "d": data}
        self.log.append(frame)
        if self.connection:
            self.connection.send(frame)

    def resume(self, connection: Connection, seen: int) -> None:
        """Send the events after number `seen`, and the last `replay` before it."""
        self.connection = connection
        for frame in list(self.log):
            if frame["s"] > seen - self.replay:
                connection.send(frame)
        self.replay = 0
        self.dispatch("RESUMED", {})


def covered(event: str, guild: Guild | None, intents: int) -> bool:
    """Return whether a bot with `intents` receives the event (Discord's documentation, "Gateway Intents")."""
    if event.startswith("MESSAGE_"):
        return bool(intents & (GUILD_MESSAGES if guild else DIRECT_MESSAGES))
    return event == "INTERACTION_CREATE" or bool(intents & GUILDS)


def without_content(event: str, data: Json, intents: int, bot_id: int) -> Json:
    """Return the event as a bot without the message content intent receives it."""
    if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or intents & MESSAGE_CONTENT or "guild_id" not in data:
        return data
    if data["author"]["id"] == str(bot_id) or f"<@{bot_id}>" in data["content"]:
        return data
    return {**data, "content": "", "embeds": [], "components": [], "attachments": []}
