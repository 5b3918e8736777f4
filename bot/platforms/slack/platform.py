"""Slack as a platform that the program can serve or diagnose. The libraries are imported when it does."""

import asyncio
from collections.abc import AsyncIterator

from typing_extensions import override

from bot.model.operations import Finding, Severity
from bot.platforms.common.errors import TokenRefused
from bot.platforms.common.platform import ApiReply, Platform, Runtime, call_api, compare_clocks, require_library
from bot.platforms.slack.settings import PLATFORM_NAME, SCOPES, SlackSettings, secret_value


class SlackPlatform(Platform):
    """The bot on Slack."""

    name = PLATFORM_NAME

    def __init__(self, settings: SlackSettings) -> None:
        self.settings = settings

    @override
    async def diagnose(self) -> AsyncIterator[Finding]:
        """Whether the settings are complete and Slack accepts the tokens. With OAuth there is nothing to ask Slack."""
        from bot.platforms.slack.oauth import TokenCipher  # noqa: PLC0415  # loads slack_sdk

        settings = self.settings
        settings.check()
        if settings.token_keys:
            TokenCipher(settings.token_keys, settings.variable("token_keys"))
        if bot_token := secret_value(settings.bot_token):
            identity = await self._ask("auth.test", "bot_token", bot_token)
            details = {"platform": PLATFORM_NAME, "user": f"{identity.data.get('user')} ({identity.data.get('team')})"}
            yield Finding("logged_in", Severity.OK, details)
            for finding in (*_missing_scopes(identity), *compare_clocks(PLATFORM_NAME, identity)):
                yield finding
        if app_token := secret_value(settings.app_token):
            await self._ask("apps.connections.open", "app_token", app_token)

    async def _ask(self, method: str, field: str, token: str) -> ApiReply:
        """Call a method with a token.

        Raises:
            TokenRefused: Slack does not accept it.
            PlatformUnreachable: Slack does not respond.
        """
        reply = await call_api(PLATFORM_NAME, "POST", f"{self.settings.api_url}{method}", f"Bearer {token}")
        if not reply.data.get("ok"):
            raise TokenRefused(PLATFORM_NAME, self.settings.variable(field))
        return reply

    @override
    def import_libraries(self) -> None:
        require_library("slack_bolt", self.name)
        import bot.platforms.slack.bot  # noqa: F401, PLC0415  # loads slack_bolt

    @override
    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        from bot.platforms.slack.bot import SlackBot  # noqa: PLC0415  # loads slack_bolt

        bot = SlackBot(self.settings, runtime)
        starting, stopping = asyncio.create_task(bot.start()), asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({starting, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if starting.done():
                await starting
                await stopping
        finally:
            stopping.cancel()
            starting.cancel()
            await asyncio.wait({starting})
            await bot.stop()


def _missing_scopes(reply: ApiReply) -> list[Finding]:
    granted = reply.headers.get("x-oauth-scopes")
    missing = [scope for scope in SCOPES if scope not in granted.split(",")] if granted else []
    return [Finding("scopes_missing", Severity.PROBLEM, {"scopes": ", ".join(missing)})] if missing else []
