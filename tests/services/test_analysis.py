"""Hints, checks and reviews."""

from datetime import timedelta

import pytest

from bot.model.daily import DailyUnfinished, day_closing
from bot.model.errors import GameStillRunning, NoGameHere, NoSuchGame, NothingToReview, SolverBusy
from bot.model.rooms import Caller
from bot.persistence.tables.records import results
from bot.services.analysis import COMPARED_STRATEGIES
from bot.services.solver import Priority, SolverRequesterKey
from core.game.any_game import Who
from core.game.duels import Duel
from core.game.errors import Contradiction, GameOver, NotPlaying, NotYourGame
from core.game.history import parse_history
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.strategies import Strategy
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again, caller
from tests.support.daily import code_of, wrong_for

SMALL = Rules.parse("3x10")

CLIENT = SolverRequesterKey.for_caller(ANN)

HISTORY = parse_history("012 0H1B", SMALL)

OPTIMAL = Strategy("optimal")

ELSEWHERE = caller("ann", channel="garden")


# Checking a guess, and comparing strategies


async def test_every_strategy_advises_after_the_same_history(harness: Harness) -> None:
    advice = await harness.analysis.compare_strategies(ANN, SMALL, HISTORY)

    assert [each.strategy.name for each in advice] == list(COMPARED_STRATEGIES)
    assert all(each.candidate_count == 252 and len(each.guesses) == 1 for each in advice)
    with pytest.raises(Contradiction):
        await harness.analysis.compare_strategies(ANN, SMALL, parse_history("012 3H0B, 345 3H0B", SMALL))


# Hints


async def test_a_hint_shows_the_game_as_it_is_after_the_solver_ran(harness: Harness) -> None:
    await harness.play(ANN, rules=SMALL, secret=(0, 1, 2))

    async def guess_meanwhile() -> None:
        await harness.guess(BOB, "345")

    harness.solver.before["advise"] = guess_meanwhile
    hint = await harness.analysis.hint(again(ANN), None)

    assert [turn.guess for turn in hint.view.game.boards[0].turns] == [(3, 4, 5)]
    assert harness.solver.priorities == {("advise", Priority.GAME)}


async def test_a_hint_that_the_solver_has_no_time_for_does_not_count(harness: Harness) -> None:
    await harness.play(ANN, Who.ME, rules=SMALL, secret=(0, 1, 2))

    async def refuse() -> None:
        raise SolverBusy

    harness.solver.before["advise"] = refuse
    with pytest.raises(SolverBusy):
        await harness.analysis.hint(again(ANN), None)
    await harness.guess(ANN, "012")
    assert (await harness.records.player_stats(again(ANN))).record.ranked_alone["3x10"].solved == 1


async def test_there_is_no_hint_in_a_game_that_has_ended_while_the_solver_ran(harness: Harness) -> None:
    await harness.play(ANN, rules=SMALL, secret=(0, 1, 2))

    async def solve_meanwhile() -> None:
        await harness.guess(BOB, "012")

    harness.solver.before["advise"] = solve_meanwhile
    with pytest.raises(GameOver):
        await harness.analysis.hint(again(ANN), None)


async def test_a_hint_makes_only_the_result_of_the_player_who_got_it_assisted(harness: Harness) -> None:
    view = await harness.play(ANN)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "5678")
    await harness.analysis.hint(again(BOB), view.id)
    await harness.guess(ANN, "0123")
    names = (await harness.board(ANN)).names
    assert {names[row.player_id]: row.assisted for row in await harness.rows(results)} == {"ann": False, "bob": True}


async def test_a_bystander_gets_no_hint_and_spoils_nothing(harness: Harness) -> None:
    view = await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    with pytest.raises(NotPlaying):
        await harness.analysis.hint(again(BOB), view.id)
    await harness.guess(ANN, "0123")
    assert [row.assisted for row in await harness.rows(results)] == [False]


async def test_a_hint_against_the_opponent_is_for_the_players_own_board(harness: Harness) -> None:
    harness.random_source.deal("012")
    await harness.opponent.start(again(ANN), SMALL, Level.EASY, "987")
    hint = await harness.analysis.hint(again(ANN), None)
    assert hint.suggestion.code == (await harness.solver.advise(CLIENT, SMALL, (), OPTIMAL, 1, 0)).guesses[0].code


async def test_an_event_that_asks_for_a_hint_twice_gets_it_twice(harness: Harness) -> None:
    await harness.play(ANN, Who.ME, rules=SMALL, secret=(0, 1, 2))
    event = again(ANN)
    assert await harness.analysis.hint(event, None) == await harness.analysis.hint(event, None)


async def test_only_players_who_may_guess_get_a_hint(harness: Harness) -> None:
    view = await harness.play(ANN, Who.ME)

    with pytest.raises(NotYourGame):
        await harness.analysis.hint(again(BOB), view.id)
    with pytest.raises(NoGameHere):
        await harness.analysis.hint(again(BOB), None)
    await harness.give_up(ANN)
    with pytest.raises(GameOver):
        await harness.analysis.hint(again(ANN), view.id)


# Reviews


async def test_a_game_is_reviewed_after_it_has_ended(harness: Harness) -> None:
    view = await harness.play(ANN, rules=SMALL, secret=(0, 1, 2))
    await harness.guess(ANN, "345")
    with pytest.raises(GameStillRunning) as refused:
        await harness.analysis.review(again(ANN), None)
    assert refused.value.game == view.id
    await harness.guess(ANN, "012")

    found = await harness.analysis.review(again(ANN), None)

    assert (found.game, found.rules) == (view.id, SMALL)
    (board,) = found.boards
    assert board.name == "ann"
    assert [turn.turn.guess for turn in board.review.turns] == [(3, 4, 5), (0, 1, 2)]
    assert await harness.analysis.review(again(BOB), view.id) == found


async def test_a_game_that_several_guessed_in_is_nobodys_own(harness: Harness) -> None:
    await harness.play(ANN, rules=SMALL, secret=(0, 1, 2))
    await harness.guess(BOB, "345")
    await harness.guess(ANN, "012")
    assert [board.name for board in (await harness.analysis.review(again(ANN), None)).boards] == [None]


async def test_without_an_id_the_last_game_that_one_guessed_in_is_reviewed_wherever_it_was(harness: Harness) -> None:
    games = []
    for who in (ANN, ANN, BOB, ELSEWHERE):
        games.append(await harness.play(who, rules=SMALL, secret=(0, 1, 2)))
        await harness.guess(who, "012")
        harness.clock.advance()
    running = await harness.play(ANN, Who.ME)

    for who in (ANN, ELSEWHERE):
        assert (await harness.analysis.review(again(who), None)).game == games[3].id
        assert (await harness.analysis.review(again(who), games[0].id)).game == games[0].id
        with pytest.raises(GameStillRunning):
            await harness.analysis.review(again(who), running.id)
    assert (await harness.analysis.review(again(BOB), None)).game == games[2].id


async def finish_daily(harness: Harness, who: Caller, guesses: int = 2) -> None:
    code = code_of(harness.clock.now.date())
    for guess in [wrong_for(code)] * (guesses - 1) + [code]:
        await harness.daily.guess(again(who), guess, CLASSIC, is_confirmed=True)


async def test_the_daily_is_ones_last_game_too_and_is_reviewed_before_its_day_closes(harness: Harness) -> None:
    await harness.finish(ANN, 1)
    harness.clock.advance()
    await harness.daily.guess(again(ANN), wrong_for(code_of(harness.clock.now.date())), CLASSIC)
    assert len((await harness.analysis.review(again(ANN), None)).boards[0].review.turns) == 1
    await finish_daily(harness, ANN)
    for game in (None, "1", "today", f"{harness.clock.now.date()} 4x10"):
        found = await harness.analysis.review(again(ELSEWHERE), game)
        assert (found.day, found.rules, found.boards[0].name) == (harness.clock.now.date(), CLASSIC, "ann")
        assert [turn.turn.feedback.hits for turn in found.boards[0].review.turns] == [0, 0, 4]


async def test_a_review_is_shareable_where_its_game_was_played_and_that_of_a_daily_when_its_day_is_over(
    harness: Harness,
) -> None:
    await harness.finish(ANN, 1)
    assert (await harness.analysis.review(again(ANN), None)).is_shareable
    assert not (await harness.analysis.review(again(ELSEWHERE), None)).is_shareable
    await finish_daily(harness, ANN)
    day = str(harness.clock.now.date())
    assert not (await harness.analysis.review(again(ANN), day)).is_shareable
    harness.clock.now = day_closing(harness.clock.now.date())
    assert (await harness.analysis.review(again(ANN), day)).is_shareable


async def test_nobody_reviews_a_daily_of_somebody_else_or_one_that_still_runs(harness: Harness) -> None:
    day = str(harness.clock.now.date())
    await finish_daily(harness, ANN)
    await harness.daily.guess(again(BOB), wrong_for(code_of(harness.clock.now.date())), CLASSIC)
    for who, game in ((BOB, day), (CAT, day), (ANN, f"{day} numeron"), (ANN, "yesterday")):
        with pytest.raises(DailyUnfinished):
            await harness.analysis.review(again(who), game)
    with pytest.raises(NothingToReview):
        await harness.analysis.review(again(BOB), None)


async def test_of_a_race_ones_own_board_is_reviewed_and_by_others_the_first(harness: Harness) -> None:
    view = await harness.play(ANN, Who.RACE, rules=SMALL, secret=(0, 1, 2))
    await harness.guess(ANN, "345")
    await harness.guess(BOB, "678")
    await harness.guess(BOB, "012")
    reviews = [await harness.analysis.review(again(who), view.id) for who in (ANN, BOB, caller("cat"))]
    boards = [board for each in reviews for board in each.boards]
    assert [(board.name, len(board.review.turns)) for board in boards] == [("ann", 1), ("bob", 2), ("ann", 1)]


@pytest.mark.slow
async def test_of_a_game_against_the_bot_both_sides_are_reviewed(harness: Harness) -> None:
    view = await harness.opponent.start(again(ANN), CLASSIC, Level.HARD, "9876")
    while view.game.outcome is None:
        view = (await harness.referee.guess(again(ANN), "6549", view.id, is_confirmed=True)).view
    boards = (await harness.analysis.review(again(ANN), None)).boards
    assert [(board.name, board.is_bot) for board in boards] == [("ann", False), ("", True)]
    assert len(boards[0].review.turns) == len(boards[1].review.turns)


async def test_contradictory_feedback_is_not_reviewed(harness: Harness) -> None:
    view = await harness.opponent.start(again(ANN), CLASSIC, Level.HARD, None)
    while view.corrections is None:
        if isinstance(view.game, Duel) and view.game.pending_guess is None:
            view = (await harness.referee.guess(again(ANN), "6549", view.id, is_confirmed=True)).view
        else:
            view = await harness.opponent.give_feedback(again(ANN), "0H0B")
    await harness.give_up(ANN)
    assert [board.is_bot for board in (await harness.analysis.review(again(ANN), view.id)).boards] == [False]


async def test_a_game_nobody_guessed_in_cannot_be_reviewed(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.give_up(ANN)
    await harness.daily.give_up(again(ANN), CLASSIC, is_confirmed=True)
    for game in (None, "today"):
        with pytest.raises(NothingToReview):
            await harness.analysis.review(again(ANN), game)


async def test_where_nothing_was_played_there_is_nothing_to_review(harness: Harness) -> None:
    there = await harness.play(ELSEWHERE)
    with pytest.raises(NothingToReview):
        await harness.analysis.review(again(BOB), None)
    with pytest.raises(NoSuchGame):
        await harness.analysis.review(again(BOB), there.id)


async def test_no_other_game_is_reviewed_instead_of_one_that_does_not_exist(harness: Harness) -> None:
    await harness.finish()
    for read in ("nosuch", "x"):
        with pytest.raises(NoSuchGame) as refused:
            await harness.analysis.review(again(ANN), read)
        assert refused.value.read == read


async def test_the_last_games_are_nine_of_all_rooms_by_the_day_of_their_end(harness: Harness) -> None:
    assert not await harness.analysis.last_games(again(CAT))
    for guesses in range(1, 10):
        await harness.finish(ANN, guesses)
    await harness.finish(BOB, 1)
    harness.clock.advance(timedelta(days=1))
    await finish_daily(harness, ANN, 3)
    own = await harness.play(ELSEWHERE, Who.ME, rules=SMALL, secret=(0, 1, 2))
    harness.clock.advance(timedelta(days=1))
    await harness.referee.guess(again(ELSEWHERE), "012", own.id)
    found = await harness.analysis.last_games(again(ANN))
    assert [game.guesses for game in found] == [1, 3, 9, 8, 7, 6, 5, 4, 3]
    assert [(game.ended_at.day, game.day and game.day.day) for game in found[:3]] == [(20, None), (19, 19), (18, None)]


async def test_a_number_means_one_of_the_last_games_here(harness: Harness) -> None:
    for guesses in (1, 2, 3):
        await harness.finish(ANN, guesses)
    await harness.finish(BOB, 5)
    reviewed = [await harness.analysis.review(again(ANN), number) for number in ("1", "2", "3")]
    assert [len(review.boards[0].review.turns) for review in reviewed] == [3, 2, 1]
    for number in ("0", "4", "01"):
        with pytest.raises(NoSuchGame):
            await harness.analysis.review(again(ANN), number)
