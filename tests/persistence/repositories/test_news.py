"""The contract of the repository of news."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.model.games import StoredGame
from bot.model.rooms import CLAIM_TIME, Claim, MessageKey, NewsKey, NewsKind, PendingNews
from bot.persistence.unit_of_work import UnitOfWork
from tests.fakes.clock import NOON
from tests.persistence.store import Store, room_key, start
from tests.support.storage import committed

EARLIER, LATER = NOON - timedelta(hours=1), NOON + timedelta(hours=1)
LONG_AGO = NOON - timedelta(days=99)
BOARD = MessageKey("C1", "1.0")
SUBJECT = "summary"


def key(game: StoredGame, revision: int = 1, kind: NewsKind = NewsKind.TURN) -> NewsKey:
    return NewsKey(game.id, kind, revision)


async def add(store: Store, game: StoredGame, *keys: NewsKey) -> None:
    """Store news about a game that has a message."""
    async with committed(store.unit) as unit:
        await unit.messages.save(game.id, BOARD, "ja")
        for each in keys:
            await unit.news.add(each, game.room, game.id, NOON)


async def pending(unit: UnitOfWork, subject: str) -> Sequence[PendingNews]:
    found = await unit.news.pending("chat", NOON, NOON - CLAIM_TIME, EARLIER, 100)
    return [news for news in found if news.key.subject == subject]


@pytest.fixture
async def game(store: Store) -> StoredGame:
    return await start(store)


async def test_news_comes_with_its_place(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with store.other() as unit:
        assert await pending(unit, game.id) == [PendingNews(key(game), game.id, room_key(), BOARD, "ja")]
        assert await unit.news.pending("mail2", NOON, EARLIER, EARLIER, 100) == []


async def test_newer_news_about_a_subject_replaces_older_news(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game, 1), key(game, 2))
    async with store.other() as unit:
        assert [news.key for news in await pending(unit, game.id)] == [key(game, 2)]
        assert await unit.news.claim(key(game, 1), NOON, EARLIER) is Claim.TAKEN
        await unit.news.remove(key(game, 1))
        assert await unit.news.claim(key(game, 2), NOON, EARLIER) is Claim.NEW


async def test_news_that_replaces_claimed_news_is_not_claimed(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game, 1))
    async with committed(store.unit) as unit:
        await unit.news.claim(key(game, 1), NOON, EARLIER)
    await add(store, game, key(game, 1, NewsKind.END))
    async with store.other() as unit:
        assert len(await pending(unit, game.id)) == 1
        assert await unit.news.claim(key(game, 1, NewsKind.END), NOON, EARLIER) is Claim.NEW


async def test_news_is_claimed_by_one_process_until_it_is_told(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with store.other() as unit:
        assert await unit.news.claim(key(game), NOON, NOON - CLAIM_TIME) is Claim.NEW
        assert await unit.news.claim(key(game), NOON, NOON - CLAIM_TIME) is Claim.TAKEN
        assert await pending(unit, game.id) == []
        await unit.commit()
    async with store.unit() as unit:
        assert await unit.news.claim(key(game), LATER, LATER - CLAIM_TIME) is Claim.RENEWED
        await unit.news.remove(key(game))
        assert await unit.news.claim(key(game), LATER, LATER - CLAIM_TIME) is Claim.TAKEN
        assert await pending(unit, game.id) == []


async def test_a_claim_made_by_a_clock_that_was_ahead_has_ended(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with committed(store.unit) as unit:
        await unit.news.claim(key(game), LATER, LATER - CLAIM_TIME)
    async with store.other() as unit:
        assert len(await pending(unit, game.id)) == 1
        assert await unit.news.claim(key(game), NOON, NOON - CLAIM_TIME) is Claim.RENEWED


async def test_news_about_a_game_waits_for_its_message(store: Store, game: StoredGame) -> None:
    async with store.unit() as unit:
        await unit.news.add(key(game), game.room, game.id, NOON)
        assert await pending(unit, game.id) == []
        assert not await unit.messages.was_posted(game.id)
        await unit.messages.save(game.id, BOARD, "en")
        assert await unit.messages.was_posted(game.id)
        assert [news.message for news in await pending(unit, game.id)] == [BOARD]
        await unit.messages.save(game.id, MessageKey("C1", "2.0"), "en")
        assert [news.message for news in await pending(unit, game.id)] == [MessageKey("C1", "2.0")]


async def test_news_without_a_game_is_pending_at_once(store: Store, game: StoredGame) -> None:
    async with store.unit() as unit:
        await unit.news.add(NewsKey(SUBJECT, NewsKind.TURN), game.room, None, NOON)
        assert [(news.game, news.message) for news in await pending(unit, SUBJECT)] == [(None, None)]


async def test_withdrawn_news_is_not_told(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with store.unit() as unit:
        await unit.news.withdraw(game.id)
        assert await pending(unit, game.id) == []
        assert await unit.news.claim(key(game), NOON, EARLIER) is Claim.TAKEN


async def test_old_news_is_not_told_but_removed(store: Store, game: StoredGame) -> None:
    async with store.unit() as unit:
        await unit.messages.save(game.id, BOARD, "en")
        for minutes in (3, 1, 2):
            when = LONG_AGO + timedelta(minutes=minutes)
            await unit.news.add(NewsKey(f"old{minutes}", NewsKind.TURN), game.room, None, when)
        assert await pending(unit, "old1") == []
        assert await unit.old_rows.remove("news", LONG_AGO + timedelta(minutes=3), 1) == 1
        assert await unit.old_rows.remove("news", LONG_AGO + timedelta(minutes=3), 9) == 1
        assert await unit.old_rows.remove("news", LONG_AGO + timedelta(minutes=3), 9) == 0
        left = await unit.news.pending("chat", NOON, EARLIER, LONG_AGO, 100)
        assert [news.key.subject for news in left if news.key.subject.startswith("old")] == ["old3"]
