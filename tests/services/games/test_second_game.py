"""A second shared game in a room, beside one that others have played for long."""

import asyncio
from datetime import timedelta

import pytest

from bot.model.errors import GameRunning
from bot.model.rooms import Caller
from bot.persistence.database import Database
from bot.services.games.moves import SHARED_ALONE, STUCK_AFTER
from bot.services.services import Services
from core.game.any_game import Who
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again, caller

DAN = caller("dan")


async def held(harness: Harness) -> str:
    """The id of a game that Ann and Bob have played by a guess in each hour, for as long as it keeps others waiting."""
    view = await harness.play(ANN, tries=0)
    for hour in range(int(SHARED_ALONE / STUCK_AFTER)):
        harness.clock.advance(STUCK_AFTER)
        await harness.guess((ANN, BOB)[hour % 2], WRONG)
    return view.id


async def started(harness: Harness) -> tuple[str, str]:
    """The ids of such a game and of the one that Cat has started beside it."""
    return await held(harness), (await harness.play(CAT)).id


async def target(harness: Harness, who: Caller) -> str:
    """The id of the game in which a typed code of a person counts."""
    return (await harness.guess(who, WRONG)).view.id


async def test_who_takes_no_part_starts_a_second_game_after_a_time(harness: Harness) -> None:
    first = await harness.play(ANN)
    await harness.guess(BOB, WRONG)
    harness.clock.advance(SHARED_ALONE - timedelta(seconds=1))
    with pytest.raises(GameRunning):
        await harness.play(CAT)
    harness.clock.advance(timedelta(seconds=1))
    second = await harness.play(CAT)
    assert second.id != first.id
    assert [(await harness.stored(game.id)).outcome for game in (first, second)] == [None, None]


async def test_who_plays_in_the_first_game_starts_no_second(harness: Harness) -> None:
    await held(harness)
    for who in (ANN, BOB):
        with pytest.raises(GameRunning):
            await harness.play(who)


@pytest.mark.parametrize("kind", ["race", "hosted"])
async def test_the_second_may_be_of_any_kind(harness: Harness, kind: str) -> None:
    first = await held(harness)
    if kind == "race":
        await harness.play(CAT, Who.RACE)
    else:
        await harness.services.referee.require_free(again(CAT), is_shared=True)
        await harness.services.hosting.start(again(CAT), CLASSIC, None)
    assert (await harness.stored(first)).outcome is None


async def test_there_are_two_at_most(harness: Harness) -> None:
    first, second = await started(harness)
    harness.clock.advance(2 * SHARED_ALONE)
    for who in (ANN, CAT, DAN):
        with pytest.raises(GameRunning) as refused:
            await harness.play(who)
        assert refused.value.game == second
    await harness.give_up(ANN, first)
    assert (await harness.play(DAN)).id not in {first, second}


async def test_players_keep_to_the_first_game_and_others_guess_in_the_second(harness: Harness) -> None:
    first, second = await started(harness)
    assert [await target(harness, who) for who in (ANN, BOB, CAT, DAN)] == [first, first, second, second]
    assert [(await harness.board(who)).id for who in (ANN, BOB, CAT, DAN)] == [first, first, second, second]


async def test_who_has_guessed_in_both_by_a_button_keeps_to_the_second(harness: Harness) -> None:
    first, second = await started(harness)
    await harness.guess(DAN, WRONG, first)
    assert await target(harness, DAN) == first
    await harness.guess(DAN, WRONG, second)
    assert await target(harness, DAN) == second


async def test_when_the_second_game_has_ended_there_is_room_for_another(harness: Harness) -> None:
    first, second = await started(harness)
    await harness.give_up(CAT)
    assert [await target(harness, who) for who in (ANN, CAT)] == [first, first]
    third = await harness.play(DAN)
    assert [await target(harness, who) for who in (ANN, DAN)] == [first, third.id]
    assert second != third.id


async def test_nobody_outside_ends_the_first_game(harness: Harness) -> None:
    first, second = await started(harness)
    await harness.guess(DAN, WRONG)
    await harness.give_up(CAT)
    assert [(await harness.stored(game)).outcome is None for game in (first, second)] == [True, False]


async def test_a_host_gives_feedback_in_their_own_game_of_the_two(harness: Harness) -> None:
    first = await harness.services.hosting.start(again(ANN), CLASSIC, None)
    harness.clock.advance(SHARED_ALONE)
    second = await harness.services.hosting.start(again(BOB), CLASSIC, None)
    for game in (first, second):
        await harness.guess(CAT, WRONG, game.id)
    for who, game in ((ANN, first), (BOB, second)):
        assert (await harness.services.hosting.give_feedback(again(who), "0H1B")).id == game.id
        assert (await harness.give_up(who)).id == game.id


async def test_another_process_finds_the_same_games(harness: Harness) -> None:
    first = await held(harness)
    other = Database(f"sqlite:///{harness.database.file}")
    services = Services(other.unit, harness.clock, harness.random_source, harness.solver)
    assert (await services.referee.guess(again(ANN), "4568")).view.id == first
    second = await harness.play(CAT)
    for who, game in ((ANN, first), (DAN, second.id), (BOB, first)):
        assert (await services.referee.guess(again(who), "4569")).view.id == game
    assert await target(harness, BOB) == first
    with pytest.raises(GameRunning):
        await services.referee.play(again(DAN), CLASSIC)
    await other.close()


async def test_of_several_who_start_one_at_once_one_does(harness: Harness) -> None:
    await held(harness)
    begun = await asyncio.gather(*(harness.play(caller(f"p{number}")) for number in range(5)), return_exceptions=True)
    assert [type(each) for each in begun].count(GameRunning) == 4
