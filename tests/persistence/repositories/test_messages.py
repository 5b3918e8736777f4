"""Which boards count as outdated while several processes send them, and news."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import pytest

from bot.model.games import StoredGame
from bot.model.rooms import CLAIM_TIME, MessageKey, NewsKey, NewsKind, PendingNews, PostClaimOutcome
from bot.persistence.database import Database
from bot.persistence.unit_of_work import UnitOfWork
from core.game.any_game import Who
from tests.fakes.clock import NOON
from tests.persistence.store import Store, room_key, start
from tests.support.present import present
from tests.support.storage import committed


@dataclass
class Processes:
    """Processes over one database in which a game runs; any number of them can be opened."""

    url: str
    opened: list[Database] = field(default_factory=list)
    game: str = ""
    room: str = ""

    def open(self) -> Database:
        self.opened.append(Database(self.url))
        return self.opened[-1]

    async def start(self, database: Database) -> None:
        stored = await start(Store(database.unit, database.unit))
        self.game, self.room = stored.id, stored.room

    async def move(self, database: Database) -> None:
        async with committed(database.unit) as unit:
            stored = present(await unit.games.get(self.room, self.game))
            await unit.games.update(stored.after(stored.game.record_hint(stored.game.starter), NOON))

    async def show(self, database: Database, revision: int, *, settled: bool = False) -> bool:
        """Record that a revision is shown; return whether the board is up to date."""
        async with committed(database.unit) as unit:
            await unit.messages.record_shown({self.game: revision}, {self.game} if settled else ())
        async with database.unit() as unit:
            return self.game not in {board.game for board in await unit.messages.outdated("chat", 10)}


@asynccontextmanager
async def processes_over(url: str) -> AsyncIterator[Processes]:
    processes = Processes(url)
    yield processes
    for database in processes.opened:
        await database.close()


@pytest.fixture
async def processes(url: str) -> AsyncIterator[Processes]:
    async with processes_over(url) as processes:
        yield processes


async def test_a_board_that_one_process_sends_is_up_to_date_once_it_is_shown(processes: Processes) -> None:
    one = processes.open()
    await processes.start(one)
    await processes.move(one)
    assert not await processes.show(one, 0)
    assert await processes.show(one, 1)


async def test_a_board_stays_outdated_while_an_older_edit_of_another_process_may_arrive(processes: Processes) -> None:
    one, another = processes.open(), processes.open()
    await processes.start(one)
    await processes.move(one)
    await processes.move(another)
    assert not await processes.show(another, 2)
    await processes.move(another)
    assert not await processes.show(another, 3)
    assert await processes.show(another, 3, settled=True)
    await processes.move(another)
    assert await processes.show(another, 4)


async def test_processes_that_take_turns_send_nothing_twice(processes: Processes) -> None:
    one, another = processes.open(), processes.open()
    await processes.start(one)
    for number, process in enumerate((one, another, one)):
        assert await processes.show(process, number)
        await processes.move(another if process is one else one)
    assert await processes.show(another, 3)


async def test_settling_an_older_revision_leaves_newer_edits_in_doubt(processes: Processes) -> None:
    one, another = processes.open(), processes.open()
    await processes.start(one)
    await processes.move(another)
    assert not await processes.show(one, 0, settled=True)
    await processes.move(one)
    assert not await processes.show(one, 2)


async def test_outdated_boards_are_in_the_order_of_their_last_moves(processes: Processes) -> None:
    one = processes.open()
    store = Store(one.unit, one.unit)
    games = [await start(store, Who.EVERYONE, "aaaaa"), await start(store, Who.ME, "bbbbb")]
    async with committed(one.unit) as unit:
        for game, minute in zip(games, (2, 1), strict=True):
            stored = present(await unit.games.get(game.room, game.id))
            at = NOON + timedelta(minutes=minute)
            await unit.games.update(stored.after(stored.game.record_hint(stored.game.starter), at))
    async with one.unit() as unit:
        assert [board.game for board in await unit.messages.outdated("chat", 2)] == ["bbbbb", "aaaaa"]


async def test_a_board_under_way_is_outdated_again_when_somebody_in_it_is_deleted(processes: Processes) -> None:
    one = processes.open()
    await processes.start(one)
    async with committed(one.unit) as unit:
        stored = present(await unit.games.get(processes.room, processes.game))
        player = stored.game.starter
        await unit.games.update(stored.after(stored.game.give_up(player, is_moderator=True), NOON))
        await unit.messages.save(stored.id, MessageKey("lobby", "1"), "en")
    async with committed(one.unit) as unit:
        deletion = await unit.personal_data.start_deletion(player, NOON)
        await unit.personal_data.replace_in_games(player, deletion.successor, [processes.game], NOON)
    assert not await processes.show(one, 1)
    assert await processes.show(one, 2)


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
        assert await pending(unit, game.id) == [PendingNews(key(game), room_key(), BOARD, "ja")]
        assert await unit.news.pending("mail2", NOON, EARLIER, EARLIER, 100) == []


async def test_newer_news_about_a_subject_replaces_older_news(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game, 1), key(game, 2))
    async with store.other() as unit:
        assert [news.key for news in await pending(unit, game.id)] == [key(game, 2)]
        assert await unit.news.claim(key(game, 1), NOON, EARLIER) is PostClaimOutcome.TAKEN
        await unit.news.remove_if_not_replaced(key(game, 1))
        assert await unit.news.claim(key(game, 2), NOON, EARLIER) is PostClaimOutcome.NEW


async def test_news_that_replaces_claimed_news_is_not_claimed(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game, 1))
    async with committed(store.unit) as unit:
        await unit.news.claim(key(game, 1), NOON, EARLIER)
    await add(store, game, key(game, 1, NewsKind.END))
    async with store.other() as unit:
        assert len(await pending(unit, game.id)) == 1
        assert await unit.news.claim(key(game, 1, NewsKind.END), NOON, EARLIER) is PostClaimOutcome.NEW


async def test_news_is_claimed_by_one_process_until_it_is_told(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with store.other() as unit:
        assert await unit.news.claim(key(game), NOON, NOON - CLAIM_TIME) is PostClaimOutcome.NEW
        assert await unit.news.claim(key(game), NOON, NOON - CLAIM_TIME) is PostClaimOutcome.TAKEN
        assert await pending(unit, game.id) == []
        await unit.commit()
    async with store.unit() as unit:
        assert await unit.news.claim(key(game), LATER, LATER - CLAIM_TIME) is PostClaimOutcome.RENEWED
        await unit.news.remove_if_not_replaced(key(game))
        assert await unit.news.claim(key(game), LATER, LATER - CLAIM_TIME) is PostClaimOutcome.TAKEN
        assert await pending(unit, game.id) == []


async def test_a_claim_made_by_a_clock_that_was_ahead_has_ended(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with committed(store.unit) as unit:
        await unit.news.claim(key(game), LATER, LATER - CLAIM_TIME)
    async with store.other() as unit:
        assert len(await pending(unit, game.id)) == 1
        assert await unit.news.claim(key(game), NOON, NOON - CLAIM_TIME) is PostClaimOutcome.RENEWED


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
        assert [news.message for news in await pending(unit, SUBJECT)] == [None]


async def test_withdrawn_news_is_not_told(store: Store, game: StoredGame) -> None:
    await add(store, game, key(game))
    async with store.unit() as unit:
        await unit.news.withdraw(game.id)
        assert await pending(unit, game.id) == []
        assert await unit.news.claim(key(game), NOON, EARLIER) is PostClaimOutcome.TAKEN


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
