"""Asking a platform whether the bot could be served, without serving it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

from bot.model.operations import Finding, Health
from bot.platforms.common.errors import PlatformUnreachable

_TIMEOUT = aiohttp.ClientTimeout(10)

MAX_CLOCK_ERROR = 30.0
"""Seconds. Slack's signatures are valid for five minutes, and deadlines of games should mean the same everywhere."""


@dataclass(frozen=True, slots=True)
class ApiReply:
    """The response of a platform's API: its status, headers and JSON, an empty object if it is no JSON object."""

    status: int
    headers: Mapping[str, str]
    data: Mapping[str, Any]


async def ask_api(platform: str, method: str, url: str, authorization: str) -> ApiReply:
    """Call a method of a platform's API.

    Raises:
        PlatformUnreachable: it does not respond, or fails.
    """
    try:
        async with (
            aiohttp.ClientSession(timeout=_TIMEOUT) as session,
            session.request(method, url, headers={"Authorization": authorization}) as response,
        ):
            data = await response.json(content_type=None) if "json" in response.content_type else {}
            reply = ApiReply(response.status, response.headers.copy(), data if isinstance(data, dict) else {})
    except (aiohttp.ClientError, TimeoutError, ValueError, OSError) as error:
        raise PlatformUnreachable(platform) from error
    if reply.status >= 500:  # noqa: PLR2004  # the server's errors
        raise PlatformUnreachable(platform)
    return reply


def compare_clocks(platform: str, reply: ApiReply, now: datetime | None = None) -> list[Finding]:
    """How far the clock of this machine is from the platform's, to a second or two; empty if it does not tell."""
    try:
        theirs = parsedate_to_datetime(reply.headers["Date"])
    except (KeyError, ValueError):
        return []
    error = ((now or datetime.now(UTC)) - theirs).total_seconds()
    details = {"platform": platform, "seconds": f"{abs(error):.0f}"}
    if abs(error) <= MAX_CLOCK_ERROR:
        return [Finding("clock_ok", Health.OK, details)]
    return [Finding("clock_fast" if error > 0 else "clock_slow", Health.PROBLEM, details)]
