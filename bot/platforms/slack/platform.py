"""Slack as a platform that the program can serve. The libraries are imported when it is served."""

import asyncio
from collections.abc import AsyncIterator

from typing_extensions import override

from bot.model.operations import Finding
from bot.platforms.common.platform import Platform, Runtime
from bot.platforms.slack.settings import PLATFORM_NAME, SlackSettings


class SlackPlatform(Platform):
    """The bot on Slack."""

    name = PLATFORM_NAME

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings

    @property
    @override
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        return self._settings.alternatives

    @property
    @override
    def configured(self) -> bool:
        return self._settings.configured

    @override
    def check_settings(self) -> None:
        self._settings.check()

    @override
    def diagnose(self) -> AsyncIterator[Finding]:
        from bot.platforms.slack.diagnosis import diagnose  # noqa: PLC0415  # loads aiohttp

        return diagnose(self._settings)

    @override
    def load(self) -> None:
        import bot.platforms.slack.bot  # noqa: F401, PLC0415  # loads slack_bolt

    @override
    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        from bot.platforms.slack.bot import SlackBot  # noqa: PLC0415  # loads slack_bolt

        bot = SlackBot(self._settings, runtime)
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
