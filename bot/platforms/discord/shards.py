"""Which shards a process serves, holding them so that no other process serves them too, and when they may identify."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import discord

from bot.model.errors import StorageError
from bot.platforms.common.errors import ShardsLost
from bot.platforms.common.intake import logged_storage_errors
from bot.platforms.discord.responder import FAILURES
from bot.platforms.discord.settings import PLATFORM_NAME, Shards
from bot.services.processes import Leases, SharedLimits

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

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

    async def claim_when_free(self) -> None:
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
    async def keep_renewed(self) -> AsyncIterator[asyncio.Task[None]]:
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
            with logged_storage_errors:  # the claim ends by itself
                await self._leases.release(self._names)

    async def _taken(self) -> list[str]:
        """Claim the shards; returns those of other processes that prevent it, none on success.

        Other processes may not hold shards that share servers with these.
        """
        if taken := await self._leases.claim_or_find_conflicts(self._names, LEASE_SECONDS):
            return [name.removeprefix(self._prefix) for name in taken]
        if others := await self._overlapping():
            await self._leases.release(self._names)
        return others

    async def _overlapping(self) -> list[str]:
        """The shards that are held under another number of shards and share servers with these."""
        held = [name.removeprefix(self._prefix) for name in await self._leases.names_held(self._prefix)]
        parsed = {text: Shards.parse(text) for text in held}
        return [
            text
            for text, other in parsed.items()
            if other.count != self._shards.count and self._shards.shares_servers_with(other.first, other.count)
        ]

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with logged_storage_errors:  # no other process can claim them now either
                if await self._leases.claim_or_find_conflicts(self._names, LEASE_SECONDS):
                    raise ShardsLost(PLATFORM_NAME, str(self._shards))


IDENTIFY_SECONDS = 5.5
"""Seconds between two IDENTIFYs of a bucket: Discord's 5, and a margin for varying network delays."""

RETRY_SECONDS = 5.0
_EXHAUSTED_SECONDS = 60.0
"""Seconds before looking again if no session may be started today."""


async def wait_to_identify(
    shard: int,
    application: str,
    limits: SharedLimits,
    gateway: Callable[[], Awaitable["tuple[int, str, SessionStartLimit]"]],
) -> None:
    """Wait until a shard may identify, which it must then do at once.

    Args:
        shard: its number.
        application: the id of the Discord application.
        limits: shared by all processes.
        gateway: asks Discord, as discord.py does, for the number of shards, a URL and what is left of session starts.
    """
    while True:
        try:
            _, _, starts = await gateway()
            name, seconds = f"discord/{application}/session-starts", starts["reset_after"] / 1000
            if await limits.try_to_count_request(name, starts["total"], starts["remaining"], seconds):
                bucket = f"discord/{application}/identify/{shard % max(1, starts['max_concurrency'])}"
                await asyncio.sleep(await limits.reserve(bucket, IDENTIFY_SECONDS))
                return
        except (StorageError, discord.GatewayNotFound, *FAILURES) as error:
            log.warning("shard %d may not identify yet: %s", shard, error)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            log.error("no session of Discord's gateway may be begun for %.0f s", seconds)
            await asyncio.sleep(min(_EXHAUSTED_SECONDS, seconds + 1))
