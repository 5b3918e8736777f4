"""Discord as a platform that the program can serve. The library is imported when it is served."""

import asyncio

from bot.platforms.common.platform import Runtime
from bot.platforms.discord.settings import PLATFORM_NAME, DiscordSettings


class DiscordPlatform:
    """Implements `Platform`."""

    name = PLATFORM_NAME

    def __init__(self, settings: DiscordSettings) -> None:
        self._settings = settings

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """See `Platform`."""
        return self._settings.alternatives

    @property
    def configured(self) -> bool:
        """See `Platform`."""
        return bool(self._settings.token)

    def check_settings(self) -> None:
        """See `Platform`."""
        self._settings.require_token()

    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        """See `Platform`."""
        from bot.platforms.discord.connection import serve  # noqa: PLC0415  # loads discord.py

        await serve(self._settings, runtime, stop)

    async def invitation(self) -> str:
        """The link that adds the bot to a server.

        Raises:
            PlatformError: Discord cannot be reached or refuses the token.
        """
        from bot.platforms.discord.connection import invitation  # noqa: PLC0415  # loads discord.py

        return await invitation(self._settings)
