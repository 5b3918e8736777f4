"""Discord as a platform that the program can serve or diagnose. The library is imported when it is served."""

import asyncio
from collections.abc import AsyncIterator

from typing_extensions import override

from bot.model.operations import Finding, Severity
from bot.platforms.common.errors import PlatformUnreachable, TokenRefused
from bot.platforms.common.platform import Platform, Runtime, call_api, compare_clocks, require_library
from bot.platforms.discord.settings import PLATFORM_NAME, DiscordSettings

_API = "https://discord.com/api/v10"
_OK, _UNAUTHORIZED = 200, 401
_FEW_STARTS = 20


class DiscordPlatform(Platform):
    """The bot on Discord."""

    name = PLATFORM_NAME

    def __init__(self, settings: DiscordSettings) -> None:
        self.settings = settings

    @override
    async def diagnose(self) -> AsyncIterator[Finding]:
        settings = self.settings
        settings.check()
        api, authorization = (settings.api_url or _API).rstrip("/"), f"Bot {settings.require_token()}"
        me = await call_api(PLATFORM_NAME, "GET", f"{api}/users/@me", authorization)
        if me.status == _UNAUTHORIZED:
            raise TokenRefused(PLATFORM_NAME, settings.variable("token"))
        gateway = await call_api(PLATFORM_NAME, "GET", f"{api}/gateway/bot", authorization)
        if {me.status, gateway.status} != {_OK} or "session_start_limit" not in gateway.data:
            raise PlatformUnreachable(PLATFORM_NAME)
        yield Finding("logged_in", Severity.OK, {"platform": PLATFORM_NAME, "user": str(me.data.get("username"))})
        left = int(gateway.data["session_start_limit"]["remaining"])
        if left < _FEW_STARTS:
            yield Finding("few_starts", Severity.PROBLEM, {"left": str(left)})
        for finding in compare_clocks(PLATFORM_NAME, me):
            yield finding

    @override
    def import_libraries(self) -> None:
        require_library("discord", self.name)
        import bot.platforms.discord.client  # noqa: F401, PLC0415  # loads discord.py

    @override
    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        from bot.platforms.discord.client import serve  # noqa: PLC0415  # loads discord.py

        await serve(self.settings, runtime, stop)

    async def invitation(self) -> str:
        """The link that adds the bot to a server.

        Raises:
            PlatformError: Discord cannot be reached or refuses the token.
        """
        self.import_libraries()
        from bot.platforms.discord.client import invitation  # noqa: PLC0415  # loads discord.py

        return await invitation(self.settings)
