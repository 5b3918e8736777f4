"""Ratings of players, and marks of their games."""

import math
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import permutations, product

import pytest
from hypothesis import given, strategies as st
from msgspec.structs import replace
from openskill.models import BradleyTerryFull

from bot.model.errors import SolverBusy
from bot.model.games import ShownGame
from bot.model.ratings import MU, RANKED_GAMES, SIGMA, RatedBot, RatedGame, RatedPlayer, Rating
from bot.model.records import LeaderboardKey, Order, Period, Scope, scope_place
from bot.model.results import MOST_CODES, MOST_GUESSES, MarkSum, MonthlyMarkSum, Result, can_be_marked
from bot.model.rooms import Caller
from bot.persistence.repositories.games import GameRepository
from bot.services.background import BackgroundGameReview
from bot.services.games.duels import DuelTerms, NamedPerson
from bot.services.ratings import rate, rated_game
from core.game.any_game import GameKind, Who
from core.game.boards import Outcome
from core.game.duels import Duel
from core.game.rated import MOST_POINTS
from core.game.rules import Rules
from core.game.sides import DuelEnding, Level, OutcomeForSide, UnratedReason
from tests.fakes.clock import NOON
from tests.services.contests import Contests
from tests.services.harness import ANN, BOB, CAT, Harness, again, caller
from tests.support.storage import committed

WON, DRAWN, LOST = (1, 2), (1, 1), (2, 1)

ratings = st.builds(Rating, st.floats(0, 50), st.floats(1, SIGMA), st.integers(1, 100), st.just(NOON))


def game(
    places: Sequence[int], before: Sequence[Rating], bot: RatedBot | None = None, rules: str = "4x10"
) -> RatedGame:
    """A game of players called 0, 1, 2 ..."""
    players = [
        RatedPlayer(str(number), place, one) for number, (place, one) in enumerate(zip(places, before, strict=True))
    ]
    return RatedGame("k3qz7", "room", rules, NOON, tuple(players), bot)


def after(places: Sequence[int], *before: Rating) -> list[Rating]:
    return list(rate(game(places, before)).ratings.values())


def result(player: str, place: int | None = 1, **changed: object) -> Result:
    one = Result("k3qz7", "room", player, "4x10", OutcomeForSide.WON, 5, 0, GameKind.DUEL, NOON, rated_place=place)
    return replace(one, **changed)


def test_a_new_player_has_1500_points_and_a_large_uncertainty() -> None:
    assert (Rating().points, Rating().uncertainty) == (1500, 246)


def test_400_points_are_odds_of_ten_to_one() -> None:
    sure, model = 0.0001, BradleyTerryFull(tau=0.0)
    strong, weak = model.rating(MU + 400 / 29.5, sure), model.rating(MU, sure)
    drawn = model.rate([[strong], [weak]], ranks=[1, 1])[0][0]
    expected = 0.5 - (drawn.mu - strong.mu) * math.sqrt(2) * model.beta / sure**2
    assert expected == pytest.approx(10 / 11, abs=0.001)


@given(ratings, ratings)
def test_a_duel_changes_ratings_as_openskill_does(one: Rating, other: Rating) -> None:
    model = BradleyTerryFull(gamma=lambda *_: 1.0)
    for places in (WON, DRAWN, LOST):
        teams = [[model.rating(rating.mu, rating.sigma)] for rating in (one, other)]
        expected = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=list(map(float, places)))]
        found = [(rating.mu, rating.sigma) for rating in after(places, one, other)]
        assert found == [pytest.approx(pair) for pair in expected]


@given(ratings, ratings)
def test_a_win_never_lowers_and_a_loss_never_raises(one: Rating, other: Rating) -> None:
    winner, loser = after(WON, one, other)
    assert winner.mu >= one.mu
    assert loser.mu <= other.mu


def test_a_race_of_many_counts_at_most_twice_as_much_as_a_duel() -> None:
    duel = after(WON, Rating(), Rating())[0].mu - MU
    assert duel < (after([1, *[2] * 29], *[Rating()] * 30)[0].mu - MU) < 2 * duel


def test_the_bot_keeps_its_rating() -> None:
    strong, before = RatedBot(Level.EXPERT, 2), [Rating()]
    for _ in range(3):
        first = rate(game([1], before, strong)).ratings["0"]
        assert rate(game([1], before, strong)).ratings["0"] == first


def test_beating_a_strong_level_counts_more_than_beating_a_weak_one_and_items_change_its_strength() -> None:
    gains = [
        [rate(game([1], [Rating()], RatedBot(level, 2), rules)).ratings["0"].mu for level in Level]
        for rules in ("3x10", "3x10+items")
    ]
    assert gains == [sorted(set(each)) for each in gains]
    assert gains[0] != gains[1]


def test_the_longer_ago_the_last_game_the_less_certain_is_a_rating() -> None:
    rating = Rating(30, 2.5, 20, NOON)
    later = [rating.at_time(NOON + timedelta(days=days)).sigma for days in (0, 30, 365, 3 * 365, 9999)]
    assert later[:2] == [2.5, pytest.approx(2.82, abs=0.01)]
    assert later == sorted(later)
    assert later[3:] == [pytest.approx(SIGMA), SIGMA]
    assert rating.at_time(NOON + timedelta(days=99)).mu == 30


def test_a_clock_that_was_set_back_makes_nothing_more_certain() -> None:
    rating = Rating(30, 2.5, 20, NOON)
    assert rating.at_time(NOON - timedelta(days=99)) == rating


def test_time_away_makes_the_next_game_count_more() -> None:
    fresh, rusty = Rating(25, 2, 30, NOON), Rating(25, 2, 30, NOON - timedelta(days=365))
    assert after(WON, rusty, fresh)[0].mu > after(WON, fresh, fresh)[0].mu


def test_a_rating_is_not_ranked_before_enough_games() -> None:
    assert [Rating(games=games).is_ranked for games in (RANKED_GAMES - 1, RANKED_GAMES)] == [False, True]


def test_games_and_time_are_counted() -> None:
    (one, other) = after(WON, Rating(), Rating(games=4, rated_at=NOON - timedelta(1)))
    assert [(rating.games, rating.rated_at) for rating in (one, other)] == [(1, NOON), (5, NOON)]


def test_a_deleted_player_is_an_opponent_but_gets_no_rating() -> None:
    whole = game(WON, [Rating(), Rating(30, 3)])
    without = replace(whole, players=(whole.players[0], replace(whole.players[1], player=None)))
    assert rate(without).ratings == {"0": rate(whole).ratings["0"]}


@pytest.mark.parametrize(
    ("outcome", "own", "place"),
    [
        (OutcomeForSide.WON, 1, 2),
        pytest.param(OutcomeForSide.WON, 2, 1, id="won with a hint"),
        (OutcomeForSide.DRAWN, 1, 1),
        (OutcomeForSide.LOST, 2, 1),
        (OutcomeForSide.RESIGNED, 2, 1),
    ],
)
def test_the_bots_place_follows_from_the_players(outcome: OutcomeForSide, own: int, place: int) -> None:
    rated = rated_game([result("ann", own, outcome=outcome, level=Level.HARD)])
    assert rated is not None
    assert rated.bot == RatedBot(Level.HARD, place)


NOT_RATED: Mapping[str, Sequence[Result]] = {
    "no results": [],
    "a game without places": [result("ann", None, outcome=Outcome.SOLVED)],
}


@pytest.mark.parametrize("results", NOT_RATED.values(), ids=NOT_RATED.keys())
def test_what_is_not_rated(results: Sequence[Result]) -> None:
    assert rated_game(results) is None


@pytest.mark.slow
def test_openskill_is_loaded_only_to_rate_a_game() -> None:
    code = (
        "import sys, bot.app, bot.cli.main; from bot.services import ratings;"
        " assert 'openskill' not in sys.modules;"
        "ratings._model(); assert 'openskill' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_all_orders_of_three_players_give_each_the_same_rating() -> None:
    before = {"a": Rating(20, 4), "b": Rating(25, 5), "c": Rating(33, 6)}
    places = {"a": 1, "b": 2, "c": 2}
    found = {
        name: {round(one.mu, 9) for one in changed}
        for name in before
        for changed in [
            [
                after([places[each] for each in order], *(before[each] for each in order))[order.index(name)]
                for order in permutations(before)
            ]
        ]
    }
    assert all(len(values) == 1 for values in found.values())


RESULT = Result("game", "room", "ann", "4x10", Outcome.SOLVED, 5, 12, GameKind.SOLO, NOON, ranked=True)


def marking_of(harness: Harness) -> BackgroundGameReview:
    return BackgroundGameReview(harness.database.unit, harness.clock, harness.solver)


async def history(harness: Harness) -> list[MonthlyMarkSum]:
    return list((await harness.records.player_stats(ANN)).history.get("4x10", ()))


def test_a_ranked_game_of_usual_size_is_marked() -> None:
    assert can_be_marked(RESULT)


@pytest.mark.parametrize(
    "changed",
    [
        {"assisted": True},
        {"ranked": False},
        {"guesses": 0},
        {"guesses": MOST_GUESSES + 1},
        {"rules": "7x10"},
    ],
    ids=str,
)
def test_games_with_hints_or_others_and_costly_ones_are_not_marked(changed: dict[str, object]) -> None:
    assert not can_be_marked(replace(RESULT, **changed))


def test_the_costly_rules_are_those_with_many_codes() -> None:
    assert Rules.parse("6x10").code_count <= MOST_CODES < Rules.parse("7x10").code_count


def test_the_sum_of_marks_has_their_means() -> None:
    games = [(90, 40, True), (81, None, False), (None, 60, False)]
    total = sum((MarkSum.of_game(skill, luck, is_exact=exact) for skill, luck, exact in games), MarkSum())
    assert total == MarkSum(games=2, skill=171, exact=1, lucky_games=2, luck=100)
    assert (total.mean_skill, total.mean_luck, total.is_exact) == (85.5, 50.0, False)


def test_no_games_have_no_mean() -> None:
    assert (MarkSum().mean_skill, MarkSum().mean_luck) == (None, None)


async def test_a_finished_game_gets_the_marks_of_its_review(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    (board,) = (await harness.analysis.review(ANN, None)).boards
    assert await history(harness) == []
    await marking_of(harness).run_step()
    (month,) = await history(harness)
    assert month.first_day == NOON.date().replace(day=1)
    assert (month.marks.mean_skill, month.marks.mean_luck) == (board.review.skill, board.review.luck)


async def test_the_marks_of_a_game_among_few_codes_are_exact(harness: Harness) -> None:
    await harness.finish(ANN, 2, Rules.parse("2x4"))
    await marking_of(harness).run_step()
    (month,) = (await harness.records.player_stats(ANN)).history["2x4"]
    assert month.marks.is_exact


async def test_a_game_is_marked_once_however_many_processes_look(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    for _ in range(2):
        assert not await marking_of(harness).run_step()
    assert (await history(harness))[0].marks.games == 1


async def test_a_game_is_marked_later_while_the_solver_is_busy(harness: Harness) -> None:
    await harness.finish(ANN, 3)

    async def busy() -> None:
        raise SolverBusy

    harness.solver.before["review"] = busy
    await marking_of(harness).run_step()
    assert await history(harness) == []
    harness.clock.advance(timedelta(hours=2))
    await marking_of(harness).run_step()
    assert (await history(harness))[0].marks.games == 1


async def test_another_process_may_be_faster_while_the_solver_runs(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    harness.clock.advance(timedelta(seconds=1))

    async def another() -> None:
        harness.clock.advance(timedelta(hours=2))  # so that the claim has ended
        await marking_of(harness).run_step()

    harness.solver.before["review"] = another
    await marking_of(harness).run_step()
    assert (await history(harness))[0].marks.games == 1


async def test_a_game_of_somebody_who_is_deleted_meanwhile_is_not_counted(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    harness.solver.before["review"] = lambda: harness.services.privacy.delete(ANN)
    await marking_of(harness).run_step()
    assert await history(harness) == []


@pytest.mark.logs_errors
async def test_a_review_that_fails_is_tried_again_after_an_hour(harness: Harness) -> None:
    await harness.finish(ANN, 3)

    async def fail() -> None:
        raise ZeroDivisionError

    harness.solver.before["review"] = fail
    await marking_of(harness).run_step()
    assert not await marking_of(harness).may_be_due()
    assert await history(harness) == []
    harness.clock.advance(timedelta(hours=1))
    await marking_of(harness).run_step()
    assert (await history(harness))[0].marks.games == 1


@pytest.mark.logs_errors
async def test_a_game_that_cannot_be_read_is_reviewed_after_an_hour(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harness.finish(ANN, 3)
    monkeypatch.setattr(GameRepository, "by_id", lambda *_: 1 / 0)
    await marking_of(harness).run_step()
    assert not await marking_of(harness).may_be_due()
    monkeypatch.undo()
    harness.clock.advance(timedelta(hours=1))
    await marking_of(harness).run_step()
    assert (await history(harness))[0].marks.games == 1


async def test_months_follow_one_another(harness: Harness) -> None:
    await harness.finish(ANN, 3)
    harness.clock.advance(timedelta(days=31))
    await harness.finish(ANN, 3)
    await marking_of(harness).run_step()
    months = await history(harness)
    assert [month.first_day for month in months] == [date(2026, 11, 1), date(2026, 12, 1)]


async def test_a_game_with_a_hint_is_not_marked(harness: Harness) -> None:
    await harness.analysis.hint(ANN, (await harness.play(ANN)).id)
    await harness.guess(ANN, "4567")
    await harness.guess(ANN, "0123")
    await marking_of(harness).run_step()
    assert await history(harness) == []


RULES = Rules.parse("4x10")
SECRET, WRONG = "3102", "5678"


async def duel(harness: Harness, winner: Caller = ANN, loser: Caller = BOB, *, room: str = "lobby") -> ShownGame:
    """Play a duel, in which the loser resigns after the winner's guess."""
    here = [replace(again(one), room=replace(one.room, channel=room)) for one in (winner, loser)]
    opponent = NamedPerson(loser.player, loser.name)
    view = await harness.duels.challenge(again(here[0]), opponent, DuelTerms(RULES, opponent_moves_first=False))
    for one in here:
        view = await harness.duels.hide_secret(again(one), SECRET, view.id)
    await harness.guess(here[0], WRONG, view.id)
    return await harness.give_up(here[1], view.id)


async def is_met_often(harness: Harness) -> bool:
    """Whether another duel of Ann and Bob is not rated because they have met often."""
    game = (await duel(harness, ANN, BOB)).game
    assert isinstance(game, Duel)
    return game.unrated is UnratedReason.MET_OFTEN


async def rating(harness: Harness, who: Caller = ANN) -> Rating:
    return (await harness.records.player_stats(again(who))).ratings.get(str(RULES), Rating())


async def known(harness: Harness, *people: Caller) -> None:
    """Let people use the bot a week before."""
    for one in people:
        await harness.play(one, Who.ME)
        await harness.give_up(one)
    harness.clock.advance(timedelta(days=7))


async def test_a_win_counts_only_if_the_winners_account_is_a_week_old(harness: Harness) -> None:
    await known(harness, ANN)
    assert (await duel(harness, BOB, ANN)).unrated is UnratedReason.NEW_ACCOUNT
    assert (await rating(harness)).games == 0
    shared = await harness.play(BOB)
    assert (await harness.guess(BOB, "0123", shared.id)).view.unrated is None  # no such game is ever rated
    harness.random_source.deal("012")
    versus = await harness.opponent.start(again(BOB), Rules.parse("3x10"), Level.EASY, "987")
    won = (await harness.guess(BOB, "012", versus.id)).view
    assert (won.game.outcome, won.unrated) == (DuelEnding.SOLVED, None)  # against the bot the account does not matter
    await duel(harness, ANN, BOB)
    assert ((await rating(harness)).games, (await rating(harness, BOB)).games) == (1, 1)


async def test_a_draw_counts_whatever_the_age_of_the_accounts(harness: Harness) -> None:
    opponent = NamedPerson(BOB.player, BOB.name)
    view = await harness.duels.challenge(again(ANN), opponent, DuelTerms(RULES, opponent_moves_first=False))
    for one in (ANN, BOB):
        await harness.duels.hide_secret(again(one), SECRET, view.id)
    for one in (ANN, BOB):
        await harness.guess(one, SECRET, view.id)
    assert [(await rating(harness, one)).games for one in (ANN, BOB)] == [1, 1]


async def test_a_pair_has_two_rated_duels_in_a_row_and_three_a_week(harness: Harness) -> None:
    await known(harness, ANN, BOB, CAT)
    met = []
    for other in (BOB, BOB, BOB, CAT, BOB, BOB):
        view = await duel(harness, ANN, other)
        assert isinstance(view.game, Duel)
        met.append(view.game.unrated is UnratedReason.MET_OFTEN)
    assert met == [False, False, True, False, True, True]  # Bob has met nobody else
    await duel(harness, BOB, CAT)
    assert not await is_met_often(harness)
    await duel(harness, ANN, CAT)
    await duel(harness, BOB, CAT)
    assert await is_met_often(harness)  # the fourth
    harness.clock.advance(timedelta(days=7))
    assert not await is_met_often(harness)  # a week later


async def test_a_duel_that_is_not_rated_is_no_meeting(harness: Harness) -> None:
    await known(harness, ANN)
    for _ in range(3):
        assert (await duel(harness, BOB, ANN)).unrated is UnratedReason.NEW_ACCOUNT
    assert not await is_met_often(harness)


async def test_duels_that_run_at_the_same_time_are_counted_when_they_start(harness: Harness) -> None:
    await known(harness, ANN, BOB)
    met = []
    for room in ("one", "two", "three"):
        here = [replace(again(one), room=replace(one.room, channel=room)) for one in (ANN, BOB)]
        view = await harness.duels.challenge(here[0], NamedPerson(BOB.player, BOB.name), DuelTerms(RULES))
        for one in here:
            view = await harness.duels.hide_secret(again(one), SECRET, view.id)
        assert isinstance(view.game, Duel)
        met.append(view.game.unrated is UnratedReason.MET_OFTEN)
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
    view = await harness.services.referee.start_game(again(ANN), RULES, who=Who.RACE)
    for one, guess in ((BOB, WRONG), (CAT, WRONG), (ANN, SECRET)):
        await harness.guess(one, guess, view.id)
    assert [(await rating(harness, one)).games for one in (ANN, BOB, CAT)] == [3, 2, 1]


async def test_ratings_and_their_leaderboards_are_those_of_a_plain_model(harness: Harness) -> None:
    chance, people = random.Random(13), [caller(name) for name in ("ann", "bob", "cat", "dan", "eve")]
    await known(harness, *people)
    harness.random_source.deal(SECRET)
    contests, entries = Contests(harness.services, chance), 0
    async with committed(harness.database.unit) as unit:
        rooms = [await unit.rooms.get_or_add(replace(ANN.room, channel=channel)) for channel in ("lobby", "garden")]
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
                key = LeaderboardKey(scope, scope_place(scope, room.key, room.id), str(RULES), period, first_day)
                page = await unit.leaderboards.page(key, Order.RATING, viewer, 3)
                assert page == contests.page(rooms, key, viewer, 3)
                entries += len(page.standings)
    assert entries > 50
