"""The two ways from Slack to the bot."""

from typing import Protocol

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

EVENTS_PATH = "/slack/events"
_FINISH_SECONDS = 5.0


class Way(Protocol):
    """One of the ways from Slack to the bot."""

    async def open(self) -> None:
        """Take what comes from now on."""
        ...

    async def stop_taking(self) -> None:
        """Take nothing new."""
        ...

    async def close(self) -> None:
        """Close it."""
        ...


class SocketMode:
    """A websocket that the bot opens to Slack."""

    def __init__(self, app: AsyncApp, token: str, client: AsyncWebClient, ping_seconds: float) -> None:
        self._handler = AsyncSocketModeHandler(app, token, web_client=client, ping_interval=ping_seconds)

    async def open(self) -> None:
        """See `Way`."""
        await self._handler.connect_async()  # type: ignore[no-untyped-call]  # bolt left it without types

    async def stop_taking(self) -> None:
        """See `Way`; what is acknowledged goes on, so the websocket stays open for it."""
        self._handler.client.auto_reconnect_enabled = False
        if self._handler.client.message_processor is not None:
            self._handler.client.message_processor.cancel()

    async def close(self) -> None:
        """See `Way`."""
        await self._handler.close_async()  # type: ignore[no-untyped-call]  # as above


class Http:
    """A web server that Slack sends signed requests to."""

    def __init__(self, app: AsyncApp, host: str, port: int) -> None:
        self._runner = web.AppRunner(app.web_app(EVENTS_PATH), access_log=None, shutdown_timeout=_FINISH_SECONDS)
        self._host = host
        self._wanted = port
        self.port = 0

    async def open(self) -> None:
        """See `Way`."""
        await self._runner.setup()
        await web.TCPSite(self._runner, self._host, self._wanted).start()
        self.port = self._runner.addresses[0][1]

    async def stop_taking(self) -> None:
        """See `Way`."""
        await self._runner.cleanup()

    async def close(self) -> None:
        """See `Way`; it is closed by then."""
