"""Discord as a platform that the program can serve. The library is imported when it is served."""

import asyncio
from collections.abc import AsyncIterator

from typing_extensions import override

from bot.model.operations import Finding
from bot.platforms.common.platform import Platform, Runtime, require_library
from bot.platforms.discord.settings import PLATFORM_NAME, DiscordSettings, diagnose


class DiscordPlatform(Platform):
    """The bot on Discord."""

    name = PLATFORM_NAME

    def __init__(self, settings: DiscordSettings) -> None:
        self._settings = settings

    @property
    @override
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        return self._settings.alternatives

    @property
    @override
    def configured(self) -> bool:
        return bool(self._settings.token)

    @override
    def check_settings(self) -> None:
        self._settings.require_token()
        self._settings.parsed_shards()

    @override
    def diagnose(self) -> AsyncIterator[Finding]:
        return diagnose(self._settings)

    @override
    def load(self) -> None:
        require_library("discord", self.name)
        import bot.platforms.discord.client  # noqa: F401, PLC0415  # loads discord.py

    @override
    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        from bot.platforms.discord.client import serve  # noqa: PLC0415  # loads discord.py

        await serve(self._settings, runtime, stop)

    async def invitation(self) -> str:
        """The link that adds the bot to a server.

        Raises:
            PlatformError: Discord cannot be reached or refuses the token.
        """
        self.load()
        from bot.platforms.discord.client import invitation  # noqa: PLC0415  # loads discord.py

        return await invitation(self._settings)
