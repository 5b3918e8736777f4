"""What guesses are worth, hints and reviews."""

import pytest

from bot.services.coach import Question
from bot.services.errors import GameStillRunning, NoGameHere, NothingToReview
from core.game.errors import NotYourGame
from core.game.games import Who
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.strategies import Strategy
from tests.services.harness import ANN, BOB, Harness, again

SMALL = Rules.parse("3x10")
OPTIMAL = Strategy("optimal")


def question(history: str = "", rules: Rules = SMALL, lies: int = 0) -> Question:
    return Question(rules, parse_history(history, rules), OPTIMAL, lies)


async def test_a_guess_is_checked_in_the_conversation_or_after_a_history(harness: Harness) -> None:
    await harness.coach.begin(again(ANN), question("012 0H1B"), 1)

    in_conversation = await harness.analysis.check(again(ANN), "345", SMALL, None)
    told = await harness.analysis.check(again(ANN), "345", SMALL, parse_history("012 0H1B", SMALL))

    assert in_conversation.check.candidate_count == told.check.candidate_count == 252
    assert in_conversation.check.loss == told.check.loss > 0
    assert not told.check.guess.consistent


async def test_a_hint_is_the_best_guess_and_marks_the_game(harness: Harness) -> None:
    await harness.play(ANN, Who.ME, rules=SMALL, secret=(0, 1, 2))

    given = await harness.analysis.hint(again(ANN), None)

    assert len(given.suggestion.code) == 3
    await harness.guess(ANN, "012")
    record = await harness.records.stats(again(ANN))
    assert record.assisted == 1
    assert not record.alone


async def test_only_who_may_guess_gets_a_hint(harness: Harness) -> None:
    view = await harness.play(ANN, Who.ME)

    with pytest.raises(NotYourGame):
        await harness.analysis.hint(again(BOB), view.id)
    with pytest.raises(NoGameHere):
        await harness.analysis.hint(again(BOB), None)


async def test_a_game_is_reviewed_when_it_has_ended_and_not_before(harness: Harness) -> None:
    await harness.play(ANN, rules=SMALL, secret=(0, 1, 2))
    await harness.guess(ANN, "345")
    with pytest.raises(GameStillRunning):
        await harness.analysis.review(again(ANN), None)
    await harness.guess(ANN, "012")

    found = await harness.analysis.review(again(ANN), None)

    assert [turn.turn.guess for turn in found.review.turns] == [(3, 4, 5), (0, 1, 2)]
    assert found.name == "ann"
    assert (await harness.analysis.review(again(BOB), found.game)).review == found.review


async def test_a_game_nobody_guessed_in_has_nothing_to_review(harness: Harness) -> None:
    await harness.play(ANN)
    await harness.give_up(ANN)

    with pytest.raises(NothingToReview):
        await harness.analysis.review(again(ANN), None)
