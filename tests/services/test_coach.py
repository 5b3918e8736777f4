"""Conversations with the coach, hints and reviews."""

import pytest

from bot.services.coach import Coach, Question
from bot.services.errors import NoConversation
from core.game.codes import parse_code
from core.game.errors import ImpossibleFeedback
from core.game.feedback import Feedback
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.strategies import Strategy
from tests.fakes.solver import InlineSolver
from tests.services.harness import ANN, BOB, Harness, again

SMALL = Rules.parse("3x10")
OPTIMAL = Strategy("optimal")


def question(history: str = "", rules: Rules = SMALL, lies: int = 0) -> Question:
    return Question(rules, parse_history(history, rules), OPTIMAL, lies)


async def test_a_game_elsewhere_is_played_by_answers_alone(harness: Harness) -> None:
    told = await harness.coach.begin(again(ANN), question(), 3)
    assert told.advice is not None
    first = told.conversation.suggested

    told = await harness.coach.give_feedback(again(ANN), "0H1B")

    assert told.conversation.turns == ((first, Feedback(0, 1), ""),)
    assert told.advice is not None
    assert told.advice.candidate_count == 252
    assert len(told.advice.guesses) == 3


async def test_a_conversation_goes_on_where_it_stopped(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question("012 0H1B"), 1)

    later = Coach(harness.memory.unit, harness.clock, InlineSolver())  # another process, another day
    told = await later.resume(again(ANN), 1)

    assert told.conversation.turns == parse_history("012 0H1B", SMALL)
    assert told.advice is not None


async def test_another_guess_than_the_advised_one_may_have_been_made(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question(), 1)

    told = await harness.coach.give_feedback(again(ANN), "0H0B", guess="987")

    assert told.conversation.turns[0].guess == (9, 8, 7)


async def test_the_last_answer_is_taken_back(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question("012 0H1B"), 1)

    told = await harness.coach.undo(again(ANN))

    assert told.conversation.turns == ()
    with pytest.raises(NoConversation):
        await harness.coach.undo(again(ANN))


async def test_a_stale_button_changes_nothing(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question(), 1)
    first = await harness.coach.give_feedback(again(ANN), "0H1B", step=0)

    second = await harness.coach.give_feedback(again(ANN), "0H1B", step=0)

    assert second.conversation.turns == first.conversation.turns


async def test_the_same_event_answers_once(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question(), 1)
    event = again(ANN)
    first = await harness.coach.give_feedback(event, "0H1B")

    second = await harness.coach.give_feedback(event, "0H1B")

    assert second.conversation.turns == first.conversation.turns


async def test_finding_the_code_ends_the_conversation(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question(), 1)

    told = await harness.coach.give_feedback(again(ANN), "3H0B")

    assert told.advice is None
    assert told.repairs is None
    with pytest.raises(NoConversation):
        await harness.coach.give_feedback(again(ANN), "0H0B")


async def test_an_impossible_answer_is_refused_and_not_kept(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question(), 1)

    with pytest.raises(ImpossibleFeedback):
        await harness.coach.give_feedback(again(ANN), "2H1B")
    assert (await harness.coach.resume(again(ANN), 1)).conversation.turns == ()


async def test_contradictory_answers_are_explained_and_repaired_by_choosing(harness: Harness) -> None:
    classic = Rules.parse("hitblow")
    history = "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"
    told = await harness.coach.begin(again(ANN), question(history, classic), 1)
    assert told.repairs
    assert told.advice is None

    told = await harness.coach.repair(again(ANN), 1)

    assert told.conversation.turns[0].feedback == Feedback(2, 0)
    assert told.advice is not None
    assert told.advice.candidates == (parse_code("1234", classic),)


async def test_with_one_lie_allowed_nothing_contradicts_itself_too_early(harness: Harness) -> None:
    classic = Rules.parse("hitblow")
    history = "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"

    told = await harness.coach.begin(again(ANN), question(history, classic, lies=1), 1)

    assert told.advice is not None
    assert parse_code("1234", classic) in told.advice.candidates
    assert not told.advice.guesses[0].exact


async def test_conversations_of_two_people_and_two_rooms_are_apart(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question("012 0H1B"), 1)

    assert not await harness.coach.has_conversation(again(BOB))
    with pytest.raises(NoConversation):
        await harness.coach.resume(again(BOB), 1)
