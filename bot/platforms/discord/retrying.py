"""Retrying a request to Discord once after a server error.

discord.py retries up to four times within sixteen seconds, long after the person has given up. It has no setting for
that, but it reports every response. Rate limits are still waited for by discord.py.
"""

from collections.abc import Awaitable
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from types import SimpleNamespace
from typing import TypeVar

import aiohttp

Result = TypeVar("Result")

ATTEMPTS = 2


class DiscordDown(OSError):
    """Discord answered a request and its retry with server errors."""


@dataclass(slots=True)
class _Counter:
    server_errors: int = 0


_counter: ContextVar[_Counter | None] = ContextVar("counter", default=None)


async def retried_once(request: Awaitable[Result]) -> Result:
    """Await a request of discord.py.

    Raises:
        DiscordDown: there were two server errors.
    """
    token = _counter.set(_Counter())
    try:
        return await request
    finally:
        _counter.reset(token)


def count_server_errors() -> aiohttp.TraceConfig:
    """A trace for discord.py's session that counts the server errors of requests under `retried_once`."""
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_count)
    return config


async def _count(_: aiohttp.ClientSession, __: SimpleNamespace, params: aiohttp.TraceRequestEndParams) -> None:
    counter = _counter.get()
    if counter is None or params.response.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return
    counter.server_errors += 1
    if counter.server_errors >= ATTEMPTS:
        params.response.close()
        raise DiscordDown
