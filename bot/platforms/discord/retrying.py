"""Retrying requests to Discord once, after a server error or a lost connection.

discord.py retries server errors up to four times within sixteen seconds, long after the person has given up. It has no
setting for that, but it takes a connector of aiohttp, which can choose the class of responses. A trace would report
them too, at a twentieth of the CPU time of a guess. Rate limits are still waited for by discord.py.
"""

import json
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Self, TypeVar

import aiohttp
import discord
from typing_extensions import override

Result = TypeVar("Result")

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, json.JSONDecodeError)
"""What a request to Discord can raise when the network or Discord fails."""

ATTEMPTS = 2


class DiscordDown(aiohttp.ClientError):
    """Discord answered a request and its retry with server errors."""


@dataclass(slots=True)
class Attempts:
    """The failed attempts of one request."""

    failed: int = 0


_attempts: ContextVar[Attempts | None] = ContextVar("attempts", default=None)


async def retried_once(
    request: Callable[[], Awaitable[Result]], attempts: Attempts | None = None, *, repeatable: bool = True
) -> Result:
    """Send a request, and once more after a server error.

    Args:
        request: sends it.
        attempts: counts the failed attempts.
        repeatable: whether to send it again after a lost connection too, when Discord may have accepted it.

    Raises:
        DiscordDown: there were two server errors.
        aiohttp.ClientError: the connection was lost.
        json.JSONDecodeError: the response was no JSON, as those of proxies in front of Discord.
        discord.HTTPException: Discord refused the request.
    """
    counted = attempts or Attempts()
    token = _attempts.set(counted)
    try:
        failed_before = counted.failed
        try:
            return await request()
        except (discord.DiscordServerError, json.JSONDecodeError):  # its response has counted it
            if counted.failed >= ATTEMPTS:
                raise
            return await request()
        except (aiohttp.ClientError, ConnectionError):
            counted.failed = max(counted.failed, failed_before + 1)
            if not repeatable or counted.failed >= ATTEMPTS:
                raise
            return await request()
    finally:
        _attempts.reset(token)


class _CountedResponse(aiohttp.ClientResponse):
    """A response that counts the server errors of requests under `retried_once`."""

    @override
    async def start(self, connection: Any) -> Self:
        await super().start(connection)
        if self.status >= HTTPStatus.INTERNAL_SERVER_ERROR and (attempts := _attempts.get()) is not None:
            attempts.failed += 1
            if attempts.failed >= ATTEMPTS:
                raise DiscordDown
        return self


class CountingConnector(aiohttp.TCPConnector):
    """Connections on which server errors count as failed attempts. Their number is not limited, as in discord.py."""

    def __init__(self) -> None:
        super().__init__(limit=0)

    @override
    async def connect(self, req: aiohttp.ClientRequest, *arguments: Any, **named: Any) -> Any:
        req.response_class = _CountedResponse
        return await super().connect(req, *arguments, **named)
