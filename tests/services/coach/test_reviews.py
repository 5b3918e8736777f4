"""Reviews of ended games."""

from datetime import timedelta

import pytest

from bot.model.errors import GameStillRunning, NoSuchGame, NothingToReview
from core.game.duels import Duel
from core.game.games import Game, Who
from core.game.rules import Rules
from core.game.sides import Level
from tests.services.harness import ANN, BOB, CLASSIC, Harness, again, caller

SMALL = Rules.parse("3x10")

ELSEWHERE = caller("ann", channel="garden")


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


async def test_without_an_id_the_last_game_here_that_one_guessed_in_is_reviewed(harness: Harness) -> None:
    games = []
    for who in (ANN, ANN, BOB, ELSEWHERE):
        games.append(await harness.play(who, rules=SMALL, secret=(0, 1, 2)))
        await harness.guess(who, "012")
        harness.clock.advance()
    running = await harness.play(ANN, Who.ME)

    assert (await harness.analysis.review(again(ANN), None)).game == games[1].id
    assert (await harness.analysis.review(again(ANN), games[0].id)).game == games[0].id
    assert (await harness.analysis.review(again(BOB), None)).game == games[2].id
    with pytest.raises(GameStillRunning):
        await harness.analysis.review(again(ANN), running.id)
    assert (await harness.analysis.review(again(ELSEWHERE), None)).game == games[3].id


async def test_of_a_race_ones_own_board_is_reviewed_and_by_others_the_first(harness: Harness) -> None:
    view = await harness.play(ANN, Who.RACE, rules=SMALL, secret=(0, 1, 2))
    await harness.guess(ANN, "345")
    await harness.guess(BOB, "678")
    await harness.guess(BOB, "012")
    reviews = [await harness.analysis.review(again(who), view.id) for who in (ANN, BOB, caller("cat"))]
    boards = [board for each in reviews for board in each.boards]
    assert [(board.name, len(board.review.turns)) for board in boards] == [("ann", 1), ("bob", 2), ("ann", 1)]


async def test_of_a_game_against_the_bot_both_sides_are_reviewed(harness: Harness) -> None:
    view = await harness.opponent.start(again(ANN), CLASSIC, Level.HARD, "9876")
    while view.game.outcome is None:
        view = (await harness.referee.guess(again(ANN), "6549", view.id, is_confirmed=True)).view
    boards = (await harness.analysis.review(again(ANN), None)).boards
    assert [(board.name, board.is_bot) for board in boards] == [("ann", False), (None, True)]
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
    view = await harness.play(ANN)
    await harness.give_up(ANN)

    with pytest.raises(NothingToReview) as refused:
        await harness.analysis.review(again(ANN), None)
    assert refused.value.game == view.id


async def test_where_nothing_was_played_there_is_nothing_to_review(harness: Harness) -> None:
    there = await harness.play(ELSEWHERE)
    with pytest.raises(NothingToReview) as refused:
        await harness.analysis.review(again(ANN), None)
    assert refused.value.game is None
    with pytest.raises(NoSuchGame):
        await harness.analysis.review(again(ANN), there.id)


async def test_no_other_game_is_reviewed_instead_of_one_that_does_not_exist(harness: Harness) -> None:
    await harness.finish()
    with pytest.raises(NoSuchGame) as refused:
        await harness.analysis.review(again(ANN), "nosuch")
    assert refused.value.read == "nosuch"


async def test_reviewable_games_are_the_ended_ones_here_that_one_may_see(harness: Harness) -> None:
    ended = []
    for who, may_guess in ((ANN, Who.EVERYONE), (ANN, Who.ME), (BOB, Who.ME), (ELSEWHERE, Who.EVERYONE)):
        ended.append((await harness.play(who, may_guess)).id)
        await harness.give_up(who)
        harness.clock.advance(timedelta(hours=1))
    await harness.play(ANN)

    found = await harness.analysis.reviewable(again(ANN), 9)

    assert [view.id for view in found] == [ended[1], ended[0]]
    assert all(isinstance(view.game, Game) and view.game.secret for view in found)
    assert [view.id for view in await harness.analysis.reviewable(again(ANN), 1)] == [ended[1]]


async def test_a_number_means_one_of_the_last_games_here(harness: Harness) -> None:
    for guesses in (1, 2, 3):
        await harness.finish(ANN, guesses)
    await harness.finish(BOB, 5)
    reviewed = [await harness.analysis.review(again(ANN), number) for number in ("1", "2", "3")]
    assert [len(review.boards[0].review.turns) for review in reviewed] == [3, 2, 1]
    for number in ("0", "4"):
        with pytest.raises(NoSuchGame):
            await harness.analysis.review(again(ANN), number)
