"""What the processes on one database share: leases, rate limits, versions of profiles, published commands."""

import os
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from bot.model.operations import Lease, RateLimitState
from bot.model.rooms import PlayerKey
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.context import Service

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")


class ProcessIdentity:
    """The identity of this process among all that use the same storage.

    Attributes:
        text: the machine, the process id and a random part, separated by colons.
    """

    def __init__(self) -> None:
        self.text = f"{_machine()}:{os.getpid()}:{secrets.token_hex(8)}"

    def has_ended(self, text: str) -> bool:
        """Whether the process with this identity is known to have ended.

        This can only be known of processes in the same container, or on the same machine, since it was booted.
        """
        machine, _, rest = text.partition(":")
        number = rest.partition(":")[0]
        return bool(machine) and machine == _machine() and not _is_running(int(number))


@cache
def _machine() -> str:
    """The boot id of this machine and the process id namespace; empty where they are not known."""
    try:
        return f"{_BOOT.read_text('ascii').strip()}/{_NAMESPACE.readlink()}".replace(":", "")
    except OSError:
        return ""


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)  # it may belong to another user
    return True


@dataclass(eq=False)
class Leases(Service):
    """The use cases of leases.

    A lease expires unless it is renewed, so that another process takes over when its holder has been killed. On the
    same machine, the end of the holder is noticed at once.

    Args:
        units: makes units of work.
        clock: the time.
        identity: the identity of this process, a new one by default.
    """

    _identity: ProcessIdentity = field(default_factory=ProcessIdentity)

    @property
    def identity(self) -> str:
        """The identity of this process."""
        return self._identity.text

    async def claim_or_find_conflicts(self, names: Collection[str], seconds: float) -> Sequence[str]:
        """Claim or renew leases, all of them or none.

        Args:
            names: the names of the leases.
            seconds: how long the leases last, at most `LONGEST_LEASE`.

        Returns:
            The names of the leases that other processes hold; empty if this process holds all of them now.
        """
        now = self._clock()
        wanted = [Lease(name, self._identity.text, now + timedelta(seconds=seconds)) for name in sorted(set(names))]
        async with self._units(Access.LEASE) as unit:
            locked = [await unit.leases.lock_or_add(lease) for lease in wanted]
            held = [lease.name for lease in locked if lease.holder != self.identity and not self._has_ended(lease, now)]
            if not held:
                for lease in wanted:
                    await unit.leases.save(lease)
                await unit.commit()
        return held

    async def release(self, names: Collection[str]) -> None:
        """End the leases that this process holds."""
        async with self._change(Access.LEASE) as unit:
            for name in sorted(set(names)):
                await unit.leases.remove(name, self._identity.text)

    async def names_held(self, prefix: str) -> Sequence[str]:
        """The names of the leases that any process holds and that start with `prefix`."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            return [lease.name for lease in await unit.leases.live(prefix, now) if not self._has_ended(lease, now)]

    def _has_ended(self, lease: Lease, now: datetime) -> bool:
        return lease.is_expired(now) or self._identity.has_ended(lease.holder)


LONGEST = timedelta(hours=25)
"""The longest time for which a limit can be exhausted. A later time was stored by a clock that was wrong."""


class SharedLimits(Service):
    """The use cases of limits."""

    async def reserve(self, name: str, seconds: float) -> float:
        """Reserve the next time at which a limit allows a request.

        Args:
            name: the name of the limit.
            seconds: the least time between two requests.

        Returns:
            The seconds to wait until that time.
        """
        now = self._clock()
        async with self._change() as unit:
            limit = await unit.shared_limits.lock_or_add(name, now)
            at = max(now, _free_at(limit, now))
            await unit.shared_limits.save(replace(limit, free_at=at + timedelta(seconds=seconds)))
        return (at - now).total_seconds()

    async def block_requests(self, name: str, seconds: float) -> None:
        """Allow no request for a number of seconds, as the platform asked."""
        now = self._clock()
        async with self._change() as unit:
            limit = await unit.shared_limits.lock_or_add(name, now)
            free_at = max(_free_at(limit, now), now + timedelta(seconds=seconds))
            await unit.shared_limits.save(replace(limit, free_at=free_at))

    async def exhausted(self, prefix: str) -> Mapping[str, float]:
        """The limits that allow no request now, with the seconds until they do; their names start with `prefix`."""
        now = self._clock()
        async with self._units(Access.READ) as unit:
            limits = await unit.shared_limits.exhausted(prefix, now)
        seconds = {limit.name: (_free_at(limit, now) - now).total_seconds() for limit in limits}
        return {name: left for name, left in seconds.items() if left > 0}

    async def try_to_count_request(self, name: str, total: int, remaining: int, reset_seconds: float) -> bool:
        """Count a request under a limit on the number of requests in a period, unless none is left.

        Args:
            name: the name of the limit.
            total: the number of requests allowed in a period.
            remaining: the number of requests left, as the platform says.
            reset_seconds: the seconds until the next period starts, as the platform says.

        Returns:
            Whether the request may be made.
        """
        now = self._clock()
        async with self._change() as unit:
            limit = await unit.shared_limits.lock_or_add(name, now)
            resets_at = now + timedelta(seconds=reset_seconds)
            used = limit.used if now < _free_at(limit, now) else 0
            used = max(used, total - remaining)
            if used >= total:
                return False
            await unit.shared_limits.save(RateLimitState(name, resets_at, used + 1))
            return True


async def count_request(unit: UnitOfWork, name: str, now: datetime, interval: float, burst: int) -> float:
    """Count a request under a limit that all processes share, unless it follows earlier ones too soon.

    This is the generic cell rate algorithm (ITU-T I.371): `burst` requests at once, then one every `interval` seconds.

    Returns:
        The seconds to wait; 0 if the request is counted.
    """
    limit = await unit.shared_limits.lock_or_add(name, now)
    free_at = max(now, _free_at(limit, now))
    if (wait := (free_at - now).total_seconds() - (burst - 1) * interval) > 0:
        return wait
    await unit.shared_limits.save(replace(limit, free_at=free_at + timedelta(seconds=interval)))
    return 0.0


def _free_at(limit: RateLimitState, now: datetime) -> datetime:
    return limit.free_at if limit.free_at <= now + LONGEST else now


class ProfileVersions(Service):
    """The use cases of versions of profiles. Only digests of user ids and profiles are stored."""

    async def get(self, player: PlayerKey) -> str | None:
        """The version of a player's profile, None if it has not changed recently."""
        async with self._units(Access.READ) as unit:
            return await unit.profile_versions.get(_digest(repr(player)))

    async def record_change(self, player: PlayerKey, profile: str) -> None:
        """Store the version of a profile that the platform has reported, if it is that of a known player."""
        subject, version = _digest(repr(player)), _digest(profile)
        async with self._change() as unit:
            known = await unit.players.find_by_key(player)
            if known is None or await unit.profile_versions.get(subject) == version:
                return
            await unit.profile_versions.save(subject, version, self._clock())


LANGUAGES = "languages"
"""The subject of the version of all languages that people and servers have chosen."""


async def record_language_change(unit: UnitOfWork, now: datetime) -> None:
    """Store a new version of all languages, so that all processes drop those they have cached."""
    await unit.profile_versions.save(LANGUAGES, secrets.token_hex(16), now)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


class PublishedCommands(Service):
    """The use cases of published commands."""

    async def digest(self, application: str) -> str | None:
        """The digest of the commands that an application published last, None if it has published none."""
        async with self._units(Access.READ) as unit:
            return await unit.published_commands.get(application)

    async def save(self, application: str, digest: str) -> None:
        """Store the digest of the commands that an application has just published."""
        async with self._change() as unit:
            await unit.published_commands.save(application, digest)
