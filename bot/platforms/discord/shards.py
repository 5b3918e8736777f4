"""Which shards a process serves, and holding them so that no other process serves them too."""

import asyncio
import logging
import math
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Self

from bot.model.errors import StorageError
from bot.platforms.common.errors import InvalidShards, ShardsLost
from bot.services.processes import Leases

PLATFORM_NAME = "Discord"
"""The platform as people call it."""

log = logging.getLogger(__name__)

MAX_SHARDS = 16_000
"""The most shards that an application may have: as many as its session starts in a day allow."""

LEASE_SECONDS = 10.0
"""How long the shards of a process that has ended stay unserved, if another one waits for them."""

RENEW_SECONDS = 2.0
WAIT_SECONDS = 1.0
"""How often a process that waits for shards looks whether they are free."""

_NOTATION = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that one process serves: from `first` to `last`, both included, of `count`."""

    first: int
    last: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `0-3/16`, or `5/16` for one shard.

        Raises:
            InvalidShards: it is written in another way, or there are no such shards.
        """
        found = _NOTATION.fullmatch(text.strip())
        if found is None:
            raise InvalidShards(PLATFORM_NAME, text)
        first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
        if not first <= last < count <= MAX_SHARDS:
            raise InvalidShards(PLATFORM_NAME, text)
        return cls(first, last, count)

    def __str__(self) -> str:
        """The shards as `parse` reads them."""
        return f"{self.first}-{self.last}/{self.count}" if self.first < self.last else f"{self.first}/{self.count}"

    @property
    def ids(self) -> list[int]:
        """The numbers of the shards."""
        return list(range(self.first, self.last + 1))

    def shares_servers_with(self, shard: int, count: int) -> bool:
        """Whether a server can be in one of these shards and in a shard of another number of shards.

        A server is in the shard `id >> 22` modulo the number of shards, so that two shards have servers in common if
        they are equal modulo the greatest common divisor of the numbers.
        """
        divisor = math.gcd(self.count, count)
        return any((own - shard) % divisor == 0 for own in self.ids)


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
        """Claim the shards; returns the shards of other processes that prevent it, none if they were claimed.

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
