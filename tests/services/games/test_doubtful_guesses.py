"""Guesses that cannot be the secret are asked about once."""

from dataclasses import replace

import pytest

from bot.services.games.doubtful_guesses import Doubt
from bot.services.games.referee import GuessResult
from bot.services.model import Caller
from core.game.boards import NO_LIMIT
from core.game.errors import CodeError
from core.game.games import Who
from tests.services.harness import ANN, BOB, WRONG, Harness, again

OTHER = "4568"  # does not fit the feedback of WRONG, 0H0B


async def guess(harness: Harness, who: Caller, text: str, *, is_confirmed: bool = False) -> GuessResult:
    """Guess in a new event."""
    return await harness.referee.guess(again(who), text, is_confirmed=is_confirmed)


async def turns(harness: Harness) -> int:
    """How many turns there are."""
    return len((await harness.board(ANN)).game.boards[0].turns)


async def test_a_repeated_guess_is_asked_about_and_made_when_it_is_repeated(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    asked = await guess(harness, ANN, WRONG)
    assert (asked.turn, asked.doubt) == (None, Doubt((4, 5, 6, 7), 1, is_repeated=True))
    assert await turns(harness) == 1
    assert (await guess(harness, ANN, WRONG)).turn is not None
    assert (await guess(harness, ANN, WRONG)).doubt is not None
    assert await turns(harness) == 2


async def test_a_guess_that_the_feedback_rules_out_is_asked_about(harness: Harness) -> None:
    await harness.play()
    await guess(harness, BOB, WRONG)
    assert (await guess(harness, ANN, OTHER)).doubt == Doubt((4, 5, 6, 8), 1, is_repeated=False)
    assert (await guess(harness, ANN, "0123")).turn is not None


async def test_a_confirmed_guess_is_made_at_once(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    assert (await guess(harness, ANN, WRONG, is_confirmed=True)).turn is not None


async def test_a_question_is_for_one_player(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    assert (await guess(harness, ANN, OTHER)).doubt is not None
    assert (await guess(harness, BOB, OTHER)).doubt is not None
    assert await turns(harness) == 1


async def test_a_doubtful_guess_delivered_twice_is_neither_repeated_nor_counted(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    event = again(ANN)
    first, second = await harness.referee.guess(event, OTHER), await harness.referee.guess(event, OTHER)
    assert first.doubt == second.doubt is not None
    assert await turns(harness) == 1


async def test_a_repeated_guess_delivered_twice_counts_once(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    await guess(harness, ANN, OTHER)
    event = again(ANN)
    await harness.referee.guess(event, OTHER)
    assert (await harness.referee.guess(event, OTHER)).doubt is None
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
    assert (await guess(harness, BOB, WRONG)).doubt is not None
    await preferences.choose_warnings(again(ANN), warnings=True)
    assert (await guess(harness, ANN, WRONG)).doubt is not None


async def test_what_is_no_code_is_refused_and_not_asked_about(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    with pytest.raises(CodeError):
        await harness.referee.guess(replace(again(ANN)), "4455")
