"""Whether the bot says truly that it is connected to Discord."""

from bot.platforms.discord.client import HitblowClient
from bot.services.services import Services
from tests.fakes.discord import LoopbackDiscord, running


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
