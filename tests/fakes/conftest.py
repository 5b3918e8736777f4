"""Fixtures of the tests of the loopback platforms."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.discord import LoopbackDiscord
from tests.fakes.example_discord_bot import Server, running_server
from tests.fakes.slack import Channel, LoopbackSlack, User, Workspace


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    """A server with the example bot, a channel and two people."""
    async with running_server(LoopbackDiscord()) as running:
        yield running


@pytest.fixture
async def slack() -> AsyncIterator[LoopbackSlack]:
    async with LoopbackSlack() as slack:
        yield slack


@pytest.fixture
def team(slack: LoopbackSlack) -> Workspace:
    return slack.workspace("acme")


@pytest.fixture
def games(team: Workspace) -> Channel:
    return team.channel("games")


@pytest.fixture
def ann(team: Workspace) -> User:
    return team.user("Ann", locale="ja-JP")
