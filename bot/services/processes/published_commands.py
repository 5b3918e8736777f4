"""The commands that an application has published on its platform. They are published again only when they change."""

from bot.persistence.unit_of_work import Access, UnitOfWorkFactory


class PublishedCommands:
    """The use cases of published commands. Every method raises `StorageError` when the storage fails."""

    def __init__(self, units: UnitOfWorkFactory) -> None:
        self._units = units

    async def digest(self, application: str) -> str | None:
        """The digest of the commands that an application published last, None if it has published none."""
        async with self._units(Access.READ) as unit:
            return await unit.published_commands.get(application)

    async def save(self, application: str, digest: str) -> None:
        """Store the digest of the commands that an application has just published."""
        async with self._units() as unit:
            await unit.published_commands.save(application, digest)
            await unit.commit()
