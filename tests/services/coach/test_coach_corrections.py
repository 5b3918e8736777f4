"""Contradictory feedback in conversations with the coach."""

import pytest

from bot.model.errors import NoConversation, NoSuchCorrection
from bot.services.coach import Question
from core.game.codes import parse_code
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.strategies import Strategy
from tests.services.harness import ANN, Harness, again

SMALL = Rules.parse("3x10")

CLASSIC = Rules.parse("hitblow")

OPTIMAL = Strategy("optimal")

CONTRADICTORY = "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"
"""The first feedback should be 2H0B; the secret is then 1234."""


def question(history: str = "", rules: Rules = SMALL, lies: int = 0, strategy: Strategy = OPTIMAL) -> Question:
    return Question(rules, parse_history(history, rules), strategy, lies)


# Contradictory feedback


async def test_contradictory_feedback_is_explained_and_corrected(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)
    assert started.corrections
    assert started.advice is None
    assert started.conversation.suggested is None

    after = await harness.coach.correct(again(ANN), 1)

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
            await harness.coach.correct(again(ANN), choice)
        assert refused.value.corrections == len(corrections)
    after = await harness.coach.correct(again(ANN), len(corrections))
    changed = {change.number: change.feedback for change in corrections[-1].changes}
    for number, turn in enumerate(after.conversation.turns, 1):
        assert turn.feedback == changed.get(number, started.conversation.turns[number - 1].feedback)


async def test_a_correction_delivered_again_after_new_contradictory_feedback_changes_nothing(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)
    event = again(ANN)
    await harness.coach.correct(event, 1)
    before = await harness.coach.give_feedback(again(ANN), "0H0B", "1234")
    assert before.corrections

    assert (await harness.coach.correct(event, 1)).conversation.turns == before.conversation.turns
    assert (await harness.coach.correct(again(ANN), 1)).conversation.turns != before.conversation.turns


async def test_a_correction_by_a_stale_button_changes_nothing(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC), 1)
    after = await harness.coach.correct(again(ANN), 1, step=3)
    assert after.conversation.turns == started.conversation.turns
    after = await harness.coach.correct(again(ANN), 1, step=4)
    assert after.conversation.turns != started.conversation.turns


async def test_corrections_are_listed_only_where_something_is_contradictory(harness: Harness) -> None:
    await harness.coach.start(again(ANN), Question(CLASSIC, (), OPTIMAL), 1)
    with pytest.raises(NoConversation) as refused:
        await harness.coach.contradictory(again(ANN))
    assert refused.value.started
    assert (await harness.coach.contradictory(again(ANN), step=3)).advice
    started = await harness.coach.start(
        again(ANN), Question(CLASSIC, parse_history(CONTRADICTORY, CLASSIC), OPTIMAL), 1
    )
    assert (await harness.coach.contradictory(again(ANN))).corrections == started.corrections


async def test_a_correction_where_nothing_is_contradictory_is_refused(harness: Harness) -> None:
    await harness.coach.start(again(ANN), question("012 0H1B"), 1)
    with pytest.raises(NoConversation) as refused:
        await harness.coach.correct(again(ANN), 1)
    assert refused.value.started


async def test_with_one_lie_allowed_one_wrong_feedback_is_no_contradiction(harness: Harness) -> None:
    started = await harness.coach.start(again(ANN), question(CONTRADICTORY, CLASSIC, lies=1), 1)

    assert started.advice is not None
    assert started.corrections is None
    assert parse_code("1234", CLASSIC) in started.advice.candidates
    assert not started.advice.guesses[0].exact
