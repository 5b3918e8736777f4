"""The end of a game is shown once where people see it, whatever happens, and other news is told once."""

from collections import deque
from datetime import timedelta

import pytest

from bot.locales import LANGUAGES, Words
from bot.model.rooms import CLAIM_TIME, NEWS_LIFETIME, Caller, MessageKey, NewsKey, NewsKind
from bot.persistence.database import Database
from bot.platforms.common.catch_up import NewsSender
from bot.platforms.common.delivery import Board, DeliveryError, DeliveryOutcome
from bot.presenters.views import Paragraph, View
from bot.services.background import GameExpiry
from bot.services.games.duels import DuelTerms, NamedPerson
from tests.fakes.transport import FakeTransport
from tests.services.harness import ANN, BOB, CLASSIC, WRONG, Harness, again
from tests.support.cards import Killed, news_sender

ENGLISH = LANGUAGES["en"]
NOTICE = View((Paragraph("@Ann"),), mention="1")
BOARD = MessageKey("C1", "1.0")


def message(key: NewsKey) -> MessageKey:
    """The message that tells news."""
    return MessageKey("C1", f"{key.subject}.{key.revision}.{key.kind}")


class FakeChannel(FakeTransport):
    """A channel: what was told, and its messages now. Errors to come are put into `errors` and `delete_errors`.

    The process ends before a board becomes a link if `kills` is set.
    """

    def __init__(self) -> None:
        self.told: list[tuple[str, MessageKey | None]] = []
        self.messages: dict[NewsKey, View] = {}
        self.errors: deque[DeliveryOutcome] = deque()
        self.delete_errors: deque[DeliveryOutcome] = deque()
        self.arrives = False
        self.board_is_newest = False
        self.kills = False
        self.edited: list[MessageKey] = []
        self.links: list[tuple[MessageKey, MessageKey]] = []

    async def is_newest(self, message: MessageKey) -> bool:
        assert message == BOARD
        return self.board_is_newest

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        assert (words, is_over) == (ENGLISH, True)
        if self.kills:
            raise Killed
        self.links.append((message, moved))

    async def send_news(
        self, key: NewsKey, board: MessageKey | None, view: View, _before: MessageKey | None = None
    ) -> MessageKey:
        if not self.errors or self.arrives:
            self.told.append((key.subject, board))
            self.messages[key] = view
        if self.errors:
            raise DeliveryError(self.errors.popleft())
        return message(key)

    async def find_news(self, key: NewsKey, board: MessageKey | None, view: View) -> MessageKey | None:
        return message(key) if (key.subject, board) in self.told and self.messages.get(key) == view else None

    async def edit(self, message: MessageKey, view: View, /) -> None:
        assert view.game is not None
        self.edited.append(message)

    async def find_turn_notices(self, board: MessageKey) -> list[MessageKey]:
        assert board == BOARD
        return [message(key) for key, view in self.messages.items() if view.mention]

    async def delete(self, deleted: MessageKey) -> None:
        if self.delete_errors:
            raise DeliveryError(self.delete_errors.popleft())
        found = [key for key in self.messages if message(key) == deleted]
        if not found:
            raise DeliveryError(DeliveryOutcome.GONE)
        del self.messages[found[0]]


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
    await harness.services.messages.record_posted(view.id, BOARD, "en")
    await harness.guess(BOB, WRONG)
    await harness.guess(ANN, "0123")
    return view.id


async def tell(harness: Harness, game: str, channel: FakeChannel) -> DeliveryOutcome:
    """Tell the end of a game, as any process does."""
    return await sender(harness).tell_end(Board(View((), game=game, revision=2), ENGLISH), channel)


def end_of(game: str) -> MessageKey:
    """The message that shows the end of a game."""
    return message(NewsKey(game, NewsKind.END, 2))


async def test_an_end_is_shown_once_below_other_messages_and_its_board_becomes_a_link(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    assert [await tell(harness, game, channel) for _ in range(2)] == [DeliveryOutcome.DELIVERED] * 2
    assert channel.told == [(game, BOARD)]
    assert channel.links == [(BOARD, end_of(game))]
    assert await harness.services.messages.message_of(game) == end_of(game)
    assert await harness.services.news.pending("chat") == []


async def test_an_end_is_shown_in_its_board_if_that_is_the_newest_message(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.board_is_newest = True
    assert [await tell(harness, game, channel) for _ in range(2)] == [DeliveryOutcome.DELIVERED] * 2
    assert (channel.edited, channel.told, channel.links) == ([BOARD], [], [])
    assert await harness.services.messages.message_of(game) == BOARD
    assert await harness.services.news.pending("chat") == []


async def test_an_end_whose_process_was_killed_before_the_link_is_shown_once(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.kills = True
    with pytest.raises(Killed):
        await tell(harness, game, channel)
    assert await harness.services.messages.message_of(game) == BOARD
    channel.kills = False
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    assert await tell(harness, game, channel) is DeliveryOutcome.DELIVERED
    assert channel.told == [(game, BOARD)]
    assert channel.links == [(BOARD, end_of(game))]
    assert await harness.services.messages.message_of(game) == end_of(game)


async def test_failed_news_is_posted_when_its_claim_has_ended(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.errors.append(DeliveryOutcome.FAILED)
    assert await tell(harness, game, channel) is DeliveryOutcome.FAILED
    await tell(harness, game, channel)
    assert channel.told == []
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    assert len(await harness.services.news.pending("chat")) == 1
    await tell(harness, game, channel)
    assert channel.told == [(game, BOARD)]


async def test_news_that_arrived_although_the_response_got_lost_is_not_told_again(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.errors.append(DeliveryOutcome.FAILED)
    channel.arrives = True
    await tell(harness, game, channel)
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    assert await tell(harness, game, channel) is DeliveryOutcome.DELIVERED
    assert channel.told == [(game, BOARD)]
    assert channel.links == [(BOARD, end_of(game))]
    assert await harness.services.news.pending("chat") == []


async def test_where_the_bot_may_not_write_news_is_not_tried_again(
    harness: Harness, game: str, channel: FakeChannel
) -> None:
    channel.errors.append(DeliveryOutcome.FORBIDDEN)
    assert await tell(harness, game, channel) is DeliveryOutcome.FORBIDDEN
    assert await harness.services.messages.message_of(game) == BOARD
    assert channel.links == []
    assert await harness.services.news.pending("chat") == []


async def test_news_is_not_told_after_a_day(harness: Harness, game: str) -> None:
    assert [news.key.subject for news in await harness.services.news.pending("chat")] == [game]
    harness.clock.advance(NEWS_LIFETIME + timedelta(seconds=1))
    assert await harness.services.news.pending("chat") == []


async def take_turn(harness: Harness, game: str, who: Caller, channel: FakeChannel) -> NewsKey:
    """Let somebody guess in a duel, and tell whose turn it is then."""
    await harness.guess(who, WRONG, game)
    (news,) = await harness.services.news.pending("chat")
    await sender(harness).tell(news.key, NOTICE, channel)
    return news.key


def sender(harness: Harness) -> NewsSender:
    return news_sender(harness.services)


@pytest.fixture
async def duel(harness: Harness, channel: FakeChannel) -> str:
    """A duel of Ann, who begins, and Bob; it has been told that it is Ann's turn."""
    terms = DuelTerms(CLASSIC, opponent_moves_first=False)
    view = await harness.duels.challenge(again(ANN), NamedPerson(BOB.player, BOB.name), terms)
    await harness.services.messages.record_posted(view.id, BOARD, "en")
    await harness.duels.hide_secret(again(ANN), "0189", view.id)
    await harness.duels.hide_secret(again(BOB), "0123", view.id)
    (news,) = await harness.services.news.pending("chat")
    await sender(harness).tell(news.key, NOTICE, channel)
    assert [*channel.messages] == [news.key]
    return view.id


async def test_a_duel_has_one_notice_whose_turn_it_is(harness: Harness, duel: str, channel: FakeChannel) -> None:
    for who in (ANN, BOB, ANN, BOB):
        key = await take_turn(harness, duel, who, channel)
        assert [*channel.messages] == [key]


async def test_the_end_of_a_duel_takes_the_place_of_the_notice(
    harness: Harness, duel: str, channel: FakeChannel
) -> None:
    await harness.give_up(ANN, duel)
    (news,) = await harness.services.news.pending("chat")
    await sender(harness).tell_end(Board(View((), game=duel, revision=news.key.revision), ENGLISH), channel)
    assert [key.kind for key in channel.messages] == [NewsKind.END]


async def test_a_turn_that_nobody_is_told_of_ends_the_notice_before(
    harness: Harness, duel: str, channel: FakeChannel
) -> None:
    await harness.guess(ANN, WRONG, duel)
    (news,) = await harness.services.news.pending("chat")
    await sender(harness).tell(news.key, None, channel)
    assert not channel.messages
    assert await harness.services.news.pending("chat") == []


async def test_a_notice_that_could_not_be_deleted_is_deleted_later(
    harness: Harness, duel: str, channel: FakeChannel
) -> None:
    channel.delete_errors.append(DeliveryOutcome.FAILED)
    key = await take_turn(harness, duel, ANN, channel)
    assert len(channel.messages) == 2
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    await sender(harness).tell(key, NOTICE, channel)
    assert [*channel.messages] == [key]
    assert len(channel.told) == 2


async def test_a_notice_whose_message_was_not_recorded_is_deleted_after_the_turn(
    harness: Harness, duel: str, channel: FakeChannel
) -> None:
    channel.errors.append(DeliveryOutcome.FAILED)
    channel.arrives = True
    lost = await take_turn(harness, duel, ANN, channel)
    assert len(channel.messages) == 2
    assert lost in channel.messages
    key = await take_turn(harness, duel, BOB, channel)
    assert [*channel.messages] == [key]


async def test_a_notice_of_a_turn_that_passed_while_it_was_sent_is_deleted(
    harness: Harness, duel: str, channel: FakeChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.guess(ANN, WRONG, duel)
    (late,) = await harness.services.news.pending("chat")
    tell = channel.send_news

    async def tell_slowly(
        key: NewsKey, board: MessageKey | None, view: View, _before: MessageKey | None = None
    ) -> MessageKey:
        monkeypatch.setattr(channel, "send_news", tell)
        assert (await take_turn(harness, duel, BOB, channel)).revision > key.revision
        return await tell(key, board, view)

    monkeypatch.setattr(channel, "send_news", tell_slowly)
    await sender(harness).tell(late.key, NOTICE, channel)
    (kept,) = channel.messages
    assert kept.revision == late.key.revision + 1


async def test_a_notice_that_was_edited_or_found_is_silent_so_that_a_reminder_comes_after_a_quarter_of_the_time(
    harness: Harness, duel: str, channel: FakeChannel, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_silent() -> bool:
        async with harness.database.unit() as unit:
            return await unit.messages.has_silent_turn_notice(duel)

    async def edit(
        _key: NewsKey, _board: MessageKey | None, _view: View, before: MessageKey | None = None
    ) -> MessageKey | None:
        return before

    await take_turn(harness, duel, ANN, channel)
    assert not await is_silent()
    with monkeypatch.context() as patched:
        patched.setattr(channel, "send_news", edit)
        await take_turn(harness, duel, BOB, channel)
    assert await is_silent()
    await take_turn(harness, duel, ANN, channel)
    assert not await is_silent()
    channel.errors.append(DeliveryOutcome.FAILED)
    channel.arrives = True
    key = await take_turn(harness, duel, BOB, channel)
    harness.clock.advance(CLAIM_TIME + timedelta(seconds=1))
    await sender(harness).tell(key, NOTICE, channel)
    assert await is_silent()
    harness.clock.advance(timedelta(hours=12))
    await GameExpiry(harness.database.unit, harness.clock).run_step()
    assert [news.key.kind for news in await harness.services.news.pending("chat")] == [NewsKind.REMINDER]
