"""Discord's limits on beginning sessions of the gateway, which all processes of an application keep together.

Discord's documentation, "Gateway", "Sharding": one IDENTIFY per 5 seconds for each `shard_id % max_concurrency`, and a
limited number per day. The token of an application that exceeds the daily limit is reset.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.model.errors import StorageError
from bot.platforms.discord.retrying import FAILURES
from bot.services.processes import SharedLimits

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 5.5
"""Seconds between two IDENTIFYs of a bucket: Discord's 5, and a margin for varying network delays."""

RETRY_SECONDS = 5.0
_EXHAUSTED_SECONDS = 60.0
"""Seconds before looking again if no session may be started today."""


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """What Discord says about session starts: `session_start_limit` of `GET /gateway/bot`.

    Args:
        total: sessions that may be started in a day.
        remaining: sessions that may still be started today.
        reset_seconds: seconds until the next day begins.
        max_concurrency: the number of buckets.
    """

    total: int
    remaining: int
    reset_seconds: float
    max_concurrency: int


class IdentifyLimits:
    """Makes shards wait until they may identify.

    Args:
        limits: shared by all processes.
        application: the id of the Discord application.
        session_starts: asks Discord.
    """

    def __init__(
        self, limits: SharedLimits, application: str, session_starts: Callable[[], Awaitable[SessionStarts]]
    ) -> None:
        self._limits = limits
        self._prefix = f"discord/{application}"
        self._session_starts = session_starts

    async def wait(self, shard: int) -> None:
        """Wait until a shard may identify. It then has to do so at once."""
        while True:
            try:
                starts = await self._session_starts()
                if await self._may_start(starts):
                    bucket = shard % max(1, starts.max_concurrency)
                    await asyncio.sleep(
                        await self._limits.reserve(f"{self._prefix}/identify/{bucket}", IDENTIFY_SECONDS)
                    )
                    return
            except (StorageError, discord.GatewayNotFound, *FAILURES) as error:
                log.warning("shard %d may not identify yet: %s", shard, error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                log.error("no session of Discord's gateway may be begun for %.0f s", starts.reset_seconds)
                await asyncio.sleep(min(_EXHAUSTED_SECONDS, starts.reset_seconds + 1))

    async def _may_start(self, starts: SessionStarts) -> bool:
        return await self._limits.count(
            f"{self._prefix}/session-starts", starts.total, starts.remaining, starts.reset_seconds
        )


def session_starts_from(limit: Any) -> SessionStarts:  # noqa: ANN401  # discord.py's type is private
    """What Discord says in `session_start_limit`."""
    return SessionStarts(limit["total"], limit["remaining"], limit["reset_after"] / 1000, limit["max_concurrency"])
