"""Games against the opponent, and the feedback that players give to it, also contradictory."""

from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import NoReturn, cast

import pytest
from msgspec import structs

from bot.model.errors import GameRunning, NoGameHere, NoSuchCorrection
from bot.model.games import ShownGame
from bot.model.rooms import OutdatedBoard
from bot.persistence.database import Database
from bot.persistence.tables.games import games
from bot.services.solver import Priority
from core.game.any_game import Who
from core.game.codes import Code, parse_code
from core.game.duels import Duel
from core.game.errors import FeedbackTextError, NoPendingGuess, NotYourGame
from core.game.feedback import Feedback
from core.game.sides import BOT, Level, OutcomeForSide
from tests.services.games.versus_games import MINE, SMALL, Match, duel
from tests.services.harness import ANN, BOB, again


@pytest.fixture
def match(database: Database) -> Match:
    return Match(database)


# TurnNotices


async def test_the_opponent_begins_if_the_coin_says_so(match: Match) -> None:
    match.random_source.coin_shows = True

    game = await match.start()

    assert len(game.side(BOT).turns) == 1
    assert not game.side(game.starter).turns


async def test_the_solver_is_given_rules_history_and_level_only(match: Match) -> None:
    await match.start(level=Level.EASY)
    game = await match.ann_guesses("345")
    await match.ann_guesses("346")

    assert match.solver.moves == [(SMALL, (), Level.EASY), (SMALL, game.side(BOT).turns, Level.EASY)]


async def test_a_player_has_one_running_game_of_their_own(match: Match) -> None:
    await match.start()

    with pytest.raises(GameRunning):
        await match.start()
    with pytest.raises(GameRunning) as refused:
        await match.play(ANN, Who.ME)
    assert refused.value.is_own
    assert (await match.start(who=BOB)).starter != (await match.board(ANN)).game.starter


# Events delivered twice, and processes that end


async def test_an_event_delivered_twice_counts_once(match: Match) -> None:
    match.random_source.deal("012")
    event = again(ANN)
    started = [await match.opponent.start(event, SMALL, Level.HARD, None) for _ in range(2)]
    assert started[0] == started[1]
    assert len(await match.rows(games)) == 1

    for _ in range(2):
        await match.ann_guesses()
        event = again(ANN)
        results = [duel(await match.opponent.give_feedback(event, "0H1B")) for _ in range(2)]
        assert results[0] == results[1]

    event = again(ANN)
    undone = [duel(await match.opponent.undo_feedback(event, None)) for _ in range(2)]
    assert undone[0] == undone[1]
    assert len(undone[1].side(BOT).turns) == 1


async def test_an_event_delivered_again_after_the_game_ended_shows_that_game(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses("012")
    view = await match.board(ANN)
    feedback, undo = again(ANN), again(ANN)
    await match.opponent.give_feedback(feedback, "0H1B", view.id)
    await match.start(who=ANN)
    assert (await match.opponent.give_feedback(feedback, "0H1B", view.id)).id == view.id
    with pytest.raises(NoPendingGuess):
        await match.opponent.undo_feedback(undo, None)  # the running game has none; the event is not used up


async def opponent_that_did_not_move(match: Match) -> ShownGame:
    """Ann's guess is stored, but the process ends before the opponent's move; the view as it is stored."""
    await match.start()
    match.solver.error = BrokenProcessPool()
    with pytest.raises(BrokenProcessPool):
        await match.ann_guesses()
    match.solver.error = None
    (game,) = await match.services.turn_notices.running_games(again(ANN))
    return game.view


async def test_an_opponent_that_did_not_move_does_so_when_anybody_looks(match: Match) -> None:
    view = await opponent_that_did_not_move(match)

    shown = await match.board(BOB, view.id)

    assert len(duel(shown).side(BOT).turns) == 1


async def test_an_opponent_that_did_not_move_does_so_when_its_outdated_board_is_found(match: Match) -> None:
    view = await opponent_that_did_not_move(match)

    for _ in range(2):
        await match.referee.resume_opponent_move(OutdatedBoard(view.id, ANN.room, None, view.revision, None))

    assert len((await match.stored(view.id)).board(BOT).turns) == 1


async def test_two_who_look_at_the_same_time_make_it_move_once(match: Match) -> None:
    view = await opponent_that_did_not_move(match)

    await match.opponent.let_opponent_move(again(ANN), view)
    later = await match.opponent.let_opponent_move(again(ANN), view)

    assert len(duel(later).side(BOT).turns) == 1


async def test_a_move_is_dropped_if_the_game_has_moved_on_meanwhile(match: Match) -> None:
    match.random_source.coin_shows = True
    await match.start(secret=None)
    await match.ann_answers("0H1B")

    async def change_feedback_meanwhile() -> None:
        await match.opponent.undo_feedback(again(ANN), None)
        await match.opponent.give_feedback(again(ANN), "0H2B")

    match.solver.before["move"] = change_feedback_meanwhile
    await match.ann_guesses()

    game = duel(await match.board(ANN))
    assert [turn.feedback for turn in game.side(BOT).turns] == [Feedback(0, 2)]
    assert len(game.side(game.starter).turns) == 1


async def test_giving_up_and_looking_settle_the_game(match: Match) -> None:
    view = await opponent_that_did_not_move(match)
    event = again(ANN)
    ended = duel(await match.referee.give_up(event, view.id))
    assert ended.outcome_for(ended.starter) is OutcomeForSide.RESIGNED
    assert duel(await match.referee.give_up(event, view.id)) == ended


# Secrets and records


async def test_everybody_sees_both_boards_and_nobody_a_secret(match: Match) -> None:
    await match.start()
    await match.ann_guesses()

    view = await match.board(ANN)

    assert isinstance(view.public, Duel)
    assert [side.secret for side in view.public.sides] == [(), ()]
    assert [side.secret for side in duel(view).sides] == [parse_code(MINE, SMALL), ()]


async def test_results_are_counted_by_level(match: Match) -> None:
    await match.start(level=Level.EASY)
    await match.ann_guesses("012")
    await match.start(level=Level.EASY)
    await match.referee.give_up(again(ANN))
    await match.start(level=Level.HARD)
    await match.ann_guesses()
    await match.referee.give_up(again(ANN))

    record = (await match.records.player_stats(again(ANN))).record

    assert record.against_bot[Level.EASY] == {OutcomeForSide.WON: 1}
    assert record.against_bot[Level.HARD] == {OutcomeForSide.RESIGNED: 1}
    assert not record.ranked_alone


class Untouchable:
    """A secret that raises when it is read."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(name)

    def __iter__(self) -> NoReturn:
        raise AssertionError("the secret was read")

    def __getitem__(self, _key: object) -> NoReturn:
        raise AssertionError("the secret was read")


async def test_the_opponents_move_never_reads_a_secret(match: Match) -> None:
    view = await opponent_that_did_not_move(match)
    guarded = cast("Code", Untouchable())
    first, second = (replace(side, secret=guarded) for side in duel(view).sides)
    seen = replace(duel(view), sides=(first, second))

    after = await match.opponent.let_opponent_move(again(ANN), structs.replace(view, game=seen))

    assert len(duel(after).side(BOT).turns) == 1


# Feedback


async def test_feedback_that_cannot_be_read_is_refused_and_can_be_sent_again(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses()
    event = again(ANN)
    for text in ("many", "2H1B"):
        with pytest.raises(FeedbackTextError):
            await match.opponent.give_feedback(event, text)
    assert len(duel(await match.opponent.give_feedback(event, "0H1B")).side(BOT).turns) == 1


async def test_feedback_belongs_to_the_game_with_the_given_id(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses()
    view = await match.board(ANN)
    await match.start(who=BOB)

    for call in (
        match.opponent.give_feedback(again(BOB), "0H1B", view.id),
        match.opponent.undo_feedback(again(BOB), view.id),
    ):
        with pytest.raises(NotYourGame):
            await call
    assert len(duel(await match.opponent.give_feedback(again(ANN), "0H1B", view.id)).side(BOT).turns) == 1
    assert duel(await match.opponent.undo_feedback(again(ANN), view.id)).side(BOT).turns == ()


@pytest.mark.parametrize("error", [NoPendingGuess, NoGameHere])
async def test_without_a_game_against_the_bot_there_is_nothing_to_give_feedback_to(
    match: Match, error: type[Exception]
) -> None:
    if error is NoPendingGuess:
        await match.play(ANN)
    for call in (
        match.opponent.give_feedback(again(ANN), "0H1B"),
        match.opponent.undo_feedback(again(ANN), None),
        match.opponent.correct(again(ANN), 1),
    ):
        with pytest.raises(error):
            await call


# Contradictory feedback


async def test_contradictory_feedback_is_noticed_whenever_the_game_is_shown(match: Match) -> None:
    view = await match.contradict()
    assert view.corrections
    assert duel(view).player_to_move == BOT
    assert (await match.board(ANN)).corrections == view.corrections


@pytest.mark.parametrize("last", [False, True])
async def test_contradictory_feedback_is_corrected_by_choosing_a_correction(match: Match, *, last: bool) -> None:
    view = await match.contradict()
    corrections, before = view.corrections or (), duel(view).side(BOT).turns
    choice = len(corrections) if last else 1

    after = await match.opponent.correct(again(ANN), choice, view.id)

    assert after.corrections is None
    assert duel(after).pending_guess is not None
    changed = {change.number: change.feedback for change in corrections[choice - 1].changes}
    expected = [changed.get(number, turn.feedback) for number, turn in enumerate(before, 1)]
    assert [turn.feedback for turn in duel(after).side(BOT).turns] == expected
    assert match.solver.priorities == {("move", Priority.GAME), ("corrections", Priority.GAME)}


async def test_corrections_are_offered_and_taken_only_when_the_opponent_has_to_guess(match: Match) -> None:
    await match.start(secret=None)
    for _ in range(3):
        await match.ann_guesses()
        await match.ann_answers("0H0B")
    view = await match.board(ANN)
    assert (duel(view).player_to_move, view.corrections) == (duel(view).starter, None)
    with pytest.raises(NoPendingGuess):
        await match.opponent.correct(again(ANN), 1)
    await match.ann_guesses()
    assert (await match.board(ANN)).corrections


async def test_a_correction_that_does_not_exist_is_refused(match: Match) -> None:
    view = await match.contradict()
    for choice in (0, len(view.corrections or ()) + 1):
        with pytest.raises(NoSuchCorrection):
            await match.opponent.correct(again(ANN), choice)
    assert (await match.board(ANN)).game == view.game


async def test_a_correction_where_nothing_is_contradictory_is_refused(match: Match) -> None:
    await match.start(secret=None)
    await match.ann_guesses()
    await match.ann_answers("0H1B")
    for refused in (match.opponent.correct(again(ANN), 1), match.opponent.show_corrections(again(ANN), None)):
        with pytest.raises(NoPendingGuess):
            await refused


async def test_a_correction_delivered_again_after_new_contradictory_feedback_changes_nothing(match: Match) -> None:
    await match.contradict()
    event = again(ANN)
    await match.opponent.correct(event, 1)
    await match.ann_answers("0H0B")
    view = await match.answer_until_contradictory()

    assert duel(await match.opponent.correct(event, 1)) == duel(view)
    assert duel(await match.opponent.correct(again(ANN), 1)) != duel(view)


async def test_nobody_else_can_correct_the_feedback(match: Match) -> None:
    view = await match.contradict()
    with pytest.raises(NotYourGame):
        await match.opponent.correct(again(BOB), 1, view.id)


async def test_a_correction_chosen_for_other_turns_changes_nothing(match: Match) -> None:
    view = await match.contradict()

    async def undo_meanwhile() -> None:
        await match.opponent.undo_feedback(again(ANN), None)

    match.solver.before["corrections"] = undo_meanwhile
    after = await match.opponent.correct(again(ANN), 1)

    assert duel(after).side(BOT).turns == duel(view).side(BOT).turns[:-1]
