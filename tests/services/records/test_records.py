"""Statistics of players."""

from datetime import timedelta

import pytest

from bot.model.errors import NoSuchPlayer
from bot.model.ratings import RANKED_GAMES
from bot.model.records import Order, PlayerRecord
from bot.model.rooms import Caller
from bot.services.records import LeaderboardQuestion, Statistics
from core.game.games import Who
from core.game.sides import Level
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again, caller
from tests.services.records.finished_games import SHORT, finish, ranks_and_names
from tests.support.storage import contents

# Stats


async def test_stats_are_kept_by_rules(harness: Harness) -> None:
    await finish(harness, ANN, 3, 5)
    await harness.finish(ANN, 2, SHORT)
    kept = (await harness.records.stats(ANN)).record
    assert {rules: counted.distribution for rules, counted in kept.alone.items()} == {
        "4x10": {3: 1, 5: 1},
        "3x10": {2: 1},
    }


async def test_a_shared_game_guessed_by_one_alone_is_theirs(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.guess(BOB, "0123")
    assert (await harness.records.stats(BOB)).record.alone["4x10"].solved == 1
    assert (await harness.records.stats(ANN)).record.alone == {}


async def test_a_game_of_several_counts_for_each_as_played_together(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "0123")
    for who in (ANN, BOB):
        kept = (await harness.records.stats(who)).record
        assert (kept.alone, kept.together.games, kept.together.solved) == ({}, 1, 1)


async def test_a_player_who_lost_a_race_did_not_solve_the_game(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "0123")
    assert (await harness.records.stats(ANN)).record.alone["4x10"].solved == 0
    assert (await harness.records.stats(BOB)).record.alone["4x10"].solved == 1


async def test_another_players_stats_are_found_by_name_or_user_id(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    for name in ("ann", "ANN"):
        assert (await harness.records.stats(BOB, name)).record.alone["4x10"].games == 1


async def test_a_new_player_has_an_empty_record(harness: Harness) -> None:
    assert await harness.records.stats(ANN) == Statistics("ann", PlayerRecord())


async def test_a_new_player_is_not_confused_with_one_whose_name_is_their_user_id(harness: Harness) -> None:
    await finish(harness, Caller(BOB.room, BOB.player, ANN.player.user, "event"), 3)
    assert (await harness.records.stats(ANN)).record.alone == {}


@pytest.mark.parametrize("name", ["nobody", "", "ann\x00", "\udcff", "x" * 10_000])
async def test_an_unknown_name_finds_no_player(harness: Harness, name: str) -> None:
    await finish(harness, ANN, 4)
    with pytest.raises(NoSuchPlayer) as refused:
        await harness.records.stats(ANN, name)
    assert refused.value.read == name


async def test_players_of_another_workspace_or_platform_are_not_found(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    for stranger in (caller("bob", workspace="other club"), caller("bob", platform="other chat")):
        with pytest.raises(NoSuchPlayer):
            await harness.records.stats(stranger, "ann")


async def test_statistics_change_nothing(harness: Harness) -> None:
    await finish(harness, ANN, 4)
    before = await contents(harness.database)
    await harness.records.stats(BOB, "ann")
    await harness.records.leaderboard(caller("dan", channel="garden"), LeaderboardQuestion(CLASSIC))
    assert await contents(harness.database) == before


# Ratings


async def lose(harness: Harness, who: Caller) -> None:
    """Lose a game against the bot, which guesses well."""
    view = await harness.opponent.start(again(who), CLASSIC, Level.EXPERT, "9876")
    while view.game.outcome is None:
        view = (await harness.referee.guess(again(who), "6549", view.id, is_confirmed=True)).view


async def test_a_player_without_rated_games_has_no_ratings(harness: Harness) -> None:
    await finish(harness, ANN, 3)
    assert (await harness.records.stats(ANN)).ratings == {}


async def test_games_against_the_bot_are_rated_by_rules(harness: Harness) -> None:
    await lose(harness, ANN)
    rating = (await harness.records.stats(ANN)).ratings["4x10"]
    assert (rating.games, rating.points < 1500, rating.is_provisional) == (1, True, True)


async def test_a_rating_is_shown_as_uncertain_as_it_is_now(harness: Harness) -> None:
    await lose(harness, ANN)
    before = (await harness.records.stats(ANN)).ratings["4x10"]
    harness.clock.now += timedelta(days=365)
    after = (await harness.records.stats(ANN)).ratings["4x10"]
    assert (after.points, after.uncertainty > before.uncertainty) == (before.points, True)


async def test_statistics_have_the_rating_at_the_end_of_each_month(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await lose(harness, ANN)
    first = (await harness.records.stats(ANN)).ratings["4x10"]
    harness.clock.now += timedelta(days=40)
    await lose(harness, ANN)
    statistics = await harness.records.stats(ANN)
    before, now = (month.rating for month in statistics.rated["4x10"])
    assert (before.points, now) == (first.points, statistics.ratings["4x10"])
    monkeypatch.setattr("bot.services.records.MOST_RATED_GAMES", 1)
    assert (await harness.records.stats(ANN)).rated == {}


async def test_a_leaderboard_by_rating_ranks_who_has_enough_rated_games(harness: Harness) -> None:
    for _ in range(RANKED_GAMES):
        await lose(harness, ANN)
    await lose(harness, BOB)
    board = await harness.records.leaderboard(BOB, LeaderboardQuestion(CLASSIC, order=Order.RATING))
    assert ranks_and_names(board.entries) == [(1, "ann"), (None, "bob")]
    assert [entry.rating and entry.rating.games for entry in board.entries] == [RANKED_GAMES, 1]
    assert not (await harness.records.leaderboard(CAT, LeaderboardQuestion(CLASSIC, order=Order.AVERAGE))).entries
