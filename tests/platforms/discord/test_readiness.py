"""Whether the bot says truly that it is connected to Discord."""

import asyncio

import aiohttp

from bot.observability.monitoring import HealthServer, Metrics
from bot.platforms.common.intake import Readiness
from bot.platforms.common.platform import Runtime
from bot.platforms.discord.client import HitblowClient
from bot.services.services import Services
from tests.fakes.discord import LoopbackDiscord, running
from tests.platforms.discord.test_running import no_engine, platform


async def test_it_is_connected_while_every_shard_is(services: Services) -> None:
    async with LoopbackDiscord(shards=2) as discord:
        client = HitblowClient(services)
        assert not await client.is_connected()
        async with running(client, discord):
            await client.wait_until_ready()
            assert await client.is_connected()
            one = client.shards[1]
            await one._parent.ws.socket.close()
            assert not await client.is_connected()
        assert not await client.is_connected()


async def test_the_probe_says_whether_discord_is_connected(services: Services) -> None:
    readiness, stop = Readiness("Discord"), asyncio.Event()
    async with (
        LoopbackDiscord() as discord,
        HealthServer(Metrics(), readiness).listening("127.0.0.1", 0) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):

        async def probe() -> tuple[int, bool]:
            async with session.get("/readyz") as response:
                return response.status, (await response.json(content_type=None))["Discord"]

        hold = discord.network.hold("gateway")
        serving = asyncio.create_task(platform(discord).serve(Runtime(services, no_engine, readiness=readiness), stop))
        await hold.reached()
        assert await probe() == (503, False)
        hold.release()
        async with asyncio.timeout(10):
            while await probe() != (200, True):  # noqa: ASYNC110  # nothing tells of the probe
                await asyncio.sleep(0.05)
        stop.set()
        await serving
        assert await probe() == (503, False)
