"""Which shards a process serves, holding them so that no other process serves them too, and when they may identify."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord

from bot.model.errors import StorageError
from bot.platforms.common.errors import ShardsLost
from bot.platforms.discord.responder import FAILURES
from bot.platforms.discord.settings import PLATFORM_NAME, Shards
from bot.services.processes import Leases, SharedLimits

log = logging.getLogger(__name__)

LEASE_SECONDS = 10.0
"""Seconds until the shards of a process that was killed are taken over by one that waits for them."""

RENEW_SECONDS = 4.0
"""Seconds between two renewals, so that one may fail. Each is a durable write, the most frequent one while idle."""

WAIT_SECONDS = 1.0
"""Seconds between two checks whether shards are free."""


class ShardLeases:
    """Holds shards for this process.

    Args:
        leases: shared by all processes.
        application: the id of the Discord application.
        shards: to hold.
    """

    def __init__(self, leases: Leases, application: str, shards: Shards) -> None:
        self._leases = leases
        self._prefix = f"discord/{application}/shard/"
        self._shards = shards
        self._names = [f"{self._prefix}{shard}/{shards.count}" for shard in shards.ids]

    async def wait(self) -> None:
        """Claim the shards, waiting while other processes hold any of them.

        Raises:
            StorageError: the storage fails.
        """
        told: list[str] = []
        while taken := await self._taken():
            if taken != told:
                log.warning("waiting for shards that another process serves: %s", ", ".join(taken))
                told = taken
            await asyncio.sleep(WAIT_SECONDS)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[asyncio.Task[None]]:
        """Renew the claim until the block ends, then give the shards up.

        Yields:
            A task that fails with `ShardsLost` if another process has taken them over.
        """
        renewing = asyncio.create_task(self._renew(), name="renewing shards")
        try:
            yield renewing
        finally:
            renewing.cancel()
            await asyncio.wait({renewing})
            try:
                await self._leases.release(self._names)
            except StorageError as error:
                log.warning("storage: %s", error)  # the claim ends by itself

    async def _taken(self) -> list[str]:
        """Claim the shards; returns those of other processes that prevent it, none on success.

        Other processes may not hold shards that share servers with these.
        """
        if taken := await self._leases.claim(self._names, LEASE_SECONDS):
            return [name.removeprefix(self._prefix) for name in taken]
        if others := await self._overlapping():
            await self._leases.release(self._names)
        return others

    async def _overlapping(self) -> list[str]:
        """The shards that are held under another number of shards and share servers with these."""
        held = [name.removeprefix(self._prefix) for name in await self._leases.live(self._prefix)]
        parsed = {text: Shards.parse(text) for text in held}
        return [
            text
            for text, other in parsed.items()
            if other.count != self._shards.count and self._shards.shares_servers_with(other.first, other.count)
        ]

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            try:
                if await self._leases.claim(self._names, LEASE_SECONDS):
                    raise ShardsLost(PLATFORM_NAME, str(self._shards))
            except StorageError as error:
                log.warning("storage: %s", error)  # no other process can claim them now either


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
        reset_seconds: seconds until the next day starts.
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
        """Wait until a shard may identify, which it must then do at once."""
        while True:
            try:
                starts = await self._session_starts()
                name = f"{self._prefix}/session-starts"
                if await self._limits.count(name, starts.total, starts.remaining, starts.reset_seconds):
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
