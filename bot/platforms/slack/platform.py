"""Slack as a platform that the program can serve. The libraries are imported when it is served."""

import asyncio

from bot.platforms.common.platform import Runtime
from bot.platforms.slack.settings import PLATFORM_NAME, SlackSettings


class SlackPlatform:
    """Implements `Platform`."""

    name = PLATFORM_NAME

    def __init__(self, settings: SlackSettings) -> None:
        self._settings = settings

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """See `Platform`."""
        return self._settings.alternatives

    @property
    def configured(self) -> bool:
        """See `Platform`."""
        return self._settings.configured

    def check_settings(self) -> None:
        """See `Platform`."""
        self._settings.check()

    async def serve(self, runtime: Runtime, stop: asyncio.Event) -> None:
        """See `Platform`."""
        from bot.platforms.slack.bot import SlackBot  # noqa: PLC0415  # loads slack_bolt

        bot = SlackBot(self._settings, runtime)
        await bot.start()
        try:
            await stop.wait()
        finally:
            await bot.stop()
