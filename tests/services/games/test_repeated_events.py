"""Events that are delivered twice, and ids that are taken."""

import asyncio

import pytest

from bot.persistence.tables.games import games
from bot.persistence.tables.records import results
from tests.services.harness import ANN, CAT, CLASSIC, WRONG, Harness, again, caller

ELSEWHERE = caller("ann", channel="garden")


# Running games

# Events delivered twice


async def test_an_event_begins_one_game(harness: Harness) -> None:
    event = again(ANN)
    views = [await harness.referee.play(event, CLASSIC) for _ in range(2)]
    assert views[0] == views[1]
    assert len(await harness.rows(games)) == 1


async def test_a_guess_delivered_twice_counts_once(harness: Harness) -> None:
    view = await harness.play()
    event = again(ANN)
    first, second = await harness.referee.guess(event, WRONG), await harness.referee.guess(event, WRONG)
    assert second.turn is None
    assert second.view == first.view
    assert await harness.guesses(view.id) == [(4, 5, 6, 7)]


async def test_the_winning_guess_delivered_twice_wins_once(harness: Harness) -> None:
    await harness.play()
    event = again(ANN)
    first, second = await harness.referee.guess(event, "0123"), await harness.referee.guess(event, "0123")
    assert second.view == first.view
    assert second.turn is None
    assert len(await harness.rows(results)) == 1


async def test_a_winning_guess_delivered_again_shows_its_own_game(harness: Harness) -> None:
    view = await harness.play()
    event = again(ANN)
    await harness.referee.guess(event, "0123", view.id)
    await harness.play()
    assert (await harness.referee.guess(event, "0123", view.id)).view.id == view.id


async def test_the_same_event_at_the_same_instant_counts_once(harness: Harness) -> None:
    view = await harness.play()
    event = again(ANN)
    both = await asyncio.gather(*(harness.referee.guess(event, WRONG) for _ in range(2)))
    assert sorted(one.turn is None for one in both) == [False, True]
    assert await harness.guesses(view.id) == [(4, 5, 6, 7)]


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
