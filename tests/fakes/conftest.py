"""Fixtures of the tests of the loopback platforms."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.discord import LoopbackDiscord
from tests.fakes.example_discord_bot import Server, running_server


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server with the example bot, a channel and two people."""
    async with running_server(LoopbackDiscord()) as running:
        yield running
