"""Versions of users' profiles, by which all processes notice that a cached profile is outdated."""

from hashlib import sha256

from bot.model.clock import Clock
from bot.model.rooms import PlayerKey
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory


class ProfileVersions:
    """The use cases of versions of profiles. Every method raises `StorageError` when the storage fails.

    Only digests of user ids and profiles are stored.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def of(self, player: PlayerKey) -> str | None:
        """The version of a player's profile, None if it has not changed recently."""
        async with self._units(Access.READ) as unit:
            return await unit.profile_versions.get(_digest(repr(player)))

    async def note(self, player: PlayerKey, profile: str) -> None:
        """Store the version of a profile that the platform has reported, if it is that of a known player."""
        subject, version = _digest(repr(player)), _digest(profile)
        async with self._units() as unit:
            known = await unit.players.find(player.platform, player.workspace, player.user)
            if known is None or await unit.profile_versions.get(subject) == version:
                return
            await unit.profile_versions.save(subject, version, self._clock())
            await unit.commit()


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
