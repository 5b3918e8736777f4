"""Conversations with the coach, and no advice about running duels."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.model.daily import day_closing
from bot.model.errors import HintNeedsConfirmation, NoCoachConversation, NoSuchCorrection, NothingToReview, SolverBusy
from bot.model.rooms import RoomKey
from bot.services.coach import NextGuessQuestion
from core.game.any_game import Who
from core.game.codes import parse_code
from core.game.errors import CodeError, FeedbackTextError, HintsNotAllowed, ImpossibleFeedback, UnreadableClue
from core.game.feedback import Feedback
from core.game.history import parse_history
from core.game.items import Clue, Item
from core.game.rules import Rules
from core.solver.strategies import Strategy
from tests.services.games.versus_games import ANNS, SMALL, Duelists
from tests.services.harness import ANN, BOB, CAT, Harness, again
from tests.support.daily import code_of, wrong_for

CLASSIC = Rules.parse("hitblow")

OPTIMAL = Strategy("optimal")


CONTRADICTORY = "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"
"""The first feedback should be 2H0B; the secret is then 1234."""


def question(history: str = "", rules: Rules = SMALL, lies: int = 0, strategy: Strategy = OPTIMAL) -> NextGuessQuestion:
    return NextGuessQuestion(rules, parse_history(history, rules), strategy, lies)


# Giving feedback


async def test_a_game_elsewhere_is_played_by_feedback_alone(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(), 3)
    assert started.advice is not None
    advised = started.conversation.suggested

    after = await harness.coach.give_feedback(again(ANN), "0H1B")

    assert after.conversation.turns == ((advised, Feedback(0, 1), ""),)
    assert after.advice is not None
    assert after.advice.candidate_count == 252
    assert len(after.advice.guesses) == 3


async def test_clues_are_kept_with_the_turns_and_can_be_entered_like_feedback(harness: Harness) -> None:
    history = "012 1H0B, highlow hhl, target 7 2, target 3 no, slash 6, shuffle, change 2 high"
    await harness.coach.start(again(ANN), question(history), 1)

    after = await harness.coach.give_feedback(again(ANN), "double 1 2")

    assert after.conversation.turns == (*parse_history(history, SMALL), Clue(Item.DOUBLE, 0, 2))
    assert after.advice is not None
    assert (await harness.coach.resume(again(ANN), 1)).conversation.turns == after.conversation.turns
    assert (await harness.coach.undo_turn(again(ANN))).conversation.turns == parse_history(history, SMALL)
    with pytest.raises(UnreadableClue):
        await harness.coach.give_feedback(again(ANN), "double 4 2")


async def test_a_clue_that_contradicts_the_history_is_corrected(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question("012 3H0B, slash 6"), 1)
    corrections = started.corrections or ()
    choice = next(place for place, each in enumerate(corrections, 1) if each.changes[0].number == 2)

    after = await harness.coach.apply_correction(again(ANN), choice)

    assert after.conversation.turns == parse_history("012 3H0B, slash 2", SMALL)


async def test_finding_the_code_ends_the_conversation(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question("012 0H1B"), 1)

    after = await harness.coach.give_feedback(again(ANN), "3H0B", guess="134")

    assert after.advice is None
    assert after.corrections is None
    assert after.conversation.suggested is None
    with pytest.raises(NoCoachConversation):
        await harness.coach.give_feedback(again(ANN), "0H0B")


async def test_impossible_feedback_is_refused_and_can_be_sent_again(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question(), 1)
    event = again(ANN)

    with pytest.raises(ImpossibleFeedback):
        await harness.coach.give_feedback(event, "2H1B")
    with pytest.raises(FeedbackTextError):
        await harness.coach.give_feedback(event, "many")
    with pytest.raises(CodeError):
        await harness.coach.give_feedback(event, "0H1B", guess="1")

    assert (await harness.coach.resume(again(ANN), 1)).conversation.turns == ()
    assert len((await harness.coach.give_feedback(event, "0H1B")).conversation.turns) == 1
    typed = await harness.coach.give_feedback(again(ANN), "345 0H0B")
    assert typed.conversation.turns[1:] == parse_history("345 0H0B", SMALL)


# Stale buttons and events delivered twice


async def test_an_event_delivered_twice_counts_once(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question("012 0H1B"), 1)
    event = again(ANN)
    for _ in range(2):
        after = await harness.coach.give_feedback(event, "0H0B", "345")
        assert len(after.conversation.turns) == 2

    event = again(ANN)
    for _ in range(2):
        after = await harness.coach.undo_turn(event)
        assert len(after.conversation.turns) == 1


# While the solver runs


async def test_advice_does_not_overwrite_feedback_given_while_the_solver_ran(harness: Harness) -> None:
    async def give_feedback_meanwhile() -> None:
        harness.clock.advance()
        await harness.coach.give_feedback(again(ANN), "0H0B", "345")

    await harness.coach.start(again(ANN), question("012 0H1B"), 1)
    harness.clock.advance()
    harness.solver.before["advise"] = give_feedback_meanwhile
    await harness.coach.resume(again(ANN), 1)

    conversation = (await harness.coach.resume(again(ANN), 1)).conversation
    assert conversation.turns == parse_history("012 0H1B, 345 0H0B", SMALL)


async def test_advice_about_a_turn_that_was_made_while_the_solver_ran_is_not_told_without_a_question(
    harness: Harness,
) -> None:
    view = await harness.play(ANN, Who.ME, rules=SMALL, secret=(0, 1, 2))

    async def guess_meanwhile() -> None:
        await harness.guess(ANN, "345", view.id)

    harness.solver.before["advise"] = guess_meanwhile
    with pytest.raises(HintNeedsConfirmation):
        await harness.coach.start(again(ANN), question("345 0H0B"), 1)
    assert not any(board.hinted for board in (await harness.stored(view.id)).boards)


async def test_advice_that_the_solver_has_no_time_for_is_no_hint(harness: Harness) -> None:
    view = await harness.play(ANN, Who.ME, rules=SMALL, secret=(0, 1, 2))
    await harness.guess(ANN, "345", view.id)

    async def refuse() -> None:
        raise SolverBusy

    harness.solver.before["advise"] = refuse
    with pytest.raises(SolverBusy):
        await harness.coach.start(again(ANN), question("345 0H0B"), 1, is_confirmed=True)
    assert not any(board.hinted for board in (await harness.stored(view.id)).boards)


async def test_a_correction_chosen_for_other_turns_changes_nothing(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)

    async def undo_meanwhile() -> None:
        await harness.coach.undo_turn(again(ANN))

    harness.solver.before["corrections"] = undo_meanwhile
    await harness.coach.apply_correction(again(ANN), 1)

    conversation = (await harness.coach.resume(again(ANN), 1)).conversation
    assert conversation.turns == parse_history(CONTRADICTORY, CLASSIC)[:3]


async def test_a_question_delivered_again_does_not_replace_what_was_said_since(harness: Harness) -> None:
    event = again(ANN)
    await harness.coach.start(event, question("012 0H1B"), 1)
    await harness.coach.give_feedback(again(ANN), "0H0B", guess="345")
    assert len((await harness.coach.start(event, question("012 0H1B"), 1)).conversation.turns) == 2


async def test_undoing_the_only_turn_delivered_again_is_no_error(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question("012 0H1B"), 1)
    event = again(ANN)
    for _ in range(2):
        assert not (await harness.coach.undo_turn(event)).conversation.turns


"""The first feedback should be 2H0B; the secret is then 1234."""


# Contradictory feedback


async def test_contradictory_feedback_is_explained_and_corrected(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)
    assert started.corrections
    assert started.advice is None
    assert started.conversation.suggested is None

    after = await harness.coach.apply_correction(again(ANN), 1)

    corrected = parse_history(CONTRADICTORY.replace("9238 0H2B", "9238 2H0B"), CLASSIC)
    assert after.conversation.turns == corrected
    assert after.advice is not None
    assert after.advice.candidates == (parse_code("1234", CLASSIC),)
    assert after.conversation.suggested == parse_code("1234", CLASSIC)
    assert (await harness.coach.resume(again(ANN), 1)).conversation.turns == corrected


async def test_every_correction_can_be_chosen_by_its_number_and_no_other_number(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)
    corrections = started.corrections or ()
    assert len(corrections) > 1
    for choice in (0, len(corrections) + 1):
        with pytest.raises(NoSuchCorrection) as refused:
            await harness.coach.apply_correction(again(ANN), choice)
        assert refused.value.corrections == len(corrections)
    after = await harness.coach.apply_correction(again(ANN), len(corrections))
    assert after.conversation.turns == corrections[-1].apply(started.conversation.turns)


async def test_a_correction_delivered_again_after_new_contradictory_feedback_changes_nothing(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)
    event = again(ANN)
    await harness.coach.apply_correction(event, 1)
    before = await harness.coach.give_feedback(again(ANN), "0H0B", "1234")
    assert before.corrections

    assert (await harness.coach.apply_correction(event, 1)).conversation.turns == before.conversation.turns
    assert (await harness.coach.apply_correction(again(ANN), 1)).conversation.turns != before.conversation.turns


async def test_corrections_are_listed_only_where_something_is_contradictory(harness: Harness) -> None:
    await harness.coach.start(again(ANN), NextGuessQuestion(CLASSIC, (), OPTIMAL), 1)
    with pytest.raises(NoCoachConversation):
        await harness.coach.show_corrections(again(ANN))
    assert (await harness.coach.show_corrections(again(ANN), step=3)).advice
    started = await harness.coach.start(
        again(ANN), NextGuessQuestion(CLASSIC, parse_history(CONTRADICTORY, CLASSIC), OPTIMAL), 1
    )
    assert (await harness.coach.show_corrections(again(ANN))).corrections == started.corrections


async def test_with_one_lie_allowed_one_wrong_feedback_is_no_contradiction(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC, lies=1), 1)

    assert started.advice is not None
    assert started.corrections is None
    assert parse_code("1234", CLASSIC) in started.advice.candidates
    assert not started.advice.guesses[0].exact


# Fair play and reviews


@pytest.mark.parametrize("rules", ["3x10", "3x10-eatbite"])
async def test_nobody_gets_advice_about_a_running_duel(match: Duelists, rules: str) -> None:
    asked = Rules.parse(rules)
    view = await match.start()
    for guess in ("345", "346"):
        for who in (ANN, BOB):
            await match.guess(who, guess, view.id)
    history = parse_history("345 0H0B", asked)
    with pytest.raises(HintsNotAllowed):
        await match.coach.start(again(ANN), NextGuessQuestion(asked, history, Strategy("optimal")), 1)
    with pytest.raises(HintsNotAllowed):
        await match.analysis.compare_with_best(again(ANN), "678", asked, history)


async def test_there_is_advice_about_yesterdays_daily_once_its_day_is_closed(harness: Harness) -> None:
    day = harness.clock.now.date()
    wrong = wrong_for(code_of(day))
    await harness.daily.guess(again(ANN), wrong, CLASSIC)
    asked = question(f"{wrong} 0H0B", CLASSIC)
    harness.clock.now = day_closing(day) - timedelta(minutes=1)
    with pytest.raises(HintsNotAllowed):
        await harness.coach.start(again(ANN), asked, 1)
    harness.clock.now = day_closing(day)
    assert (await harness.coach.start(again(ANN), asked, 1)).advice is not None


async def test_others_and_other_histories_get_advice_beside_a_duel(match: Duelists) -> None:
    await match.guess(ANN, "345", (await match.start()).id)
    for who, history in (
        (CAT, "345 0H0B"),
        (BOB, "345 0H0B"),
        (ANN, "345 0H1B"),
        (ANN, "345 0H0B, 678 0H1B"),
        (ANN, ""),
    ):
        found = await match.analysis.compare_with_best(again(who), "678", SMALL, parse_history(history, SMALL))
        assert found.check.guess.code == (6, 7, 8)


async def test_advice_about_ones_part_of_a_race_is_a_hint_until_the_part_is_over(harness: Harness) -> None:
    await harness.play(ANN, Who.RACE)
    for who in (ANN, BOB):
        await harness.guess(who, "4567")
    asked = question("4567 0H0B", CLASSIC)
    with pytest.raises(HintNeedsConfirmation):
        await harness.coach.start(again(ANN), asked, 1)
    await harness.give_up(ANN)
    assert (await harness.coach.start(again(ANN), asked, 1)).advice is not None


async def test_an_ended_duel_may_be_asked_about_and_reviewed_from_both_sides(match: Duelists) -> None:
    view = await match.start()
    for who, guess in ((ANN, "345"), (BOB, "345"), (ANN, "678"), (BOB, ANNS)):
        await match.guess(who, guess, view.id)
    for who, names in ((ANN, ["ann", "bob"]), (BOB, ["bob", "ann"]), (CAT, ["ann", "bob"])):
        found = await match.analysis.review(again(who), view.id)
        assert [board.name for board in found.boards] == names
    checked = await match.analysis.compare_with_best(again(ANN), "678", SMALL, parse_history("345 0H0B", SMALL))
    assert checked.check.guess.code == (6, 7, 8)


async def test_people_of_another_server_are_not_named_in_a_review(match: Duelists) -> None:
    view = await match.start()
    for who, guess in ((ANN, "345"), (BOB, "345"), (ANN, "678"), (BOB, ANNS)):
        await match.guess(who, guess, view.id)
    abroad = replace(ANN, room=RoomKey(ANN.room.platform, "abroad", "hall"))
    for game in (None, view.id):
        found = await match.analysis.review(again(abroad), game)
        assert (found.game, [board.name for board in found.boards]) == (view.id, ["ann", ""])


async def test_with_several_duels_and_no_ended_game_there_is_nothing_to_review(match: Duelists) -> None:
    for opponent in (BOB, CAT):
        await match.challenge(opponent)
    with pytest.raises(NothingToReview):
        await match.analysis.review(again(ANN), None)
