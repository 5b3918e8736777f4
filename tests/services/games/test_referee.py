"""Beginning games, also a second shared one, guessing, also twice, showing boards, and what memory they take."""

import asyncio
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.errors import GameRunning, NoGameHere, NoSuchGame, TurnTaken
from bot.model.games import GuessResult, ShownGame
from bot.model.rooms import MAX_NAME, Caller
from bot.persistence.database import Database
from bot.persistence.tables.records import results
from bot.services.context import LATE_AFTER
from bot.services.games.moves import SHARED_ALONE, STUCK_AFTER
from bot.services.services import Services
from core.game.any_game import Who
from core.game.boards import NO_LIMIT
from core.game.commitment import commit, opening, verify
from core.game.errors import CodeError, GameOver
from core.game.feedback import Feedback
from tests.services.harness import ANN, BOB, CAT, CLASSIC, SECRET, WRONG, Harness, again, caller
from tests.support.present import present
from tests.support.storage import driver_contents

ELSEWHERE = caller("ann", channel="garden")


# Beginning


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


async def test_a_refused_game_changes_nothing(harness: Harness) -> None:
    await harness.play(ANN)
    before = await driver_contents(harness.database)
    with pytest.raises(GameRunning):
        await harness.play(BOB)
    assert await driver_contents(harness.database) == before


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
    assert started.commitment == commit("free", CLASSIC, SECRET, present(ended.nonce))


# Guessing


async def test_a_guess_gets_feedback_and_is_stored(harness: Harness) -> None:
    view = await harness.play()
    assert present((await harness.guess(ANN, "1243")).turn).feedback == Feedback(1, 2)
    assert await harness.guesses(view.id) == [(1, 2, 4, 3)]


async def test_without_a_game_there_is_nothing_to_guess(harness: Harness) -> None:
    with pytest.raises(NoGameHere) as refused:
        await harness.guess(ANN, WRONG)
    assert refused.value.ended is None


@pytest.mark.parametrize(
    "text", ["", "012", "01234", "0012", "01x3", "0" * 10_000, "012\x00", "\u200f0123", "012\ud83d"]
)
async def test_a_guess_that_is_not_a_code_is_not_counted(harness: Harness, text: str) -> None:
    view = await harness.play()
    before = await driver_contents(harness.database)
    with pytest.raises(CodeError):
        await harness.guess(ANN, text)
    assert await driver_contents(harness.database) == before
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
    before = await driver_contents(harness.database)
    await harness.board(BOB)
    assert await driver_contents(harness.database) == before


# Showing the board


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
    seen = await harness.referee.running_game(again(CAT))
    assert seen is not None
    assert seen.id == shared.id


async def test_an_event_that_is_discarded_has_no_effect_later(harness: Harness) -> None:
    await harness.play(ANN)
    late = again(BOB)
    assert [await harness.referee.record_event_handled(late.event) for _ in range(2)] == [True, False]
    await harness.referee.guess(late, WRONG)
    assert not (await harness.board(ANN)).game.boards
    with pytest.raises(NoGameHere):
        await harness.referee.game_before_guess(again(ELSEWHERE), None)


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


async def test_a_guess_for_another_turn_than_the_next_is_refused(harness: Harness) -> None:
    await harness.play()
    await guess(harness, ANN, WRONG)
    for turn in (1, 3):
        with pytest.raises(TurnTaken):
            await harness.referee.guess(again(ANN), OTHER, turn=turn)
    assert await turns(harness) == 1


async def test_a_guess_that_is_delivered_late_counts_only_if_nobody_has_moved_since(harness: Harness) -> None:
    await harness.play()
    sent_at = harness.clock.now
    harness.clock.advance(2 * LATE_AFTER)
    await harness.referee.guess(replace(again(ANN), sent_at=sent_at), WRONG)
    with pytest.raises(TurnTaken):
        await harness.referee.guess(replace(again(BOB), sent_at=sent_at), OTHER)


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
    assert (await preferences.settings_of(again(ANN))).warnings
    await preferences.change(again(ANN), {"warnings": "off"})
    assert not (await preferences.settings_of(again(ANN))).warnings
    assert (await guess(harness, ANN, WRONG)).turn is not None
    assert (await guess(harness, BOB, WRONG)).repetition is not None
    await preferences.change(again(ANN), {"warnings": "on"})
    assert (await guess(harness, ANN, WRONG)).repetition is not None


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
        await services.referee.start_game(again(DAN), CLASSIC)
    await other.close()


async def test_of_several_who_start_one_at_once_one_does(harness: Harness) -> None:
    await held(harness)
    begun = await asyncio.gather(*(harness.play(caller(f"p{number}")) for number in range(5)), return_exceptions=True)
    assert [type(each) for each in begun].count(GameRunning) == 4


# Memory


async def test_the_turns_of_a_remembered_game_share_their_player_and_their_feedback(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.guess(ANN, WRONG)
    first, second = (await harness.guess(ANN, WRONG)).view.game.board("").turns
    assert first.by is second.by
    assert first.feedback is second.feedback
