"""What the program needs of a chat platform, and what it gives to one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.model.operations import Finding
from bot.platforms.common.intake import Readiness
from bot.platforms.common.pictures import PictureRenderer
from bot.services.services import Services


async def _nothing() -> None:
    """Leave the files of the database as they are."""


@dataclass(frozen=True, slots=True)
class Runtime:
    """What a platform is served with.

    Args:
        services: the use cases.
        engine: makes SQLAlchemy's asynchronous engine, for libraries that have tables of their own.
        public_language: the language of public replies; None for the platform's own choice.
        readiness: where the platform registers, under its name, whether it is connected.
        erase_deleted: removes what was deleted from the files of the database, too.
        pictures: renders pictures; by default there are none.
    """

    services: Services
    engine: Callable[[], Any]
    public_language: str | None = None
    readiness: Readiness = field(default_factory=Readiness)
    erase_deleted: Callable[[], Awaitable[None]] = _nothing
    pictures: PictureRenderer = field(default_factory=PictureRenderer)


class Platform(Protocol):
    """A chat platform that the program can serve."""

    @property
    def name(self) -> str:
        """Its display name, such as `Discord`."""
        ...

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """The combinations of environment variables it can be served with."""
        ...

    @property
    def configured(self) -> bool:
        """Whether the operator means to serve it: a token or a secret to log in with is set."""
        ...

    def check_settings(self) -> None:
        """Check that the settings are complete.

        Raises:
            SettingsMissing: None of the alternatives is complete.
        """
        ...

    def diagnose(self) -> AsyncIterator[Finding]:
        """Whether the platform accepts the settings, without serving it.

        Raises:
            PlatformError: It cannot be served.
        """
        ...

    def load(self) -> None:
        """Import what serving the platform needs, which takes long."""
        ...

    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        """Serve the platform until `stop` is set, then finish what was taken.

        Raises:
            PlatformError: It cannot be served.
            StorageError: The storage fails while the platform starts.
        """
        ...
