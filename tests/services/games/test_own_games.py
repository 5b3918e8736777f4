"""Games of one's own and races, beside the shared game of a room."""

import pytest

from bot.model.errors import GameRunning, NoGameHere
from bot.persistence.tables.records import results
from core.game.boards import Outcome
from core.game.errors import GameOver, NotPlaying, NotYourGame
from core.game.games import Game, Who
from tests.services.harness import ANN, BOB, CAT, SECRET, WRONG, Harness

# Games of one's own


async def test_games_of_ones_own_run_beside_the_shared_one_and_one_another(harness: Harness) -> None:
    shared = await harness.play(ANN)
    anns, bobs = await harness.play(ANN, Who.ME), await harness.play(BOB, Who.ME)
    assert [(await harness.board(who)).id for who in (ANN, BOB, CAT)] == [anns.id, bobs.id, shared.id]


async def test_a_guess_goes_to_ones_own_game_before_the_shared_one(harness: Harness) -> None:
    shared, own = await harness.play(ANN), await harness.play(ANN, Who.ME)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, "5678")
    assert await harness.guesses(own.id) == [(4, 5, 6, 7)]
    assert await harness.guesses(shared.id) == [(5, 6, 7, 8)]


async def test_when_ones_own_game_has_ended_guesses_go_to_the_shared_one(harness: Harness) -> None:
    shared = await harness.play(ANN)
    await harness.play(ANN, Who.ME)
    await harness.guess(ANN, "0123")
    assert (await harness.guess(ANN, WRONG)).view.id == shared.id


async def test_a_second_game_of_ones_own_is_refused(harness: Harness) -> None:
    own = await harness.play(ANN, Who.ME)
    with pytest.raises(GameRunning) as refused:
        await harness.play(ANN, Who.ME)
    assert refused.value.game == own.id


async def test_nobody_else_can_guess_in_ones_own_game_or_give_it_up(harness: Harness) -> None:
    own = await harness.play(ANN, Who.ME)
    with pytest.raises(NotYourGame):
        await harness.guess(BOB, WRONG, own.id)
    with pytest.raises(NotYourGame):
        await harness.give_up(BOB, own.id)


async def test_another_players_own_game_is_not_the_last_game_of_the_room(harness: Harness) -> None:
    await harness.play(ANN, Who.ME)
    with pytest.raises(NoGameHere):
        await harness.board(BOB)


# Races


async def test_in_a_race_everybody_guesses_for_themselves(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE, tries=2)
    await harness.guess(BOB, WRONG)
    await harness.guess(ANN, WRONG)
    await harness.guess(ANN, WRONG)
    with pytest.raises(GameOver):
        await harness.guess(ANN, "0123")
    assert (await harness.guess(BOB, "0123")).view.game.outcome is Outcome.SOLVED


async def test_a_race_is_over_when_everybody_in_it_has_stopped(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE, tries=1)
    assert (await harness.guess(ANN, WRONG)).view.game.outcome is Outcome.OUT_OF_TRIES


async def test_in_a_race_nobody_sees_the_others_guesses_before_the_end(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, "4567")
    view = (await harness.guess(BOB, "5678")).view
    assert [board.turns[0].guess for board in view.game.boards] == [(), (5, 6, 7, 8)]
    assert [board.turns[0].guess for board in view.public.boards] == [(), ()]
    ended = (await harness.guess(BOB, "0123")).view
    assert [board.turns[0].guess for board in ended.public.boards] == [(4, 5, 6, 7), (5, 6, 7, 8)]


async def test_a_race_is_won_by_the_first_player_to_solve_it(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    view = (await harness.guess(BOB, "0123")).view
    assert isinstance(view.game, Game)
    assert view.names[view.game.winner or ""] == "bob"
    assert {row.outcome for row in await harness.rows(results) if row.player_id == view.viewer} == {Outcome.SOLVED}


async def test_giving_up_a_race_ends_only_ones_own_part(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    await harness.guess(ANN, WRONG)
    await harness.guess(BOB, WRONG)
    assert (await harness.give_up(ANN)).game.outcome is None
    with pytest.raises(GameOver):
        await harness.guess(ANN, "0123")
    assert (await harness.give_up(BOB)).game.outcome is Outcome.GAVE_UP


# Giving up


async def test_giving_up_ends_the_game_and_shows_the_secret(harness: Harness) -> None:
    await harness.play()
    view = await harness.give_up(ANN)
    assert (view.game.outcome, view.game.board("").secret) == (Outcome.GAVE_UP, SECRET)
    assert view.nonce is not None


async def test_only_players_can_give_up(harness: Harness) -> None:
    await harness.play(ANN)
    with pytest.raises(NotPlaying):
        await harness.give_up(BOB)
    await harness.guess(BOB, WRONG)
    assert (await harness.give_up(BOB)).game.outcome is Outcome.GAVE_UP


async def test_without_a_running_game_there_is_nothing_to_give_up(harness: Harness) -> None:
    view = await harness.play()
    await harness.give_up(ANN)
    with pytest.raises(NoGameHere) as refused:
        await harness.give_up(ANN)
    assert refused.value.ended == view.id
