"""How often a request is repeated when Discord breaks: once. Waiting for rate limits is left to discord.py.

discord.py would repeat it four times within sixteen seconds, long after whoever waits for an answer has seen that there
is none. It has no setting for that, but lets us look at every response.
"""

from collections.abc import Awaitable
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from types import SimpleNamespace
from typing import TypeVar

import aiohttp

Answer = TypeVar("Answer")

TRIES = 2


class DiscordDown(OSError):
    """Discord broke on a request and on its repetition."""


@dataclass(slots=True)
class _Tally:
    failures: int = 0


_tally: ContextVar[_Tally | None] = ContextVar("tally", default=None)


async def repeated_once(request: Awaitable[Answer]) -> Answer:
    """Wait for a request.

    Raises:
        DiscordDown: it broke twice.
    """
    token = _tally.set(_Tally())
    try:
        return await request
    finally:
        _tally.reset(token)


def counting() -> aiohttp.TraceConfig:
    """What has discord.py's session count the failures of requests under `repeated_once`."""
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_count)
    return config


async def _count(_: aiohttp.ClientSession, __: SimpleNamespace, ended: aiohttp.TraceRequestEndParams) -> None:
    tally = _tally.get()
    if tally is None or ended.response.status < HTTPStatus.INTERNAL_SERVER_ERROR:
        return
    tally.failures += 1
    if tally.failures >= TRIES:
        ended.response.close()
        raise DiscordDown
