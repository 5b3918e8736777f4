"""The gateway: sessions that can be dropped and resumed, in text or in zlib-stream frames.

Opcodes and close codes: Discord's documentation, "Gateway" and "Opcodes and Status Codes".
"""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from tests.fakes.discord import payloads
from tests.fakes.discord.intents import PRIVILEGED, concerns, without_content

if TYPE_CHECKING:
    from tests.fakes.discord.guilds import Guild
    from tests.fakes.discord.wire import Json
    from tests.fakes.discord.world import World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME = 0, 1, 2, 6
RECONNECT, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 7, 9, 10, 11

UNKNOWN_ERROR, AUTHENTICATION_FAILED, INVALID_SHARD, DISALLOWED_INTENTS = 4000, 4004, 4010, 4014

_HEARTBEAT_MS = 41_250
_REMEMBERED = 1000


class Line:
    """One websocket connection; what is sent leaves in order, compressed if the client asked for it."""

    def __init__(self, socket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.socket = socket
        self.beats = asyncio.Event()
        self._compressor = zlib.compressobj() if compressed else None
        self._outgoing: asyncio.Queue[Json] = asyncio.Queue()

    def send(self, frame: Json) -> None:
        self._outgoing.put_nowait(frame)

    async def run(self) -> None:
        """Send what is queued until cancelled."""
        while True:
            text = json.dumps(await self._outgoing.get())
            with suppress(ConnectionError):
                await self._write(text)

    async def _write(self, text: str) -> None:
        if self._compressor is None:
            await self.socket.send_str(text)
        else:
            block = self._compressor.compress(text.encode()) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
            await self.socket.send_bytes(block)


@dataclass(eq=False, kw_only=True)
class Session:
    """What survives a dropped connection: the events so far, to be replayed."""

    shard: int
    intents: int
    bot_id: int
    line: Line | None
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sent: int = 0
    log: deque[Json] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    repeats: int = 0

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, now or on resuming."""
        self.sent += 1
        frame: Json = {"op": DISPATCH, "t": event, "s": self.sent, "d": data}
        self.log.append(frame)
        if self.line:
            self.line.send(frame)

    def resume(self, line: Line, seen: int) -> None:
        """Send again what came after ``seen``, and the last ``repeats`` before it."""
        self.line = line
        for frame in list(self.log):
            if frame["s"] > seen - self.repeats:
                line.send(frame)
        self.repeats = 0
        self.dispatch("RESUMED", {})


class Gateway:
    """Where bots connect.

    Args:
        world: what there is to tell.
        token: the one that IDENTIFY must carry.
        privileged: whether the application may ask for privileged intents.
        compressed: whether zlib-stream is spoken with clients that ask for it.
    """

    def __init__(self, world: World, token: str, *, privileged: bool, compressed: bool) -> None:
        self._world = world
        self._token = token
        self._privileged = privileged
        self._compressed = compressed
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        world.publish = self.publish

    def publish(self, event: str, data: Json, guild: Guild | None) -> None:
        """Send an event to the shard it belongs to, as far as its intents cover it."""
        shard = (guild.id >> 22) % self._world.shards if guild else 0
        for session in list(self.sessions.values()):
            if session.shard == shard and concerns(event, guild, session.intents):
                session.dispatch(event, without_content(event, data, session.intents, session.bot_id))

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        compressed = self._compressed and request.query.get("compress") == "zlib-stream"
        line = Line(socket, compressed=compressed)
        writer = asyncio.create_task(line.run(), name="loopback gateway writer")
        line.send({"op": HELLO, "d": {"heartbeat_interval": _HEARTBEAT_MS}})
        try:
            async for received in socket:
                if received.type is WSMsgType.TEXT:
                    await self._receive(line, json.loads(received.data))
        finally:
            writer.cancel()
            self._forget(line)
        return socket

    def _forget(self, line: Line) -> None:
        line.beats.set()
        for session in self.sessions.values():
            if session.line is line:
                session.line = None

    async def _receive(self, line: Line, frame: Json) -> None:
        if frame["op"] == HEARTBEAT:
            line.beats.set()
            line.send({"op": HEARTBEAT_ACK})
        elif frame["op"] == IDENTIFY:
            await self._identify(line, frame["d"])
        elif frame["op"] == RESUME:
            self._resume(line, frame["d"])

    async def _identify(self, line: Line, data: Json) -> None:
        shard, shards = data.get("shard") or (0, 1)
        if data["token"] != self._token:
            await line.socket.close(code=AUTHENTICATION_FAILED)
        elif shards != self._world.shards or not 0 <= shard < shards:
            await line.socket.close(code=INVALID_SHARD)
        elif data["intents"] & PRIVILEGED and not self._privileged:
            await line.socket.close(code=DISALLOWED_INTENTS)
        else:
            self._start(line, shard, data["intents"])

    def _start(self, line: Line, shard: int, intents: int) -> None:
        world = self._world
        self.identified += 1
        self.sessions = {id_: old for id_, old in self.sessions.items() if old.shard != shard}
        session = Session(shard=shard, intents=intents, bot_id=world.bot.id, line=line)
        self.sessions[session.id] = session
        guilds = [one for one in world.guilds.values() if one.has_bot and (one.id >> 22) % world.shards == shard]
        session.dispatch("READY", self._ready(session, guilds))
        for guild in guilds:
            if concerns("GUILD_CREATE", guild, intents):
                session.dispatch("GUILD_CREATE", payloads.guild(guild, world.bot))

    def _ready(self, session: Session, guilds: list[Guild]) -> Json:
        return {
            "v": 10,
            "user": payloads.user(self._world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._world.gateway_url,
            "shard": [session.shard, self._world.shards],
            "application": {"id": str(self._world.application_id), "flags": 0},
        }

    def _resume(self, line: Line, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self._token:
            line.send({"op": INVALID_SESSION, "d": False})
            return
        self.resumed += 1
        session.resume(line, data["seq"])

    async def drop(self, *, repeats: int = 0, code: int = UNKNOWN_ERROR) -> None:
        """Close every connection; on resuming, also send the last ``repeats`` events again."""
        for session in self.sessions.values():
            session.repeats = repeats
            line, session.line = session.line, None
            if line:
                await line.socket.close(code=code)

    def ask_to_reconnect(self) -> None:
        """Send what Discord sends before it restarts a gateway."""
        for session in self.sessions.values():
            if session.line:
                session.line.send({"op": RECONNECT, "d": None})

    async def flush(self) -> None:
        """Wait until the bot has read everything sent so far: it answers a heartbeat after what came before it."""
        for session in list(self.sessions.values()):
            if line := session.line:
                line.beats.clear()
                line.send({"op": HEARTBEAT, "d": None})
                await line.beats.wait()
