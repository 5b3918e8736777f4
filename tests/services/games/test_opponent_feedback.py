"""Feedback that players give to the opponent, also contradictory."""

import pytest

from bot.model.errors import NoGameHere, NoSuchCorrection
from bot.persistence.database import Database
from core.game.errors import FeedbackError, NoPendingGuess, NotYourGame
from core.game.sides import BOT
from tests.services.games.versus_games import Match, versus
from tests.services.harness import ANN, BOB, again


@pytest.fixture
def match(database: Database) -> Match:
    return Match(database)


# Feedback


async def test_feedback_that_cannot_be_read_is_refused_and_can_be_sent_again(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses()
    event = again(ANN)
    for text in ("many", "2H1B"):
        with pytest.raises(FeedbackError):
            await match.opponent.give_feedback(event, text)
    assert len(versus(await match.opponent.give_feedback(event, "0H1B")).side(BOT).turns) == 1


async def test_feedback_belongs_to_the_game_with_the_given_id(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses()
    view = await match.board(ANN)
    await match.start(who=BOB)

    for call in (
        match.opponent.give_feedback(again(BOB), "0H1B", view.id),
        match.opponent.undo_feedback(again(BOB), view.id),
    ):
        with pytest.raises(NotYourGame):
            await call
    assert len(versus(await match.opponent.give_feedback(again(ANN), "0H1B", view.id)).side(BOT).turns) == 1
    assert versus(await match.opponent.undo_feedback(again(ANN), view.id)).side(BOT).turns == ()


async def test_a_game_without_an_opponent_takes_no_feedback(match: Match) -> None:
    await match.play(ANN)
    for call in (
        match.opponent.give_feedback(again(ANN), "0H1B"),
        match.opponent.undo_feedback(again(ANN)),
        match.opponent.correct(again(ANN), 1),
    ):
        with pytest.raises(NoPendingGuess):
            await call


async def test_without_a_game_there_is_nothing_to_give_feedback_to(match: Match) -> None:
    for call in (
        match.opponent.give_feedback(again(ANN), "0H1B"),
        match.opponent.undo_feedback(again(ANN)),
        match.opponent.correct(again(ANN), 1),
    ):
        with pytest.raises(NoGameHere):
            await call


# Contradictory feedback


async def test_contradictory_feedback_is_noticed_whenever_the_game_is_shown(match: Match) -> None:
    view = await match.contradict()
    assert view.corrections
    assert versus(view).to_move == BOT
    assert (await match.board(ANN)).corrections == view.corrections


@pytest.mark.parametrize("last", [False, True])
async def test_contradictory_feedback_is_corrected_by_choosing_a_correction(match: Match, *, last: bool) -> None:
    view = await match.contradict()
    corrections, before = view.corrections or (), versus(view).side(BOT).turns
    choice = len(corrections) if last else 1

    after = await match.opponent.correct(again(ANN), choice, view.id)

    assert after.corrections is None
    assert versus(after).pending_guess is not None
    changed = {change.number: change.feedback for change in corrections[choice - 1].changes}
    expected = [changed.get(number, turn.feedback) for number, turn in enumerate(before, 1)]
    assert [turn.feedback for turn in versus(after).side(BOT).turns] == expected


async def test_corrections_are_offered_and_taken_only_when_the_opponent_has_to_guess(match: Match) -> None:
    await match.start(secret=None)
    for _ in range(3):
        await match.ann_guesses()
        await match.ann_answers("0H0B")
    view = await match.board(ANN)
    assert (versus(view).to_move, view.corrections) == (versus(view).starter, None)
    with pytest.raises(NoPendingGuess):
        await match.opponent.correct(again(ANN), 1)
    await match.ann_guesses()
    assert (await match.board(ANN)).corrections


async def test_a_correction_that_does_not_exist_is_refused(match: Match) -> None:
    view = await match.contradict()
    for choice in (0, len(view.corrections or ()) + 1):
        with pytest.raises(NoSuchCorrection):
            await match.opponent.correct(again(ANN), choice)
    assert (await match.board(ANN)).game == view.game


async def test_a_correction_where_nothing_is_contradictory_is_refused(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses()
    await match.ann_answers("0H1B")

    with pytest.raises(NoPendingGuess):
        await match.opponent.correct(again(ANN), 1)


async def test_a_correction_delivered_again_after_new_contradictory_feedback_changes_nothing(match: Match) -> None:
    await match.contradict()
    event = again(ANN)
    await match.opponent.correct(event, 1)
    await match.ann_answers("0H0B")
    view = await match.answer_until_contradictory()

    assert versus(await match.opponent.correct(event, 1)) == versus(view)
    assert versus(await match.opponent.correct(again(ANN), 1)) != versus(view)


async def test_nobody_else_can_correct_the_feedback(match: Match) -> None:
    view = await match.contradict()
    with pytest.raises(NotYourGame):
        await match.opponent.correct(again(BOB), 1, view.id)


async def test_a_correction_chosen_for_other_turns_changes_nothing(match: Match) -> None:
    view = await match.contradict()

    async def undo_meanwhile() -> None:
        await match.opponent.undo_feedback(again(ANN))

    match.solver.before["corrections"] = undo_meanwhile
    after = await match.opponent.correct(again(ANN), 1)

    assert versus(after).side(BOT).turns == versus(view).side(BOT).turns[:-1]
