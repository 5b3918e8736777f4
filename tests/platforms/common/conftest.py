from collections.abc import AsyncIterator

import pytest

from bot.model.observer import Observer
from bot.persistence.database import Database
from bot.platforms.common.intake import DeduplicatingIntake
from bot.platforms.common.message_queue import MessageQueue
from bot.services.messages import Messages
from tests.fakes.clock import FakeClock
from tests.persistence.store import LATER, WRONG, enter, new_game
from tests.platforms.common.queued_games import FakeChannel, Game, read_board


@pytest.fixture
async def messages(database: Database) -> Messages:
    """The messages of the games a and b, in which somebody has guessed."""
    async with database.unit() as unit:
        for name in "ab":
            room, player = await enter(unit, channel=name)
            game = new_game(room, player, name)
            assert await unit.games.add(game.after(game.game.guess(WRONG, player.id), LATER))
        await unit.commit()
    return Messages(database.unit, FakeClock())


@pytest.fixture
async def intake() -> AsyncIterator[DeduplicatingIntake]:
    intake = DeduplicatingIntake()
    yield intake
    await intake.drain(10)


@pytest.fixture
def queue(messages: Messages, intake: DeduplicatingIntake) -> MessageQueue:
    return MessageQueue(messages, read_board, intake, Observer(), "chat")


@pytest.fixture
def channel() -> FakeChannel:
    return FakeChannel()


@pytest.fixture
def game() -> Game:
    return Game("a")


@pytest.fixture
async def other(queue: MessageQueue) -> tuple[Game, FakeChannel]:
    """A game that is shown in a channel of its own."""
    game, channel = Game("b"), FakeChannel()
    await queue.show(game.board(), channel)
    return game, channel
