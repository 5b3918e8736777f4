import asyncio

import pytest

from bot.services.errors import GameRunning, NoGameHere
from bot.services.model import MAX_NAME, Caller
from core.game.commitment import commit, opening, verify
from core.game.errors import CodeError, GameOver, NotYourGame
from core.game.feedback import Feedback
from core.game.games import Game, Outcome, Who
from core.game.rules import Rules
from tests.services.context import ANN, BOB, CAT, CLASSIC, SECRET, WRONG, CallContext, again, caller

ELSEWHERE = caller("ann", channel="garden")


def guesses(context: CallContext, game: str) -> list[tuple[int, ...]]:
    """What is kept of a game."""
    return [turn.guess for board in context.memory.kept.games[game].game.boards for turn in board.turns]


# Beginning


async def test_a_new_game_has_the_rules_and_tries_asked_for(context: CallContext) -> None:
    rules = Rules.parse("4x6r-colors")
    view = await context.play(rules=rules, secret=(0, 0, 1, 1), tries=7)
    assert isinstance(view.game, Game)
    assert (view.game.rules, view.game.tries, view.game.who) == (rules, 7, Who.EVERYONE)
    assert view.game.outcome is None


async def test_the_game_is_called_by_the_id_that_was_drawn(context: CallContext) -> None:
    context.random_source.names.append("k3qz7")
    assert (await context.play()).id == "k3qz7"


async def test_the_secret_is_the_one_that_was_drawn(context: CallContext) -> None:
    view = await context.play(secret=(9, 8, 7, 6))
    assert context.memory.kept.games[view.id].game.secret == (9, 8, 7, 6)


async def test_the_commitment_shown_at_the_start_can_be_checked_at_the_end(context: CallContext) -> None:
    begun = await context.play()
    ended = (await context.guess(ANN, "0123")).view
    assert ended.nonce is not None
    assert begun.commitment == ended.commitment == commit(begun.id, CLASSIC, SECRET, ended.nonce)
    assert verify(opening(begun.id, CLASSIC, ended.game.secret, ended.nonce), begun.commitment)


async def test_a_second_shared_game_is_refused_while_the_first_runs(context: CallContext) -> None:
    running = await context.play(ANN)
    with pytest.raises(GameRunning) as refused:
        await context.play(BOB)
    assert refused.value.game == running.id


async def test_a_race_is_a_shared_game_too(context: CallContext) -> None:
    await context.play(ANN, Who.RACE)
    with pytest.raises(GameRunning):
        await context.play(BOB)


async def test_when_the_game_has_ended_another_may_begin(context: CallContext) -> None:
    first = await context.play()
    await context.guess(ANN, "0123")
    assert (await context.play(BOB)).id != first.id


async def test_every_room_has_a_game_of_its_own(context: CallContext) -> None:
    here, there = await context.play(ANN), await context.play(ELSEWHERE)
    await context.guess(ANN, WRONG)
    assert here.id != there.id
    assert guesses(context, there.id) == []


async def test_the_same_channel_id_in_another_workspace_is_another_room(context: CallContext) -> None:
    stranger = caller("ann", workspace="other club")
    await context.play(ANN)
    await context.play(stranger)
    assert len(context.memory.kept.rooms) == len(context.memory.kept.players) == 2


async def test_a_refused_game_changes_nothing(context: CallContext) -> None:
    await context.play(ANN)
    before = context.memory.kept.copy()
    with pytest.raises(GameRunning):
        await context.play(BOB)
    assert context.memory.kept == before


async def test_an_id_that_another_rooms_game_has_is_drawn_again(context: CallContext) -> None:
    context.random_source.names.extend(["taken", "taken", "taken", "free"])
    assert (await context.play(ANN)).id == "taken"
    assert (await context.play(ELSEWHERE)).id == "free"
    assert (await context.board(ANN)).id == "taken"


async def test_the_commitment_holds_for_a_game_whose_id_was_drawn_again(context: CallContext) -> None:
    context.random_source.names.extend(["taken", "taken", "free"])
    await context.play(ANN)
    begun = await context.play(ELSEWHERE)
    ended = await context.give_up(ELSEWHERE)
    assert ended.nonce is not None
    assert begun.commitment == commit("free", CLASSIC, SECRET, ended.nonce)


async def test_of_two_who_begin_at_once_one_does(context: CallContext) -> None:
    both = await asyncio.gather(context.play(ANN), context.play(BOB), return_exceptions=True)
    assert sorted(type(one).__name__ for one in both) == ["GameRunning", "GameView"]


# Guessing


async def test_a_guess_is_answered_and_kept(context: CallContext) -> None:
    view = await context.play()
    guessed = await context.guess(ANN, "1243")
    assert guessed.turn is not None
    assert guessed.turn.feedback == Feedback(1, 2)
    assert guesses(context, view.id) == [(1, 2, 4, 3)]


async def test_a_shared_game_is_guessed_by_all_in_one_order(context: CallContext) -> None:
    view = await context.play(ANN)
    for who, text in ((BOB, "4567"), (ANN, "5678"), (CAT, "6789"), (BOB, "7890")):
        await context.guess(who, text)
    assert guesses(context, view.id) == [(4, 5, 6, 7), (5, 6, 7, 8), (6, 7, 8, 9), (7, 8, 9, 0)]
    seen = (await context.board(ANN)).game
    assert [turn.by for turn in seen.boards[0].turns] == [seen.players[place] for place in (0, 1, 2, 0)]


async def test_guesses_at_the_same_instant_are_turns_in_one_order(context: CallContext) -> None:
    view = await context.play(ANN)
    everybody = [caller(f"player {number}") for number in range(8)]
    answers = await asyncio.gather(*(context.guess(who, "4567") for who in everybody))
    assert len(guesses(context, view.id)) == 8
    assert sorted(len(answer.view.game.boards[0].turns) for answer in answers) == list(range(1, 9))


async def test_the_winning_guess_ends_the_game_for_everybody(context: CallContext) -> None:
    await context.play(ANN)
    won = (await context.guess(BOB, "0123")).view
    assert won.game.outcome is Outcome.SOLVED
    assert won.names[won.game.winner or ""] == "bob"
    with pytest.raises(NoGameHere) as refused:
        await context.guess(ANN, "0123")
    assert refused.value.ended == won.id


async def test_a_game_is_won_once(context: CallContext) -> None:
    view = await context.play(ANN)
    both = await asyncio.gather(context.guess(ANN, "0123"), context.guess(BOB, "0123"), return_exceptions=True)
    assert sorted(type(one).__name__ for one in both) == ["GuessResult", "NoGameHere"]
    assert guesses(context, view.id) == [SECRET]
    assert len(context.memory.kept.results) == 1


async def test_the_last_try_ends_the_game_and_shows_the_secret(context: CallContext) -> None:
    await context.play(tries=2)
    await context.guess(ANN, WRONG)
    view = (await context.guess(ANN, WRONG)).view
    assert view.game.outcome is Outcome.OUT_OF_TRIES
    assert view.game.secret == SECRET


async def test_nothing_can_be_guessed_where_nothing_was_played(context: CallContext) -> None:
    with pytest.raises(NoGameHere) as refused:
        await context.guess(ANN, WRONG)
    assert refused.value.ended is None


@pytest.mark.parametrize(
    "text", ["", "012", "01234", "0012", "01x3", "0" * 10_000, "012\x00", "\u200f0123", "012\ud83d"]
)
async def test_what_is_no_code_counts_no_turn(context: CallContext, text: str) -> None:
    view = await context.play()
    before = context.memory.kept.copy()
    with pytest.raises(CodeError):
        await context.guess(ANN, text)
    assert context.memory.kept == before
    assert guesses(context, view.id) == []


async def test_a_refused_guess_may_be_sent_again_in_the_same_event(context: CallContext) -> None:
    await context.play()
    asked = again(ANN)
    with pytest.raises(CodeError):
        await context.referee.guess(asked, "oops")
    assert (await context.referee.guess(asked, WRONG)).turn is not None


async def test_a_name_longer_than_is_kept_is_cut(context: CallContext) -> None:
    view = await context.play(Caller(ANN.room, ANN.player, "a" * 300, "event"))
    assert view.names == {view.viewer: "a" * MAX_NAME}


async def test_a_new_name_is_shown_beside_old_guesses(context: CallContext) -> None:
    await context.play(ANN)
    await context.guess(ANN, WRONG)
    await context.guess(Caller(ANN.room, ANN.player, "Anna", "event"), WRONG)
    view = await context.board(BOB)
    assert [view.names[turn.by] for turn in view.game.boards[0].turns] == ["Anna", "Anna"]


# What is kept from whom


@pytest.mark.parametrize("may_guess", Who)
async def test_no_view_of_a_running_game_tells_its_secret(context: CallContext, may_guess: Who) -> None:
    begun = await context.play(ANN, may_guess)
    guessed = (await context.guess(ANN, WRONG)).view
    for view in (begun, guessed, await context.board(ANN), await context.board(ANN, begun.id)):
        assert view.nonce is None
        assert view.game.secret == view.public.secret == ()
        assert all(board.secret == () for game in (view.game, view.public) for board in game.boards)


async def test_whoever_only_looks_is_named_among_the_others(context: CallContext) -> None:
    await context.play(ANN)
    view = await context.board(BOB)
    assert sorted(view.names.values()) == ["ann", "bob"]
    assert view.names[view.viewer] == "bob"


async def test_looking_changes_nothing(context: CallContext) -> None:
    await context.play(ANN)
    before = context.memory.kept.copy()
    await context.board(BOB)
    assert context.memory.kept == before


# Games of one's own


async def test_games_of_ones_own_run_beside_the_shared_one_and_one_another(context: CallContext) -> None:
    shared = await context.play(ANN)
    anns, bobs = await context.play(ANN, Who.ME), await context.play(BOB, Who.ME)
    assert [(await context.board(who)).id for who in (ANN, BOB, CAT)] == [anns.id, bobs.id, shared.id]


async def test_a_guess_goes_to_ones_own_game_before_the_shared_one(context: CallContext) -> None:
    shared, own = await context.play(ANN), await context.play(ANN, Who.ME)
    await context.guess(ANN, WRONG)
    await context.guess(BOB, "5678")
    assert guesses(context, own.id) == [(4, 5, 6, 7)]
    assert guesses(context, shared.id) == [(5, 6, 7, 8)]


async def test_when_ones_own_game_has_ended_guesses_go_to_the_shared_one(context: CallContext) -> None:
    shared = await context.play(ANN)
    await context.play(ANN, Who.ME)
    await context.guess(ANN, "0123")
    assert (await context.guess(ANN, WRONG)).view.id == shared.id


async def test_a_second_game_of_ones_own_is_refused(context: CallContext) -> None:
    own = await context.play(ANN, Who.ME)
    with pytest.raises(GameRunning) as refused:
        await context.play(ANN, Who.ME)
    assert refused.value.game == own.id


async def test_nobody_else_can_guess_in_ones_own_game_or_give_it_up(context: CallContext) -> None:
    own = await context.play(ANN, Who.ME)
    with pytest.raises(NotYourGame):
        await context.guess(BOB, WRONG, own.id)
    with pytest.raises(NotYourGame):
        await context.give_up(BOB, own.id)


async def test_somebody_elses_own_game_is_not_the_rooms_last_one(context: CallContext) -> None:
    await context.play(ANN, Who.ME)
    with pytest.raises(NoGameHere):
        await context.board(BOB)


# Races


async def test_in_a_race_everybody_guesses_for_themselves(context: CallContext) -> None:
    await context.play(ANN, Who.RACE, tries=2)
    await context.guess(BOB, WRONG)
    await context.guess(ANN, WRONG)
    await context.guess(ANN, WRONG)
    with pytest.raises(GameOver):
        await context.guess(ANN, "0123")
    assert (await context.guess(BOB, "0123")).view.game.outcome is Outcome.SOLVED


async def test_a_race_is_over_when_everybody_in_it_has_stopped(context: CallContext) -> None:
    await context.play(ANN, Who.RACE, tries=1)
    assert (await context.guess(ANN, WRONG)).view.game.outcome is Outcome.OUT_OF_TRIES


async def test_in_a_race_nobody_sees_the_others_guesses_before_the_end(context: CallContext) -> None:
    await context.play(ANN, Who.RACE)
    await context.guess(ANN, "4567")
    view = (await context.guess(BOB, "5678")).view
    assert [board.turns[0].guess for board in view.game.boards] == [(), (5, 6, 7, 8)]
    assert [board.turns[0].guess for board in view.public.boards] == [(), ()]
    ended = (await context.guess(BOB, "0123")).view
    assert [board.turns[0].guess for board in ended.public.boards] == [(4, 5, 6, 7), (5, 6, 7, 8)]


async def test_a_race_is_won_by_whoever_solves_it_first(context: CallContext) -> None:
    await context.play(ANN, Who.RACE)
    await context.guess(ANN, WRONG)
    view = (await context.guess(BOB, "0123")).view
    assert isinstance(view.game, Game)
    assert view.names[view.game.winner or ""] == "bob"
    assert {one.outcome for one in context.memory.kept.results if one.player == view.viewer} == {Outcome.SOLVED}


async def test_giving_up_a_race_ends_ones_own_part_of_it(context: CallContext) -> None:
    await context.play(ANN, Who.RACE)
    await context.guess(ANN, WRONG)
    await context.guess(BOB, WRONG)
    assert (await context.give_up(ANN)).game.outcome is None
    with pytest.raises(GameOver):
        await context.guess(ANN, "0123")
    assert (await context.give_up(BOB)).game.outcome is Outcome.GAVE_UP


# Giving up


async def test_giving_up_ends_the_game_and_shows_the_secret(context: CallContext) -> None:
    await context.play()
    view = await context.give_up(ANN)
    assert (view.game.outcome, view.game.secret) == (Outcome.GAVE_UP, SECRET)
    assert view.nonce is not None


async def test_only_who_plays_can_give_up(context: CallContext) -> None:
    await context.play(ANN)
    with pytest.raises(NotYourGame):
        await context.give_up(BOB)
    await context.guess(BOB, WRONG)
    assert (await context.give_up(BOB)).game.outcome is Outcome.GAVE_UP


async def test_nothing_can_be_given_up_where_nothing_runs(context: CallContext) -> None:
    view = await context.play()
    await context.give_up(ANN)
    with pytest.raises(NoGameHere) as refused:
        await context.give_up(ANN)
    assert refused.value.ended == view.id


# Looking


async def test_when_nothing_runs_the_last_game_is_shown(context: CallContext) -> None:
    await context.play()
    await context.give_up(ANN)
    context.clock.advance()
    last = await context.play()
    await context.give_up(ANN)
    assert (await context.board(BOB)).id == last.id


async def test_nothing_is_shown_where_nothing_was_played(context: CallContext) -> None:
    await context.play(ELSEWHERE)
    with pytest.raises(NoGameHere):
        await context.board(ANN)


async def test_an_ended_game_is_found_by_its_id(context: CallContext) -> None:
    first = await context.play()
    await context.give_up(ANN)
    await context.play()
    assert (await context.board(ANN, first.id)).game.outcome is Outcome.GAVE_UP


async def test_a_game_named_by_its_id_says_itself_that_it_is_over(context: CallContext) -> None:
    first = await context.play()
    await context.give_up(ANN)
    await context.play()
    with pytest.raises(GameOver):
        await context.guess(ANN, WRONG, first.id)
    with pytest.raises(GameOver):
        await context.give_up(ANN, first.id)


async def test_a_game_of_another_room_is_not_found_by_its_id(context: CallContext) -> None:
    there = await context.play(ELSEWHERE)
    for move in (context.board(ANN, there.id), context.give_up(ANN, there.id), context.guess(ANN, "0123", there.id)):
        with pytest.raises(NoGameHere):
            await move
    assert guesses(context, there.id) == []


# The same event again


async def test_a_game_begun_twice_by_one_event_begins_once(context: CallContext) -> None:
    asked = again(ANN)
    views = [await context.referee.play(asked, CLASSIC) for _ in range(2)]
    assert views[0] == views[1]
    assert len(context.memory.kept.games) == 1


async def test_a_guess_delivered_twice_counts_once(context: CallContext) -> None:
    view = await context.play()
    asked = again(ANN)
    first, second = await context.referee.guess(asked, WRONG), await context.referee.guess(asked, WRONG)
    assert second.turn is None
    assert second.view == first.view
    assert guesses(context, view.id) == [(4, 5, 6, 7)]


async def test_the_winning_guess_delivered_twice_wins_once(context: CallContext) -> None:
    await context.play()
    asked = again(ANN)
    first, second = await context.referee.guess(asked, "0123"), await context.referee.guess(asked, "0123")
    assert second.view == first.view
    assert second.turn is None
    assert len(context.memory.kept.results) == 1


async def test_the_winning_guess_of_a_button_delivered_twice_shows_its_own_game(context: CallContext) -> None:
    view = await context.play()
    asked = again(ANN)
    await context.referee.guess(asked, "0123", view.id)
    await context.play()
    assert (await context.referee.guess(asked, "0123", view.id)).view.id == view.id


async def test_the_same_event_at_the_same_instant_counts_once(context: CallContext) -> None:
    view = await context.play()
    asked = again(ANN)
    both = await asyncio.gather(*(context.referee.guess(asked, WRONG) for _ in range(2)))
    assert sorted(one.turn is None for one in both) == [False, True]
    assert guesses(context, view.id) == [(4, 5, 6, 7)]


async def test_giving_up_twice_by_one_event_gives_up_once(context: CallContext) -> None:
    await context.play()
    await context.guess(ANN, WRONG)
    asked = again(ANN)
    assert await context.referee.give_up(asked) == await context.referee.give_up(asked)
    assert len(context.memory.kept.results) == 1
