"""Bots that connect and do nothing else, with the libraries that hitblow needs: the floor of the time to be ready.

`python -m benchmarks.bare_bots discord` or `slack`, with hitblow's environment variables.
"""

import asyncio
import os
import sys


async def discord_bot() -> None:
    """Connect to Discord with discord.py until killed."""
    import discord  # noqa: PLC0415  # only this platform's
    from discord import gateway, http  # noqa: PLC0415
    from yarl import URL  # noqa: PLC0415

    http.Route.BASE = os.environ["HITBLOW_DISCORD_API_URL"]
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["HITBLOW_DISCORD_GATEWAY_URL"])
    async with discord.AutoShardedClient(intents=discord.Intents.none()) as client:
        await client.start(os.environ["HITBLOW_DISCORD_TOKEN"])


async def slack_bot() -> None:
    """Connect to Slack in Socket Mode with Bolt until killed."""
    from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler  # noqa: PLC0415  # only this platform's
    from slack_bolt.async_app import AsyncApp  # noqa: PLC0415
    from slack_sdk.web.async_client import AsyncWebClient  # noqa: PLC0415

    url = os.environ["HITBLOW_SLACK_API_URL"]
    client = AsyncWebClient(os.environ["HITBLOW_SLACK_BOT_TOKEN"], base_url=url)
    await client.auth_test()
    handler = AsyncSocketModeHandler(AsyncApp(name="bare", client=client), os.environ["HITBLOW_SLACK_APP_TOKEN"])
    handler.client.web_client = AsyncWebClient(base_url=url)
    await handler.start_async()  # type: ignore[no-untyped-call]  # bolt has no types for it


def main() -> None:
    """Connect to the platform that is named."""
    import sqlalchemy  # noqa: F401, PLC0415  # hitblow needs it on every platform

    asyncio.run({"discord": discord_bot, "slack": slack_bot}[sys.argv[1]]())


if __name__ == "__main__":
    main()
