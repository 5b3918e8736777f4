"""Guesses that repeat a turn are asked about before they cost a try. Nothing is said about any other guess."""

import pytest

from bot.model.rooms import Caller
from bot.services.games.referee import GuessResult
from core.game.boards import NO_LIMIT
from core.game.errors import CodeError
from core.game.games import Who
from tests.services.harness import ANN, BOB, WRONG, Harness, again

REPEATED = ((4, 5, 6, 7), 1)
OTHER = "4568"  # does not fit the feedback of WRONG, 0H0B


async def guess(harness: Harness, who: Caller, text: str, *, is_confirmed: bool = False) -> GuessResult:
    """Guess in a new event."""
    return await harness.referee.guess(again(who), text, is_confirmed=is_confirmed)


async def turns(harness: Harness) -> int:
    """How many turns there are."""
    return len((await harness.board(ANN)).game.boards[0].turns)


async def test_a_guess_that_repeats_a_turn_is_asked_about_and_not_made(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    for who in (ANN, BOB, ANN):
        asked = await guess(harness, who, WRONG)
        assert (asked.turn, asked.repetition) == (None, REPEATED)
    assert await turns(harness) == 1


async def test_a_confirmation_is_for_one_guess(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    for number in (2, 3):
        assert (await guess(harness, ANN, WRONG)).repetition == REPEATED
        assert (await guess(harness, ANN, WRONG, is_confirmed=True)).turn is not None
        assert await turns(harness) == number
    assert (await guess(harness, ANN, WRONG)).repetition == REPEATED


async def test_a_guess_that_cannot_be_the_secret_is_made_at_once(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    made = await guess(harness, ANN, OTHER)
    assert made.turn is not None
    assert made.repetition is None


async def test_a_question_delivered_twice_is_asked_twice(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    event = again(ANN)
    for _ in range(2):
        assert (await harness.referee.guess(event, WRONG)).repetition == REPEATED
    assert await turns(harness) == 1


async def test_a_confirmed_guess_delivered_twice_counts_once(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    event = again(ANN)
    for _ in range(2):
        assert (await harness.referee.guess(event, WRONG, is_confirmed=True)).repetition is None
    assert await turns(harness) == 2


async def test_without_a_limit_of_tries_nothing_is_asked(harness: Harness) -> None:
    await harness.play(tries=NO_LIMIT)
    for _ in range(3):
        assert (await guess(harness, ANN, WRONG)).turn is not None


async def test_in_a_race_only_ones_own_guesses_are_compared(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await guess(harness, BOB, WRONG)
    assert (await guess(harness, ANN, WRONG)).turn is not None


async def test_questions_can_be_switched_off_and_on_again(harness: Harness) -> None:
    preferences = harness.services.preferences
    await harness.play()
    await guess(harness, ANN, WRONG)
    assert await preferences.warnings(again(ANN))
    await preferences.choose_warnings(again(ANN), warnings=False)
    assert not await preferences.warnings(again(ANN))
    assert (await guess(harness, ANN, WRONG)).turn is not None
    assert (await guess(harness, BOB, WRONG)).repetition is not None
    await preferences.choose_warnings(again(ANN), warnings=True)
    assert (await guess(harness, ANN, WRONG)).repetition is not None


async def test_what_is_no_code_is_refused_and_not_asked_about(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    with pytest.raises(CodeError):
        await guess(harness, ANN, "4455")
