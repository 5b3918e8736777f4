"""HTTP connections on which no whole request arrives."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.platforms.slack import connections
from bot.platforms.slack.bot import SlackBot
from tests.platforms.slack.harness import ConnectionType, Harness

HEAD = b"POST /slack/events HTTP/1.1\r\nHost: x\r\n"
HALVES = (b"", HEAD, HEAD + b"Content-Length: 100\r\n\r\nabc", HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab")
REFUSED = HEAD + b"Content-Length: 3\r\n\r\nabc"


@pytest.fixture
def connection_type() -> ConnectionType:
    return "http"


@asynccontextmanager
async def connected(bot: SlackBot, count: int, sent: bytes) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Connections that have sent something each."""
    streams = []
    for _ in range(count):
        reader, writer = await asyncio.open_connection("127.0.0.1", bot.port)
        writer.write(sent)
        await writer.drain()
        streams.append((reader, writer))
    yield [reader for reader, _ in streams]
    for _, writer in streams:
        writer.close()


async def closed(readers: list[asyncio.StreamReader], within: float = 0.05) -> int:
    """How many connections the bot has closed, or closes within so many seconds."""

    async def is_closed(reader: asyncio.StreamReader) -> bool:
        try:
            async with asyncio.timeout(within):
                return not await reader.read()
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    return sum(await asyncio.gather(*map(is_closed, readers)))


@pytest.mark.parametrize("sent", HALVES)
async def test_half_a_request_is_given_up(bot: SlackBot, monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    async with connected(bot, 1, sent) as readers:
        assert await closed(readers) == 0
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.05)
    async with connected(bot, 3, sent) as readers:
        assert await closed(readers, within=30) == 3


async def test_half_a_request_after_a_whole_one_is_given_up(bot: SlackBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "IDLE_SECONDS", 0.05)
    async with connected(bot, 1, REFUSED + HEAD) as (reader,):
        assert b" 401 " in await reader.readline()
        async with asyncio.timeout(30):
            await reader.read()


@pytest.mark.parametrize("sent", HALVES)
async def test_many_halves_leave_room_for_whole_requests(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "MOST_WAITING", 10)
    async with connected(bot, 40, sent) as readers:
        await harness.start_game("play")
        assert await closed(readers) >= 30
        await harness.private_reply("help")


async def test_a_request_that_takes_long_is_not_given_up(
    harness: Harness, bot: SlackBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.1)
    monkeypatch.setattr(connections, "MOST_WAITING", 1)
    hold = harness.slack.network.hold("users.info")
    command = asyncio.create_task(harness.ann.command(harness.games, "/hitblow", "play"))
    await hold.reached()
    async with connected(bot, 5, HEAD):
        await asyncio.sleep(0.3)
        hold.release()
        await command
    await harness.slack.until(lambda: harness.games.messages)
