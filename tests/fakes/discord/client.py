"""Running an unmodified discord.py client beside the loopback Discord."""

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

_READY_TIMEOUT = 0.02


@contextmanager
def pointed_at(loopback: LoopbackDiscord) -> Iterator[None]:
    """Have discord.py take ``loopback`` for Discord; both settings are the class's, so they are put back."""
    address = yarl.URL(loopback.gateway_url)
    with _instead(http.Route, "BASE", loopback.api_url), _instead(gateway.DiscordWebSocket, "DEFAULT_GATEWAY", address):
        yield


@contextmanager
def _instead(owner: object, name: str, value: object) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)


@asynccontextmanager
async def running(client: discord.Client, loopback: LoopbackDiscord) -> AsyncIterator[None]:
    """Run ``client`` until the block ends; an error while it starts is raised here."""
    client._connection.guild_ready_timeout = _READY_TIMEOUT
    with pointed_at(loopback):
        async with client:
            task = asyncio.create_task(client.start(loopback.token), name="loopback client")
            await _ready(client, task)
            yield
        await asyncio.gather(task, return_exceptions=True)


async def _ready(client: discord.Client, task: asyncio.Task[None]) -> None:
    """Wait for either: ``wait_until_ready`` alone would hang for ever after a login that failed."""
    waiting = asyncio.create_task(client.wait_until_ready())
    await asyncio.wait({waiting, task}, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        waiting.cancel()
        await task


@contextmanager
def hurried() -> Iterator[list[float]]:
    """Have discord.py's retries not sleep; yields the seconds it would have slept."""
    slept: list[float] = []

    async def nap(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    quick = SimpleNamespace(**{**vars(asyncio), "sleep": nap})
    with _instead(http, "asyncio", quick), _instead(async_, "asyncio", quick):
        yield slept
