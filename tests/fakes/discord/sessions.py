"""Gateway sessions: a websocket connection, the events sent on it, and which events its intents cover."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
import zlib
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiohttp import web

    from tests.fakes.discord.guilds import Guild
    from tests.fakes.loopback import Json, Network

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
