"""Races started with a signal or a time limit."""

from datetime import timedelta

import pytest

from bot.model.errors import GameRunning, NoGameHere, NotARace
from bot.model.games import ShownGame
from bot.persistence.tables.records import results
from bot.services.background import GameExpiry
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.errors import CodeError, FoundByAnother, GameOver, PartOfRaceOver
from core.game.races import Race
from tests.services.harness import ANN, BOB, CAT, CLASSIC, WRONG, Harness, again


async def start(harness: Harness, *, minutes: int = 0, signal: bool = True) -> ShownGame:
    harness.random_source.deal("0123")
    return await harness.services.referee.start_game(
        again(ANN), CLASSIC, 12, Who.RACE, minutes, waits_for_signal=signal
    )


def race(view: ShownGame) -> Race:
    assert isinstance(view.game, Race)
    return view.game


async def test_the_signal_is_for_the_race_even_if_the_starter_plays_a_game_of_their_own(harness: Harness) -> None:
    view = await start(harness)
    await harness.play(ANN, Who.ME)
    assert (await harness.services.referee.start_race(again(ANN), None)).id == view.id


async def test_a_signal_that_is_delivered_twice_counts_once(harness: Harness) -> None:
    await start(harness)
    event = again(ANN)
    first, second = [await harness.services.referee.start_race(event, None) for _ in range(2)]
    assert first.revision == second.revision


async def test_there_is_no_signal_without_a_race(harness: Harness) -> None:
    with pytest.raises(NoGameHere):
        await harness.services.referee.start_race(again(ANN), None)
    await harness.play(ANN)
    with pytest.raises(NotARace):
        await harness.services.referee.start_race(again(ANN), None)
    with pytest.raises(GameRunning):
        await start(harness)


async def test_a_race_that_is_delivered_twice_begins_once(harness: Harness) -> None:
    event = again(ANN)
    first, second = [await harness.services.referee.start_game(event, CLASSIC, who=Who.RACE) for _ in range(2)]
    assert first.id == second.id


async def test_the_time_limit_counts_from_the_signal(harness: Harness) -> None:
    view = await start(harness, minutes=10)
    assert view.time_ends_at is None
    harness.clock.advance(timedelta(hours=1))
    view = await harness.services.referee.start_race(again(ANN), None)
    assert view.time_ends_at == harness.clock() + timedelta(minutes=10)
    harness.clock.advance(timedelta(minutes=9))
    assert (await harness.guess(BOB, WRONG)).view.time_ends_at == view.time_ends_at


async def test_no_guess_is_counted_after_the_time_limit(harness: Harness) -> None:
    view = await start(harness, minutes=10, signal=False)
    await harness.guess(BOB, WRONG)
    harness.clock.advance(timedelta(minutes=10))
    for player in (ANN, BOB):
        with pytest.raises(PartOfRaceOver):
            await harness.guess(player, "0123")
    assert [len(board.turns) for board in race(await harness.board(ANN, view.id)).boards] == [1, 0]


async def end_what_is_due(harness: Harness) -> None:
    while await GameExpiry(harness.database.unit, harness.clock).run_step():
        pass


@pytest.mark.parametrize("signal", [True, False])
async def test_the_time_limit_ends_a_race_by_itself_and_once(harness: Harness, *, signal: bool) -> None:
    view = await start(harness, minutes=10, signal=signal)
    if signal:
        harness.clock.advance(timedelta(hours=1))
        await harness.services.referee.start_race(again(ANN), None)
    await harness.guess(BOB, WRONG)
    harness.clock.advance(timedelta(minutes=9, seconds=59))
    await end_what_is_due(harness)
    assert (await harness.board(ANN, view.id)).game.outcome is None
    harness.clock.advance(timedelta(days=3))  # also after downtime
    for _ in range(2):
        await end_what_is_due(harness)
    ended = await harness.board(ANN, view.id)
    assert (ended.game.outcome, ended.has_news) == (Outcome.OUT_OF_TIME, True)
    assert [(row.player_id, row.outcome) for row in await harness.rows(results)] == [
        (race(ended).players[0], Outcome.OUT_OF_TRIES)
    ]


async def test_a_race_that_waits_for_its_signal_does_not_run_out_of_time(harness: Harness) -> None:
    view = await start(harness, minutes=1)
    harness.clock.advance(timedelta(minutes=59))
    await end_what_is_due(harness)
    assert (await harness.board(ANN, view.id)).game.outcome is None


async def test_a_race_waits_an_hour_for_its_signal(harness: Harness) -> None:
    view = await start(harness)
    harness.clock.advance(timedelta(hours=1))
    await end_what_is_due(harness)
    assert (await harness.board(ANN, view.id)).game.outcome is Outcome.EXPIRED
    assert await harness.rows(results) == []
    assert (await harness.play(BOB)).game.outcome is None


async def test_the_hour_for_the_signal_does_not_end_a_race_that_has_started(harness: Harness) -> None:
    view = await start(harness)
    harness.clock.advance(timedelta(minutes=59))
    await harness.services.referee.start_race(again(ANN), None)
    for _ in range(3):
        harness.clock.advance(timedelta(days=2))
        await end_what_is_due(harness)
    assert (await harness.board(ANN, view.id)).game.outcome is None


@pytest.mark.parametrize("names_game", [True, False])
async def test_a_right_guess_that_comes_late_is_told_who_was_first(harness: Harness, *, names_game: bool) -> None:
    view = await harness.play(ANN, Who.RACE)
    for who in (ANN, CAT):
        await harness.guess(who, WRONG)
    await harness.guess(BOB, "0123")
    game = view.id if names_game else None
    with pytest.raises(FoundByAnother) as refused:
        await harness.guess(CAT, "0123", game)
    assert refused.value.winner == "bob"
    for who, text in ((BOB, "0123"), (CAT, WRONG), (CAT, "nonsense")):
        with pytest.raises((GameOver, NoGameHere, CodeError)):
            await harness.guess(who, text, game)
