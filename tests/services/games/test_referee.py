"""Beginning games, guessing, and showing boards."""

import asyncio

import pytest

from bot.model.errors import GameRunning, NoGameHere, NoSuchGame
from bot.model.rooms import MAX_NAME, Caller
from bot.persistence.tables.games import players, rooms
from bot.persistence.tables.records import results
from core.game.any_game import Who
from core.game.boards import Outcome
from core.game.commitment import commit, opening, verify
from core.game.errors import CodeError, GameOver
from core.game.feedback import Feedback
from core.game.games import Game
from core.game.rules import Rules
from tests.services.harness import ANN, BOB, CAT, CLASSIC, SECRET, WRONG, Harness, again, caller
from tests.support.storage import contents

ELSEWHERE = caller("ann", channel="garden")


# Beginning


async def test_a_new_game_has_the_rules_and_tries_asked_for(harness: Harness) -> None:
    rules = Rules.parse("4x6r-colors")
    view = await harness.play(rules=rules, secret=(0, 0, 1, 1), tries=7)
    assert isinstance(view.game, Game)
    assert (view.game.rules, view.game.tries, view.game.who) == (rules, 7, Who.EVERYONE)
    assert view.game.outcome is None


async def test_the_game_has_the_id_that_was_drawn(harness: Harness) -> None:
    harness.random_source.game_ids.append("k3qz7")
    assert (await harness.play()).id == "k3qz7"


async def test_the_secret_is_the_one_that_was_drawn(harness: Harness) -> None:
    view = await harness.play(secret=(9, 8, 7, 6))
    assert (await harness.stored(view.id)).board("").secret == (9, 8, 7, 6)


async def test_the_commitment_shown_at_the_start_can_be_checked_at_the_end(harness: Harness) -> None:
    started = await harness.play()
    ended = (await harness.guess(ANN, "0123")).view
    assert ended.nonce is not None
    assert started.commitment == ended.commitment == commit(started.id, CLASSIC, SECRET, ended.nonce)
    assert verify(opening(started.id, CLASSIC, ended.game.board("").secret, ended.nonce), started.commitment)


async def test_a_second_shared_game_is_refused_while_the_first_runs(harness: Harness) -> None:
    running = await harness.play(ANN)
    with pytest.raises(GameRunning) as refused:
        await harness.play(BOB)
    assert refused.value.game == running.id


async def test_a_race_is_a_shared_game_too(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    with pytest.raises(GameRunning):
        await harness.play(BOB)


async def test_when_the_game_has_ended_another_may_begin(harness: Harness) -> None:
    first = await harness.play()
    await harness.guess(ANN, "0123")
    assert (await harness.play(BOB)).id != first.id


async def test_every_room_has_a_game_of_its_own(harness: Harness) -> None:
    here, there = await harness.play(ANN), await harness.play(ELSEWHERE)
    await harness.guess(ANN, WRONG)
    assert here.id != there.id
    assert await harness.guesses(there.id) == []


async def test_the_same_channel_id_in_another_workspace_is_another_room(harness: Harness) -> None:
    stranger = caller("ann", workspace="other club")
    await harness.play(ANN)
    await harness.play(stranger)
    assert len(await harness.rows(rooms)) == len(await harness.rows(players)) == 2


async def test_a_refused_game_changes_nothing(harness: Harness) -> None:
    await harness.play(ANN)
    before = await contents(harness.database)
    with pytest.raises(GameRunning):
        await harness.play(BOB)
    assert await contents(harness.database) == before


async def test_an_id_that_is_taken_is_drawn_again(harness: Harness) -> None:
    harness.random_source.game_ids.extend(["taken", "taken", "taken", "free"])
    assert (await harness.play(ANN)).id == "taken"
    assert (await harness.play(ELSEWHERE)).id == "free"
    assert (await harness.board(ANN)).id == "taken"


async def test_the_commitment_holds_for_a_game_whose_id_was_drawn_again(harness: Harness) -> None:
    harness.random_source.game_ids.extend(["taken", "taken", "free"])
    await harness.play(ANN)
    started = await harness.play(ELSEWHERE)
    ended = await harness.give_up(ELSEWHERE)
    assert ended.nonce is not None
    assert started.commitment == commit("free", CLASSIC, SECRET, ended.nonce)


async def test_of_two_games_begun_at_once_one_is_added(harness: Harness) -> None:
    both = await asyncio.gather(harness.play(ANN), harness.play(BOB), return_exceptions=True)
    assert sorted(type(one).__name__ for one in both) == ["GameRunning", "ShownGame"]


# Guessing


async def test_a_guess_gets_feedback_and_is_stored(harness: Harness) -> None:
    view = await harness.play()
    guessed = await harness.guess(ANN, "1243")
    assert guessed.turn is not None
    assert guessed.turn.feedback == Feedback(1, 2)
    assert await harness.guesses(view.id) == [(1, 2, 4, 3)]


async def test_the_guesses_of_all_players_are_in_one_order(harness: Harness) -> None:
    view = await harness.play(ANN)
    for who, text in ((BOB, "4567"), (ANN, "5678"), (CAT, "6789"), (BOB, "7890")):
        await harness.guess(who, text)
    assert await harness.guesses(view.id) == [(4, 5, 6, 7), (5, 6, 7, 8), (6, 7, 8, 9), (7, 8, 9, 0)]
    seen = (await harness.board(ANN)).game
    assert [turn.by for turn in seen.boards[0].turns] == [seen.players[place] for place in (0, 1, 2, 0)]


async def test_simultaneous_guesses_become_turns_in_one_order(harness: Harness) -> None:
    view = await harness.play(ANN)
    everybody = [caller(f"player {number}") for number in range(8)]
    results = await asyncio.gather(*(harness.guess(who, "4567") for who in everybody))
    assert len(await harness.guesses(view.id)) == 8
    assert sorted(len(result.view.game.boards[0].turns) for result in results) == list(range(1, 9))


async def test_the_winning_guess_ends_the_game_for_everybody(harness: Harness) -> None:
    await harness.play(ANN)
    won = (await harness.guess(BOB, "0123")).view
    assert won.game.outcome is Outcome.SOLVED
    assert won.names[won.game.winner or ""] == "bob"
    with pytest.raises(NoGameHere) as refused:
        await harness.guess(ANN, "0123")
    assert refused.value.ended == won.id


async def test_a_game_is_won_once(harness: Harness) -> None:
    view = await harness.play(ANN)
    both = await asyncio.gather(harness.guess(ANN, "0123"), harness.guess(BOB, "0123"), return_exceptions=True)
    assert sorted(type(one).__name__ for one in both) == ["GuessResult", "NoGameHere"]
    assert await harness.guesses(view.id) == [SECRET]
    assert len(await harness.rows(results)) == 1


async def test_the_last_try_ends_the_game_and_shows_the_secret(harness: Harness) -> None:
    await harness.play(tries=2)
    await harness.guess(ANN, WRONG)
    view = (await harness.guess(ANN, WRONG)).view
    assert view.game.outcome is Outcome.OUT_OF_TRIES
    assert view.game.board("").secret == SECRET


async def test_without_a_game_there_is_nothing_to_guess(harness: Harness) -> None:
    with pytest.raises(NoGameHere) as refused:
        await harness.guess(ANN, WRONG)
    assert refused.value.ended is None


@pytest.mark.parametrize(
    "text", ["", "012", "01234", "0012", "01x3", "0" * 10_000, "012\x00", "\u200f0123", "012\ud83d"]
)
async def test_a_guess_that_is_not_a_code_is_not_counted(harness: Harness, text: str) -> None:
    view = await harness.play()
    before = await contents(harness.database)
    with pytest.raises(CodeError):
        await harness.guess(ANN, text)
    assert await contents(harness.database) == before
    assert await harness.guesses(view.id) == []


async def test_a_refused_guess_can_be_sent_again_in_the_same_event(harness: Harness) -> None:
    await harness.play()
    event = again(ANN)
    with pytest.raises(CodeError):
        await harness.referee.guess(event, "oops")
    assert (await harness.referee.guess(event, WRONG)).turn is not None


async def test_a_name_that_is_too_long_is_cut(harness: Harness) -> None:
    view = await harness.play(Caller(ANN.room, ANN.player, "a" * 300, "event"))
    assert view.names == {view.viewer: "a" * MAX_NAME}


async def test_a_new_name_is_shown_beside_old_guesses(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.guess(ANN, WRONG)
    await harness.guess(Caller(ANN.room, ANN.player, "Anna", "event"), WRONG)
    view = await harness.board(BOB)
    assert [view.names[turn.by] for turn in view.game.boards[0].turns] == ["Anna", "Anna"]


# What is hidden from whom


@pytest.mark.parametrize("may_guess", Who)
async def test_no_view_of_a_running_game_holds_its_secret(harness: Harness, may_guess: Who) -> None:
    started = await harness.play(ANN, may_guess)
    guessed = (await harness.guess(ANN, WRONG)).view
    for view in (started, guessed, await harness.board(ANN), await harness.board(ANN, started.id)):
        assert view.nonce is None
        assert view.game.board("").secret == view.public.board("").secret == ()
        assert all(board.secret == () for game in (view.game, view.public) for board in game.boards)


async def test_a_spectator_is_among_the_names(harness: Harness) -> None:
    await harness.play(ANN)
    view = await harness.board(BOB)
    assert sorted(view.names.values()) == ["ann", "bob"]
    assert view.names[view.viewer] == "bob"


async def test_showing_the_board_changes_nothing(harness: Harness) -> None:
    await harness.play(ANN)
    before = await contents(harness.database)
    await harness.board(BOB)
    assert await contents(harness.database) == before


# Showing the board


async def test_when_nothing_runs_the_last_game_is_shown(harness: Harness) -> None:
    await harness.play()
    await harness.give_up(ANN)
    harness.clock.advance()
    last = await harness.play()
    await harness.give_up(ANN)
    assert (await harness.board(BOB)).id == last.id


async def test_without_a_game_there_is_no_board(harness: Harness) -> None:
    await harness.play(ELSEWHERE)
    with pytest.raises(NoGameHere):
        await harness.board(ANN)


async def test_an_ended_game_is_found_by_its_id(harness: Harness) -> None:
    first = await harness.play()
    await harness.give_up(ANN)
    await harness.play()
    assert (await harness.board(ANN, first.id)).game.outcome is Outcome.GAVE_UP


async def test_a_game_found_by_its_id_refuses_moves_after_its_end(harness: Harness) -> None:
    first = await harness.play()
    await harness.give_up(ANN)
    await harness.play()
    with pytest.raises(GameOver):
        await harness.guess(ANN, WRONG, first.id)
    with pytest.raises(GameOver):
        await harness.give_up(ANN, first.id)


async def test_a_game_of_another_room_is_not_found_by_its_id(harness: Harness) -> None:
    there = await harness.play(ELSEWHERE)
    for move in (harness.board(ANN, there.id), harness.give_up(ANN, there.id), harness.guess(ANN, "0123", there.id)):
        with pytest.raises(NoSuchGame):
            await move
    assert await harness.guesses(there.id) == []
