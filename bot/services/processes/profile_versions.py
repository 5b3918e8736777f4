"""Which profiles have changed, so that no process remembers an old one for long."""

from hashlib import sha256

from bot.services.model import PlayerKey
from bot.services.ports import Access, Clock, UnitOfWorkFactory


class ProfileVersions:
    """The use cases of versions. Every method raises `StorageError` when the storage fails.

    People and their profiles are stored as digests only.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock) -> None:
        self._units = units
        self._clock = clock

    async def of(self, player: PlayerKey) -> str | None:
        """The version of a player's profile; it is another one after a change that the platform has reported."""
        async with self._units(Access.READ) as unit:
            return await unit.profile_versions.get(_digest(repr(player)))

    async def note(self, player: PlayerKey, profile: str) -> None:
        """Note the profile that the platform has reported, if it is that of a player."""
        subject, version = _digest(repr(player)), _digest(profile)
        async with self._units() as unit:
            known = await unit.players.find(player.platform, player.workspace, player.user)
            if known is None or await unit.profile_versions.get(subject) == version:
                return
            await unit.profile_versions.save(subject, version, self._clock())
            await unit.commit()


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
