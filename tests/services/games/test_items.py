"""Duels with items: what they count for, how they can end early, their review, and who is told to act."""

import asyncio
import random
from collections.abc import Iterator
from datetime import timedelta
from itertools import product

import pytest

from bot.handlers.request import news_view
from bot.locales import LANGUAGES
from bot.model.games import ShownGame
from bot.model.ratings import RANKED_GAMES
from bot.model.records import Order
from bot.model.rooms import Caller, MessageKey, NewsKind
from bot.persistence.database import Database
from bot.persistence.tables.records import rated_games, results, standings
from bot.services.analysis import GuessComparison
from bot.services.background import GameExpiry
from bot.services.games.duels import DuelTerms
from bot.services.operations import Operations
from bot.services.records import LeaderboardRequest
from core.game.codes import all_codes, format_code_ascii
from core.game.duels import Duel
from core.game.errors import HintsNotAllowed, ItemUnusable
from core.game.history import parse_history
from core.game.items import DEFENCES, Item, ItemSet
from core.game.sides import DuelEnding, Level, OutcomeForSide, UnratedReason
from tests.services.games.test_expiry import IDLE_TIME, TURN_TIME
from tests.services.games.versus_games import ANNS, BOBS, SMALL, Duelists, duel
from tests.services.harness import ANN, BOB, CAT, again

WITH_ITEMS = DuelTerms(SMALL, opponent_moves_first=False, items=ItemSet(tuple(Item)))
COUNTED = "3x10+items"


async def use(match: Duelists, who: Caller, item: Item, text: str, game: str) -> ShownGame:
    return await match.opponent.use_item(again(who), item, text, game)


async def doubled(match: Duelists) -> ShownGame:
    """A duel in which Ann uses DOUBLE in her second turn, so that Bob has to name a position."""
    view = await match.start(WITH_ITEMS)
    for who in (ANN, BOB):
        await match.guess(who, "345", view.id)
    return await use(match, ANN, Item.DOUBLE, "", view.id)


async def won_with_double(match: Duelists) -> ShownGame:
    """A duel that Ann wins in her second turn with her third guess."""
    view = await doubled(match)
    await use(match, BOB, Item.DOUBLE, "1", view.id)
    for who, code in ((ANN, "978"), (ANN, BOBS), (BOB, "345")):
        view = (await match.guess(who, code, view.id)).view
    return view


async def known(match: Duelists) -> None:
    """Let Ann and Bob use the bot a week before, and play a game alone in four guesses."""
    for who in (ANN, BOB):
        await match.finish(who, 4, SMALL)
    match.clock.advance(timedelta(days=7))


async def test_nobody_gets_advice_about_the_clues_of_a_running_duel(match: Duelists) -> None:
    view = await match.start(WITH_ITEMS)
    for clues in ("target 3 no", "slash 2"):
        item, _, about = clues.removesuffix(" no").partition(" ")
        assert (await check(match, clues)).check.guess.code == (6, 7, 8)
        await use(match, ANN, Item(item), about if item == "target" else "", view.id)
        with pytest.raises(HintsNotAllowed):
            await check(match, clues)
        await match.guess(ANN, "345", view.id)
        await match.guess(BOB, "345", view.id)


async def check(match: Duelists, clues: str) -> GuessComparison:
    return await match.analysis.compare_with_best(again(ANN), "678", SMALL, parse_history(clues, SMALL))


async def test_an_item_is_used_in_the_duel_that_goes_on_not_in_one_that_waits_for_a_secret(match: Duelists) -> None:
    view = await match.start(WITH_ITEMS)
    await match.challenge(ANN, by=CAT)
    assert (await match.opponent.game_before_item(again(ANN), Item.TARGET, None)).id == view.id
    assert (await match.opponent.use_item(again(ANN), Item.TARGET, "3")).id == view.id
    with pytest.raises(ItemUnusable):
        await match.opponent.game_before_item(again(ANN), Item.SLASH, None)


async def test_a_duel_with_items_is_rated_and_counted_apart_from_others(match: Duelists) -> None:
    await known(match)
    ended = await won_with_double(match)
    assert (duel(ended).winner, ended.unrated) == (duel(ended).starter, None)
    winner, loser = [await match.records.player_stats(again(who)) for who in (ANN, BOB)]
    assert {rules: rating.games for rules, rating in winner.ratings.items()} == {COUNTED: 1}
    assert winner.ratings[COUNTED].points > 1500 > loser.ratings[COUNTED].points
    assert winner.record.by_rules[COUNTED].duels == {OutcomeForSide.WON: 1}
    assert not winner.record.by_rules[str(SMALL)].duels


async def test_a_game_against_the_bot_with_items_is_rated_by_the_strength_of_its_level_with_items(
    match: Duelists,
) -> None:
    match.random_source.deal(BOBS)
    await match.give_up(ANN, (await match.opponent.start(again(ANN), SMALL, Level.EASY, ANNS, ItemSet())).id)
    ((rules, rating),) = (await match.records.player_stats(again(ANN))).ratings.items()
    assert (rules, rating.games, rating.points < 1500) == (COUNTED, 1, True)


@pytest.mark.parametrize(
    ("level", "items", "last"),
    [
        (Level.EXPERT, ItemSet((Item.TARGET, Item.SLASH, Item.DOUBLE)), Level.HARD),
        (Level.EXPERT, None, Level.EXPERT),
        (Level.EASY, ItemSet((Item.TARGET, Item.SLASH, Item.DOUBLE)), Level.EASY),
    ],
)
async def test_the_expert_with_items_guesses_a_candidate_in_the_turn_after_the_players_last(
    match: Duelists, level: Level, items: ItemSet | None, last: Level
) -> None:
    match.random_source.coin_shows = False
    match.random_source.deal(BOBS)
    view = await match.opponent.start(again(ANN), SMALL, level, ANNS, items)
    for code in ("345", BOBS):
        await match.guess(ANN, code, view.id)
    assert [found for _, _, found in match.solver.moves] == [level, last]


async def test_the_additional_guess_of_a_double_changes_no_average(match: Duelists) -> None:
    await known(match)
    before = (await match.records.player_stats(again(ANN))).record.ranked_alone, await match.rows(standings)
    ended = await won_with_double(match)
    assert duel(ended).side(duel(ended).starter).guess_count == 3
    assert ((await match.records.player_stats(again(ANN))).record.ranked_alone, await match.rows(standings)) == before


async def test_the_same_two_have_as_many_rated_duels_whether_with_items_or_not(match: Duelists) -> None:
    await known(match)
    met = []
    for terms in (WITH_ITEMS, DuelTerms(SMALL, opponent_moves_first=False), WITH_ITEMS):
        view = await match.start(terms)
        met.append(duel(view).unrated)
        await match.guess(ANN, "345", view.id)
        await match.give_up(BOB, view.id)
    assert met == [None, None, UnratedReason.MET_OFTEN]
    assert sorted(row.rules for row in await match.rows(rated_games)) == [str(SMALL), COUNTED]


async def test_a_leaderboard_ranks_by_the_rating_with_items(match: Duelists) -> None:
    await known(match)
    for _ in range(RANKED_GAMES):
        view = await match.start(WITH_ITEMS)
        await match.guess(ANN, "345", view.id)
        await match.give_up(BOB, view.id)
        match.clock.advance(timedelta(days=15))
    board = await match.records.leaderboard(again(ANN), LeaderboardRequest(SMALL, order=Order.ITEMS))
    assert [(entry.rank, entry.name) for entry in board.entries] == [(1, "ann"), (2, "bob")]
    plain = await match.records.leaderboard(again(ANN), LeaderboardRequest(SMALL, order=Order.RATING))
    assert [entry.rank for entry in plain.entries] == [None]


async def test_who_lets_the_other_wait_for_a_position_loses_when_the_duel_expires(match: Duelists) -> None:
    view = await doubled(match)
    match.clock.advance(TURN_TIME + IDLE_TIME)
    await GameExpiry(match.database.unit, match.clock).run_step()
    ended = duel(await match.board(ANN, view.id))
    assert (ended.outcome, ended.winner) == (DuelEnding.EXPIRED, ended.starter)
    outcomes = {row.player_id == ended.starter: row.outcome for row in await match.rows(results)}
    assert outcomes == {True: OutcomeForSide.WON, False: OutcomeForSide.RESIGNED}


async def test_the_operator_ends_a_duel_that_waits_for_a_position_and_nobody_has_won(match: Duelists) -> None:
    view = await doubled(match)
    await Operations(match.database.unit, match.clock, asyncio.sleep).end_game(view.id)
    ended = duel(await match.referee.show_board(again(ANN), view.id))
    assert (ended.outcome, ended.winner) == (DuelEnding.STOPPED, None)
    assert [*await match.rows(results), *await match.rows(rated_games)] == []


@pytest.mark.parametrize(("leaves", "stays"), [(ANN, BOB), (BOB, ANN)], ids=["who doubles", "who is asked"])
async def test_who_deletes_their_data_amid_an_item_gives_up_and_the_other_can_verify(
    match: Duelists, leaves: Caller, stays: Caller
) -> None:
    view = await doubled(match)
    await match.services.privacy.delete(again(leaves))
    ended = await match.board(stays, view.id)
    assert (duel(ended).outcome, duel(ended).winner) == (DuelEnding.RESIGNED, ended.viewer)
    assert [used.item for used in duel(ended).uses] == [Item.DOUBLE]
    assert ended.nonce is not None
    review = await match.analysis.review(again(stays), view.id)
    assert [len(board.review.turns) for board in review.boards] == [1, 1]


async def test_the_numbers_of_a_deleted_player_stay_those_of_the_duel(match: Duelists) -> None:
    view = await match.start(WITH_ITEMS)
    await use(match, ANN, Item.SHUFFLE, "201", view.id)
    await match.guess(ANN, "345", view.id)
    await match.services.privacy.delete(again(ANN))
    ended = await match.board(BOB, view.id)
    (used,) = duel(ended).uses
    assert (duel(ended).secret_of(used.by), used.by) == ((2, 0, 1), duel(ended).starter)
    assert ended.names.get(used.by) != "ann"


async def test_a_review_of_a_duel_counts_its_clues(match: Duelists) -> None:
    view = await match.start(WITH_ITEMS)
    await use(match, ANN, Item.HIGHLOW, "", view.id)
    await match.guess(ANN, "987", view.id)
    await match.guess(BOB, "345", view.id)
    boards = (await match.analysis.review(again(ANN), view.id)).boards
    assert [(board.name, board.review.turns[0].before) for board in boards] == [("ann", 60), ("bob", 720)]


SETS = (ItemSet(), ItemSet(tuple(Item)), ItemSet(tuple(Item), both_kinds=True))


class Match(Duelists):
    """A duel with items whose moves are drawn."""

    async def begin(self, rng: random.Random) -> str:
        self.rng = rng
        view = await self.post(DuelTerms(SMALL, opponent_moves_first=rng.random() < 0.5, items=rng.choice(SETS)))
        self.callers = {player: ANN if name == "ann" else BOB for player, name in view.names.items()}
        return view.id

    async def post(self, terms: DuelTerms) -> ShownGame:
        view = await self.start(terms)
        await self.services.messages.record_posted(view.id, MessageKey("C1", view.id), "en")
        return view

    async def duel(self, game: str) -> Duel:
        stored = await self.stored(game)
        assert isinstance(stored, Duel)
        return stored

    async def act(self, game: str) -> tuple[str, str | None]:
        """Let the player for whom the game waits do something; returns them, and for whom it waits then."""
        duel = await self.duel(game)
        mover = duel.awaited_player or ""
        who = self.callers[mover]
        if duel.pending_use is not None:
            await self.use(who, Item.DOUBLE, self.rng.choice("123"), game)
        elif self.rng.random() < 0.6 and (items := [item for item in Item if duel.is_usable(item, mover)]):
            item = self.rng.choice(items)
            await self.use(who, item, self.rng.choice([*texts(duel, item, mover)]), game)
        else:
            await self.guess(who, format_code_ascii(self.rng.choice([*all_codes(SMALL)]), SMALL), game)
        return mover, (await self.duel(game)).awaited_player

    async def use(self, who: Caller, item: Item, text: str, game: str) -> None:
        await self.opponent.use_item(again(who), item, text, game)

    async def calls(self) -> list[str]:
        """The user ids of those whom the pending news mentions."""
        views = [
            await news_view(self.services, news, LANGUAGES["en"])
            for news in await self.services.news.pending("chat")
            if news.key.kind is not NewsKind.END
        ]
        return [view.mention or "" for view in views if view is not None]

    async def tell(self) -> None:
        """Tell what is pending."""
        for news in await self.services.news.pending("chat"):
            await self.services.news.claim(news.key)
            await self.services.news.record_told(news.key)


def texts(duel: Duel, item: Item, by: str) -> Iterator[str]:
    """What a player can do with an item, as it is typed."""
    number = duel.secret_of(by) or ()
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
