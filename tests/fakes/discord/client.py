"""Running an unmodified discord.py client in the process of the loopback Discord."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING

import discord
import yarl
from discord import gateway, http
from discord.webhook import async_

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tests.fakes.discord.loopback import LoopbackDiscord

_READY_TIMEOUT = 0.005
_HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: ")
_IDLE = ("discord-ui-view-timeout-",)


@contextmanager
def redirected(loopback: LoopbackDiscord) -> Iterator[None]:
    """Make discord.py use `loopback` as Discord; its classes are restored afterwards."""
    address = yarl.URL(loopback.gateway_url)
    with (
        _replaced(http.Route, "BASE", loopback.api_url),
        _replaced(gateway.DiscordWebSocket, "DEFAULT_GATEWAY", address),
        _replaced(gateway.GatewayRatelimiter, "get_delay", lambda _: 0.0),  # answers any number of heartbeats
    ):
        yield


@contextmanager
def _replaced(owner: object, name: str, value: object) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


@asynccontextmanager
async def running(client: discord.Client, loopback: LoopbackDiscord) -> AsyncIterator[None]:
    """Run `client` until the block ends; an error during its start is raised here."""
    client._connection.guild_ready_timeout = _READY_TIMEOUT
    with redirected(loopback):
        async with client:
            task = asyncio.create_task(client.start(loopback.token), name="loopback client")
            await _ready(client, task)
            yield
        await asyncio.gather(task, return_exceptions=True)


async def _ready(client: discord.Client, task: asyncio.Task[None]) -> None:
    """Wait for either: after a failed login, `wait_until_ready` alone would never return."""
    waiting = asyncio.create_task(client.wait_until_ready())
    await asyncio.wait({waiting, task}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        waiting.cancel()
        await task


@contextmanager
def instant_retries() -> Iterator[list[float]]:
    """Make discord.py retry without waiting; yields the seconds it would have waited."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    patched = SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
    with _replaced(http, "asyncio", patched), _replaced(async_, "asyncio", patched):
        yield waits


def handlers_running(others: tuple[str, ...] = ()) -> bool:
    """Return whether a client in this event loop is handling an event, judged by the names of its tasks.

    Args:
        others: how the names of the bot's own tasks start.
    """
    names = [task.get_name() for task in asyncio.all_tasks()]
    return any(name.startswith((*_HANDLERS, *others)) and not name.startswith(_IDLE) for name in names)
