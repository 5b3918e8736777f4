"""Boards that the platform does not let the bot show are tried again, but not too often."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from bot.persistence.database import Database
from bot.platforms.common import catch_up
from bot.platforms.common.delivery import Delivery
from tests.platforms.common.test_catch_up import FakeChannel, catching_up
from tests.services.harness import ANN, Harness


@dataclass
class RefusedBoard:
    """A board that the platform refuses, and the monotonic time by which it is left alone."""

    channel: FakeChannel
    now: float = 0.0

    async def is_tried_at(self, now: float) -> bool:
        """Whether it is tried at this time."""
        self.channel.changed.clear()
        self.now = now
        await asyncio.sleep(0.1)
        return self.channel.changed.is_set()


@pytest.fixture
async def refused(database: Database, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RefusedBoard]:
    harness, channel = Harness(database), FakeChannel()
    board = RefusedBoard(channel)
    monkeypatch.setattr(catch_up, "time", SimpleNamespace(monotonic=lambda: board.now))
    monkeypatch.setattr(catch_up, "SECONDS_BETWEEN", 0.01)
    await harness.play(ANN)
    channel.error = Delivery.FORBIDDEN
    async with catching_up(harness, channel):
        assert await board.is_tried_at(0.0)
        yield board


async def test_a_board_is_shown_within_a_minute_after_a_permission_came_back(refused: RefusedBoard) -> None:
    tries = [await refused.is_tried_at(now) for now in (30.0, 56.0, 112.0)]
    assert tries == [False, True, True]
    refused.channel.error = None
    assert await refused.is_tried_at(168.0)
    assert refused.channel.shown


async def test_many_refused_boards_are_tried_more_rarely(
    refused: RefusedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "_SECONDS_BETWEEN_REFUSED", 100.0)
    tries = [await refused.is_tried_at(now) for now in (56.0, 112.0, 157.0)]
    assert tries == [True, False, True]
