"""In a duel with items, whoever has to act is told so, and nobody who has just acted is told to."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from bot.handlers.boards import read_news
from bot.locales import LANGUAGES
from bot.model.games import ShownGame
from bot.model.messages import MessageKey, NewsKind
from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.services.games.duels import DuelTerms
from core.game.codes import all_codes, format_code_ascii
from core.game.duels import Duel
from core.game.items import DEFENCES, Item, ItemSet
from tests.services.games.duelists import SMALL, Duelists
from tests.services.harness import ANN, BOB, again

SETS = (ItemSet(), ItemSet(tuple(Item)), ItemSet(tuple(Item), both_kinds=True))


class Match(Duelists):
    """A duel with items whose moves are drawn."""

    async def begin(self, rng: random.Random) -> str:
        self.rng = rng
        terms = DuelTerms(SMALL, opponent_moves_first=rng.random() < 0.5, items=rng.choice(SETS))
        view = await self.post(terms)
        self.callers = {player: ANN if name == "ann" else BOB for player, name in view.names.items()}
        return view.id

    async def post(self, terms: DuelTerms) -> ShownGame:
        view = await self.start(terms)
        await self.services.messages.posted(view.id, MessageKey("C1", view.id), "en")
        return view

    async def duel(self, game: str) -> Duel:
        stored = await self.stored(game)
        assert isinstance(stored, Duel)
        return stored

    async def act(self, game: str) -> tuple[str, str | None]:
        """Let the player for whom the game waits do something; returns them, and for whom it waits then."""
        duel = await self.duel(game)
        mover = duel.waits_for or ""
        who = self.callers[mover]
        if duel.pending_use is not None:
            await self.use(who, Item.DOUBLE, self.rng.choice("123"), game)
        elif self.rng.random() < 0.6 and (items := [item for item in Item if duel.is_usable(item, mover)]):
            item = self.rng.choice(items)
            await self.use(who, item, self.rng.choice([*texts(duel, item, mover)]), game)
        else:
            await self.guess(who, format_code_ascii(self.rng.choice([*all_codes(SMALL)]), SMALL), game)
        return mover, (await self.duel(game)).waits_for

    async def use(self, who: Caller, item: Item, text: str, game: str) -> None:
        await self.opponent.use_item(again(who), item, text, game)

    async def calls(self) -> list[str]:
        """The user ids of those whom the pending news mentions."""
        views = [
            await read_news(self.services, news, LANGUAGES["en"])
            for news in await self.services.news.pending("chat")
            if news.key.kind is not NewsKind.END
        ]
        return [view.mention or "" for view in views if view is not None]

    async def tell(self) -> None:
        """Tell what is pending."""
        for news in await self.services.news.pending("chat"):
            await self.services.news.claim(news.key)
            await self.services.news.complete(news.key)


def texts(duel: Duel, item: Item, by: str) -> Iterator[str]:
    """What a player can do with an item, as it is typed."""
    number = duel.number_of(by) or ()
    if item is Item.TARGET:
        yield from "0123456789"
    elif item is Item.SHUFFLE:
        yield from ("".join(map(str, number)), "".join(map(str, reversed(number))))
    elif item in DEFENCES:
        for position, digit in enumerate(number):
            same = range(5, 10) if digit >= 5 else range(5)
            yield from (f"{position + 1} {new}" for new in same if new not in number)
    else:
        yield ""


async def test_the_user_of_an_item_is_told_again_only_after_it_has_been_answered(database: Database) -> None:
    match = Match(database)
    view = await match.post(DuelTerms(SMALL, opponent_moves_first=False, items=SETS[1]))
    assert await match.calls() == ["ANN"]
    await match.use(ANN, Item.HIGHLOW, "", view.id)
    assert await match.calls() == []
    for who in (ANN, BOB):
        await match.guess(who, "345", view.id)
    await match.use(ANN, Item.DOUBLE, "", view.id)
    assert await match.calls() == ["BOB"]
    await match.use(BOB, Item.DOUBLE, "1", view.id)
    assert await match.calls() == ["ANN"]
    await match.guess(ANN, "346", view.id)
    assert await match.calls() == []


@pytest.mark.slow
async def test_in_random_duels_whoever_has_to_act_is_told_and_nobody_who_has_just_acted(database: Database) -> None:
    match, seen = Match(database), set[tuple[Item | None, bool]]()
    for seed in range(40):
        game = await match.begin(random.Random(seed))
        for _ in range(16):
            if match.rng.random() < 0.5:
                await match.tell()
            before = await match.duel(game)
            mover, awaited = await match.act(game)
            after = await match.duel(game)
            called = [match.callers[awaited].player.user] if awaited not in {None, mover} else []
            assert await match.calls() == called, (seed, before, after)
            used = after.uses[-1].item if len(after.uses) > len(before.uses) else None
            seen.add((used, mover == before.sides[0].player))
            if awaited is None:
                break
        else:
            await match.give_up(ANN, game)
        match.clock.advance()
    assert seen == {*product((None, *Item), (False, True))}
