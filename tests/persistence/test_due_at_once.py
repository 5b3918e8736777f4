"""Two processes do what is due at the same instant, on every kind of storage."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.model.games import StoredGame
from bot.model.messages import MessageKey, NewsKind
from bot.services.games.duels import DuelTerms, Person
from bot.services.games.moves import Expiry
from bot.services.services import Services
from core.game.errors import GameOver
from core.game.sides import DuelEnding
from tests.fakes.clock import FakeClock
from tests.fakes.random_source import FakeRandomSource
from tests.fakes.solver import InlineSolver
from tests.persistence.store import CLASSIC, Store
from tests.services.harness import ANN, BOB, again

DAY = timedelta(days=1)


class Duellists:
    """Ann and Bob in a duel, over a storage that two processes reach."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, FakeClock()
        units = (store.unit, store.other)
        self.services = [Services(unit, self.clock, FakeRandomSource(), InlineSolver()) for unit in units]

    async def start(self) -> StoredGame:
        one, _ = self.services
        view = await one.duels.challenge(again(ANN), Person(BOB.player, BOB.name), DuelTerms(CLASSIC))
        await one.messages.posted(view.id, MessageKey("C1", "1.0"), "en")
        await one.duels.hide_secret(again(BOB), "0123", view.id)
        await one.duels.hide_secret(again(ANN), "4567", view.id)
        for news in await one.news.pending("chat"):
            if news.key.subject == view.id:
                await one.news.complete(news.key)
        return await self.game(view.id)

    async def game(self, name: str) -> StoredGame:
        async with self.store.other() as unit:
            found = await unit.games.by_id(name)
        assert found is not None
        return found

    async def look(self) -> None:
        """Both processes look at once."""
        await asyncio.gather(*(Expiry(unit, self.clock).step() for unit in (self.store.unit, self.store.other)))

    async def claim(self, game: StoredGame) -> None:
        """The player who waits claims the duel, if it still runs."""
        views = {caller: await self.services[0].referee.board(again(caller), game.id) for caller in (ANN, BOB)}
        waiting = next(caller for caller, view in views.items() if view.viewer != game.waits_for)
        with suppress(GameOver):
            await self.services[0].duels.claim(again(waiting), game.id)

    async def news(self, game: StoredGame) -> list[NewsKind]:
        """The kinds of the news that is pending about the game."""
        pending = await self.services[1].news.pending("chat")
        return [news.key.kind for news in pending if news.key.subject == game.id]


@pytest.fixture
def duellists(store: Store) -> Duellists:
    return Duellists(store)


async def test_a_duel_expires_once_and_its_player_is_reminded_once(duellists: Duellists) -> None:
    game = await duellists.start()
    duellists.clock.advance(DAY)
    await duellists.look()
    assert await duellists.news(game) == [NewsKind.REMINDER]
    assert (await duellists.game(game.id)).revision == game.revision
    duellists.clock.advance(9 * DAY)
    await duellists.look()
    expired = await duellists.game(game.id)
    assert (expired.game.outcome, expired.revision) == (DuelEnding.EXPIRED, game.revision + 1)
    assert await duellists.news(game) == [NewsKind.END]


async def test_a_reminder_is_told_by_one_of_two_processes(duellists: Duellists) -> None:
    game = await duellists.start()
    duellists.clock.advance(DAY)
    await duellists.look()
    (news,) = [news for news in await duellists.services[0].news.pending("chat") if news.key.subject == game.id]
    claims = await asyncio.gather(*(services.news.claim(news.key) for services in duellists.services))
    assert sorted(claim.result.name for claim in claims) == ["NEW", "TAKEN"]


async def test_a_duel_is_claimed_or_expires_but_not_both(duellists: Duellists) -> None:
    game = await duellists.start()
    duellists.clock.advance(10 * DAY)
    await asyncio.gather(duellists.claim(game), duellists.look())
    ended = await duellists.game(game.id)
    assert ended.game.outcome in {DuelEnding.CLAIMED, DuelEnding.EXPIRED}
    assert ended.revision == game.revision + 1
