"""The end of a game is told once, whatever happens."""

from collections import deque
from datetime import timedelta

import pytest

from bot.model.messages import CLAIM_TIME, NEWS_LIFETIME, MessageKey, NewsKey
from bot.persistence.database import Database
from bot.platforms.common.delivery import Delivery, DeliveryError, NewsSender
from bot.presenters.views import Paragraph, View
from tests.services.harness import ANN, BOB, WRONG, Harness

NEWS = View((Paragraph("Ann solved it."),))
BOARD = MessageKey("C1", "1.0")


class FakeChannel:
    """A channel; errors to come are put into `errors`, and a message that arrives all the same into `told`."""

    def __init__(self) -> None:
        self.told: list[tuple[str, MessageKey | None]] = []
        self.errors: deque[Delivery] = deque()
        self.arrives = False

    async def tell(self, key: NewsKey, board: MessageKey | None, view: View) -> None:
        assert view is NEWS
        if not self.errors or self.arrives:
            self.told.append((key.subject, board))
        if self.errors:
            raise DeliveryError(self.errors.popleft())

    async def was_told(self, key: NewsKey, board: MessageKey | None, view: View) -> bool:
        return (key.subject, board) in self.told and view is NEWS


@pytest.fixture
def channel() -> FakeChannel:
    return FakeChannel()


@pytest.fixture
def harness(database: Database) -> Harness:
    return Harness(database)


@pytest.fixture
async def game(harness: Harness) -> str:
    """A game of two players that has ended."""
    view = await harness.play(ANN)
    await harness.services.messages.posted(view.id, BOARD, "en")
    await harness.guess(BOB, WRONG)
    await harness.guess(ANN, "0123")
    return view.id


async def tell(harness: Harness, game: str, channel: FakeChannel) -> Delivery:
    """Tell the end of a game, as any process does."""
    board = View((), game=game, revision=2)
    return await NewsSender(harness.services.news, harness.services.messages).tell_end(board, NEWS, channel)


async def test_news_is_told_once_beside_the_board(harness: Harness, game: str, channel: FakeChannel) -> None:
    assert [await tell(harness, game, channel) for _ in range(2)] == [Delivery.DELIVERED] * 2
    assert channel.told == [(game, BOARD)]
    assert await harness.services.news.pending("chat") == []


async def test_failed_news_is_posted_when_its_claim_has_ended(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.errors.append(Delivery.FAILED)
    assert await tell(harness, game, channel) is Delivery.FAILED
    await tell(harness, game, channel)
    assert channel.told == []
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    assert len(await harness.services.news.pending("chat")) == 1
    await tell(harness, game, channel)
    assert channel.told == [(game, BOARD)]


async def test_news_that_arrived_although_the_response_got_lost_is_not_told_again(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.errors.append(Delivery.FAILED)
    channel.arrives = True
    await tell(harness, game, channel)
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    assert await tell(harness, game, channel) is Delivery.DELIVERED
    assert channel.told == [(game, BOARD)]
    assert await harness.services.news.pending("chat") == []


async def test_where_the_bot_may_not_write_news_is_not_tried_again(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.errors.append(Delivery.FORBIDDEN)
    assert await tell(harness, game, channel) is Delivery.FORBIDDEN
    assert await harness.services.news.pending("chat") == []


async def test_news_is_not_told_after_a_day(harness: Harness, game: str) -> None:
    assert [news.key.subject for news in await harness.services.news.pending("chat")] == [game]
    harness.clock.advance(NEWS_LIFETIME + timedelta(seconds=1))
    assert await harness.services.news.pending("chat") == []
