"""Events that are delivered twice, and guesses that repeat a turn."""

import pytest

from bot.model.games import GuessResult, ShownGame
from bot.model.rooms import Caller
from bot.persistence.tables.records import results
from core.game.any_game import Who
from core.game.boards import NO_LIMIT
from tests.services.harness import ANN, BOB, CAT, WRONG, Harness, again, caller

ELSEWHERE = caller("ann", channel="garden")


# Events delivered twice


async def test_a_guess_delivered_twice_counts_once(harness: Harness) -> None:
    view = await harness.play()
    event = again(ANN)
    first, second = await harness.referee.guess(event, WRONG), await harness.referee.guess(event, WRONG)
    assert second.turn is None
    assert second.view == first.view
    assert await harness.guesses(view.id) == [(4, 5, 6, 7)]


async def test_a_winning_guess_delivered_again_shows_its_own_game(harness: Harness) -> None:
    view = await harness.play()
    event = again(ANN)
    await harness.referee.guess(event, "0123", view.id)
    await harness.play()
    assert (await harness.referee.guess(event, "0123", view.id)).view.id == view.id


async def test_giving_up_delivered_twice_counts_once(harness: Harness) -> None:
    await harness.play()
    await harness.guess(ANN, WRONG)
    event = again(ANN)
    assert await harness.referee.give_up(event) == await harness.referee.give_up(event)
    assert len(await harness.rows(results)) == 1


async def test_where_short_ids_are_taken_a_game_gets_a_longer_one(
    harness: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(harness.random_source, "game_id", lambda letters: "k" * letters)
    assert (await harness.play(ANN)).id == "kkkkk"
    assert (await harness.play(ELSEWHERE)).id == "kkkkkk"


async def test_a_game_without_a_free_id_is_not_begun(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness.random_source, "game_id", lambda _letters: "taken")
    await harness.play(ANN)
    with pytest.raises(RuntimeError):
        await harness.play(ELSEWHERE)


async def test_somebody_new_sees_the_game_that_a_guess_would_count_in(harness: Harness) -> None:
    shared = await harness.play(ANN)
    seen = await harness.referee.running(again(CAT))
    assert seen is not None
    assert seen.id == shared.id


REPEATED = ((4, 5, 6, 7), 1)
OTHER = "4568"  # does not fit the feedback of WRONG, 0H0B


async def guess(harness: Harness, who: Caller, text: str, *, is_confirmed: bool = False) -> GuessResult[ShownGame]:
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
    assert (await preferences.of(again(ANN))).warnings
    await preferences.change(again(ANN), {"warnings": "off"})
    assert not (await preferences.of(again(ANN))).warnings
    assert (await guess(harness, ANN, WRONG)).turn is not None
    assert (await guess(harness, BOB, WRONG)).repetition is not None
    await preferences.change(again(ANN), {"warnings": "on"})
    assert (await guess(harness, ANN, WRONG)).repetition is not None
