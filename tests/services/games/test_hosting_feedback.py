"""Feedback that hosts give, also contradictory."""

import asyncio

import pytest

from bot.model.errors import NoSuchCorrection
from bot.persistence.database import Database
from core.game.errors import (
    NoPendingGuess,
    NotTheHost,
)
from core.game.feedback import Feedback
from core.game.hosting import HostedGame
from core.game.sides import Level
from tests.services.games.hosts import SMALL, Hosts, feedbacks, hosted, waiting
from tests.services.harness import ANN, BOB, CAT, again


@pytest.fixture
def room(database: Database) -> Hosts:
    return Hosts(database)


# The host gives the feedback


async def test_a_guess_may_come_while_the_solver_looks_at_the_feedback(room: Hosts) -> None:
    await room.host()
    await room.guess(BOB, "012")
    room.solver.before["is_consistent"] = lambda: room.guess(CAT, "345")
    view = await room.answer("0,1")
    assert (feedbacks(view), waiting(view)) == (["0H1B"], ["345"])


async def test_a_repeated_guess_is_asked_about_while_the_first_one_waits(room: Hosts) -> None:
    await room.host()
    await room.guess(BOB, "012")
    assert (await room.referee.guess(again(CAT), "012")).repetition == ((0, 1, 2), 1)
    assert (await room.referee.guess(again(CAT), "012", is_confirmed=True)).repetition is None
    assert waiting(await room.board(ANN)) == ["012", "012"]


async def test_an_event_delivered_twice_counts_once(room: Hosts) -> None:
    await room.host()
    guess, feedback, undo = again(BOB), again(ANN), again(ANN)
    for _ in range(2):
        await room.referee.guess(guess, "012")
    await room.guess(CAT, "345")
    await room.hosting.give_feedback(feedback, "0,1")
    view = await room.hosting.give_feedback(feedback, "0,1")
    assert (feedbacks(view), waiting(view)) == (["0H1B"], ["345"])
    await room.hosting.undo_feedback(undo)
    view = await room.hosting.undo_feedback(undo)
    assert (feedbacks(view), waiting(view)) == ([], ["012", "345"])


async def test_feedback_at_the_same_instant_counts_once(room: Hosts) -> None:
    await room.host()
    await room.guess(BOB, "012")
    await room.guess(CAT, "345")
    await asyncio.gather(room.answer("0,1", step=0), room.answer("0,1", step=0))
    assert feedbacks(await room.board(ANN)) == ["0H1B"]


async def test_a_button_that_was_about_another_guess_changes_nothing(room: Hosts) -> None:
    view = await room.host()
    await room.guess(BOB, "012")
    await room.guess(CAT, "345")
    await room.answer("0,1", view.id, step=0)
    after = await room.answer("0,1", view.id, step=0)
    assert (feedbacks(after), waiting(after)) == (["0H1B"], ["345"])


async def test_typed_feedback_is_about_the_game_in_which_a_guess_waits(room: Hosts) -> None:
    assert not await room.hosting.receives_feedback(again(ANN))
    view = await room.host()
    await room.guess(BOB, "012")
    assert await room.hosting.receives_feedback(again(ANN))
    assert not await room.hosting.receives_feedback(again(BOB))
    assert await room.hosting.receives_feedback(again(BOB), view.id)
    room.random_source.coin_shows = True
    room.random_source.deal("527")
    await room.opponent.start(again(ANN), SMALL, Level.EASY, None)  # she is asked for feedback there too
    assert not await room.hosting.receives_feedback(again(ANN))
    assert await room.hosting.receives_feedback(again(ANN), view.id)


async def test_a_hint_considers_only_guesses_with_feedback(room: Hosts) -> None:
    await room.host()
    await room.guess(BOB, "012")
    hint = await room.analysis.hint(again(BOB), None)
    assert hosted(hint.view).hinted


# Contradictions


async def test_feedback_that_contradicts_itself_is_told_to_the_host_alone(room: Hosts) -> None:
    view = await room.contradict()
    assert view.corrections
    assert hosted(view).withheld == Feedback(0, 3)
    assert feedbacks(view) == ["0H1B", "0H0B"]
    assert (await room.board(ANN)).corrections == view.corrections
    for seen in (await room.board(BOB), await room.board(CAT)):
        assert seen.corrections is None
        assert hosted(seen).withheld is None
    public = view.public
    assert isinstance(public, HostedGame)
    assert public.withheld is None


async def test_a_chosen_correction_is_shown_to_everybody(room: Hosts) -> None:
    view = await room.contradict()
    assert view.corrections is not None
    number = next(place for place, correction in enumerate(view.corrections, 1) if correction.changes[0].number == 1)
    corrected = await room.hosting.correct(again(ANN), number)
    change = view.corrections[number - 1].changes[0]
    assert corrected.corrections is None
    assert hosted(await room.board(BOB)).shared_board.turns[0].feedback == change.feedback
    assert feedbacks(corrected)[1:] == ["0H0B", "0H3B"]


async def test_a_correction_is_chosen_once_from_the_list(room: Hosts) -> None:
    view = await room.contradict()
    for choice in (0, 99):
        with pytest.raises(NoSuchCorrection):
            await room.hosting.correct(again(ANN), choice)
    with pytest.raises(NotTheHost):
        await room.hosting.correct(again(BOB), 1, view.id)
    assert (await room.hosting.contradictory(again(ANN))).corrections == view.corrections
    event = again(ANN)
    corrected = await room.hosting.correct(event, 1, view.id, 2)
    assert feedbacks(await room.hosting.correct(event, 1, view.id, 2)) == feedbacks(corrected)
    assert feedbacks(await room.hosting.correct(again(ANN), 1, view.id, 2)) == feedbacks(corrected)
    with pytest.raises(NoPendingGuess):
        await room.hosting.contradictory(again(ANN))


async def test_a_correction_is_dropped_if_the_host_has_done_something_else_meanwhile(room: Hosts) -> None:
    await room.contradict()
    room.solver.before["corrections"] = lambda: room.answer("0,2")
    assert feedbacks(await room.hosting.correct(again(ANN), 1)) == ["0H1B", "0H0B", "0H2B"]


async def test_a_contradictory_end_does_not_end_the_game(room: Hosts) -> None:
    await room.host()
    await room.guess(BOB, "012")
    await room.answer("0,0")
    await room.guess(BOB, "013")
    view = await room.answer("3,0")
    assert (view.game.outcome, feedbacks(view)) == (None, ["0H0B"])
    assert view.corrections
