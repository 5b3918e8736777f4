"""Duels and races whose ratings are limited, by the services and the storage."""

import random
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.model.games import ShownGame
from bot.model.ratings import Rating
from bot.model.records import LeaderboardKey, Order, Period, Scope, place_in
from bot.model.rooms import Caller
from bot.services.games.duels import DuelTerms, Person
from core.game.any_game import Who
from core.game.duels import Duel
from core.game.rated import MOST_POINTS
from core.game.rules import Rules
from core.game.sides import Unrated
from tests.services.contests import Contests
from tests.services.harness import ANN, BOB, CAT, Harness, again, caller
from tests.support.storage import committed

RULES = Rules.parse("4x10")
SECRET, WRONG = "3102", "5678"


async def duel(harness: Harness, winner: Caller = ANN, loser: Caller = BOB, *, room: str = "lobby") -> ShownGame:
    """Play a duel, in which the loser resigns after the winner's guess."""
    here = [replace(again(one), room=replace(one.room, channel=room)) for one in (winner, loser)]
    opponent = Person(loser.player, loser.name)
    view = await harness.duels.challenge(again(here[0]), opponent, DuelTerms(RULES, opponent_moves_first=False))
    for one in here:
        view = await harness.duels.hide_secret(again(one), SECRET, view.id)
    await harness.guess(here[0], WRONG, view.id)
    return await harness.give_up(here[1], view.id)


async def is_met_often(harness: Harness) -> bool:
    """Whether another duel of Ann and Bob is not rated because they have met often."""
    game = (await duel(harness, ANN, BOB)).game
    assert isinstance(game, Duel)
    return game.unrated is Unrated.MET_OFTEN


async def rating(harness: Harness, who: Caller = ANN) -> Rating:
    return (await harness.records.stats(again(who))).ratings.get(str(RULES), Rating())


async def known(harness: Harness, *people: Caller) -> None:
    """Let people use the bot a week before."""
    for one in people:
        await harness.play(one, Who.ME)
        await harness.give_up(one)
    harness.clock.advance(timedelta(days=7))


async def test_a_win_counts_only_if_the_winners_account_is_a_week_old(harness: Harness) -> None:
    await known(harness, ANN)
    await duel(harness, BOB, ANN)
    assert (await rating(harness)).games == 0
    await duel(harness, ANN, BOB)
    assert ((await rating(harness)).games, (await rating(harness, BOB)).games) == (1, 1)


async def test_a_pair_has_two_rated_duels_in_a_row_and_three_a_week(harness: Harness) -> None:
    await known(harness, ANN, BOB, CAT)
    met = []
    for other in (BOB, BOB, BOB, CAT, BOB, BOB):
        view = await duel(harness, ANN, other)
        assert isinstance(view.game, Duel)
        met.append(view.game.unrated is Unrated.MET_OFTEN)
    assert met == [False, False, True, False, True, True]  # Bob has met nobody else
    await duel(harness, BOB, CAT)
    assert not await is_met_often(harness)
    await duel(harness, ANN, CAT)
    await duel(harness, BOB, CAT)
    assert await is_met_often(harness)  # the fourth
    harness.clock.advance(timedelta(days=7))
    assert not await is_met_often(harness)  # a week later


async def test_duels_that_run_at_the_same_time_are_counted_when_they_start(harness: Harness) -> None:
    await known(harness, ANN, BOB)
    met = []
    for room in ("one", "two", "three"):
        here = [replace(again(one), room=replace(one.room, channel=room)) for one in (ANN, BOB)]
        view = await harness.duels.challenge(here[0], Person(BOB.player, BOB.name), DuelTerms(RULES))
        for one in here:
            view = await harness.duels.hide_secret(again(one), SECRET, view.id)
        assert isinstance(view.game, Duel)
        met.append(view.game.unrated is Unrated.MET_OFTEN)
    assert met == [False, False, True]


@pytest.mark.slow
async def test_a_year_of_wins_over_one_person_gains_few_points_also_if_they_come_back_as_somebody_new(
    harness: Harness,
) -> None:
    await known(harness, ANN, BOB)
    for week in range(20):
        await duel(harness)
        if week % 2:
            await harness.services.privacy.delete(again(BOB))
        harness.clock.advance(timedelta(days=15))
    found = await rating(harness)
    assert found.games == 20
    assert found.points == pytest.approx(Rating().points + MOST_POINTS, abs=1)


async def test_a_race_is_rated_without_those_whom_the_winner_met_often(harness: Harness) -> None:
    await known(harness, ANN, BOB, CAT)
    for _ in range(2):
        await duel(harness)
    harness.random_source.deal(SECRET)
    view = await harness.services.referee.play(again(ANN), RULES, who=Who.RACE)
    for one, guess in ((BOB, WRONG), (CAT, WRONG), (ANN, SECRET)):
        await harness.guess(one, guess, view.id)
    assert [(await rating(harness, one)).games for one in (ANN, BOB, CAT)] == [3, 2, 1]


async def test_ratings_and_their_leaderboards_are_those_of_a_plain_model(harness: Harness) -> None:
    chance, people = random.Random(13), [caller(name) for name in ("ann", "bob", "cat", "dan", "eve")]
    await known(harness, *people)
    harness.random_source.deal(SECRET)
    contests, entries = Contests(harness.services, chance), 0
    async with committed(harness.database.unit) as unit:
        rooms = [await unit.rooms.ensure(replace(ANN.room, channel=channel)) for channel in ("lobby", "garden")]
    for number in range(30):
        harness.clock.advance(timedelta(hours=chance.randrange(99)))
        room = chance.choice(rooms)
        there = [replace(one, room=room.key) for one in chance.sample(people, chance.choice((2, 2, 3, 5)))]
        await contests.play(room.id, harness.clock.now, there)
        if number % 15 < 14:
            continue
        async with harness.database.unit() as unit:
            await contests.compare(unit)
            for scope, period, viewer in product(Scope, Period, contests.skills):
                first_day = period.first_day(harness.clock.now.date())
                key = LeaderboardKey(scope, place_in(scope, room.key, room.id), str(RULES), period, first_day)
                page = await unit.leaderboards.page(key, Order.RATING, viewer, 3)
                assert page == contests.page(rooms, key, viewer, 3)
                entries += len(page.standings)
    assert entries > 50
