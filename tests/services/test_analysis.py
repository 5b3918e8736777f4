"""What guesses are worth, hints and reviews."""

import pytest

from bot.services.coach import Question
from bot.services.errors import GameStillRunning, NoGameHere, NothingToReview
from core.game.errors import NotYourGame
from core.game.games import Who
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.strategies import Strategy
from tests.services.context import ANN, BOB, CallContext, again

SMALL = Rules.parse("3x10")
OPTIMAL = Strategy("optimal")


def question(history: str = "", rules: Rules = SMALL, lies: int = 0) -> Question:
    return Question(rules, parse_history(history, rules), OPTIMAL, lies)


async def test_a_guess_is_checked_in_the_conversation_or_after_a_history(context: CallContext) -> None:
    await context.coach.begin(again(ANN), question("012 0H1B"), 1)

    in_conversation = await context.analysis.check(again(ANN), "345", SMALL, None)
    told = await context.analysis.check(again(ANN), "345", SMALL, parse_history("012 0H1B", SMALL))

    assert in_conversation.check.candidates == told.check.candidates == 252
    assert in_conversation.check.loss == told.check.loss > 0
    assert not told.check.guess.consistent


async def test_a_hint_is_the_best_guess_and_marks_the_game(context: CallContext) -> None:
    await context.play(ANN, Who.ME, rules=SMALL, secret=(0, 1, 2))

    given = await context.analysis.hint(again(ANN), None)

    assert len(given.suggestion.code) == 3
    await context.guess(ANN, "012")
    record = await context.records.stats(again(ANN))
    assert record.assisted == 1
    assert not record.alone


async def test_only_who_may_guess_gets_a_hint(context: CallContext) -> None:
    view = await context.play(ANN, Who.ME)

    with pytest.raises(NotYourGame):
        await context.analysis.hint(again(BOB), view.id)
    with pytest.raises(NoGameHere):
        await context.analysis.hint(again(BOB), None)


async def test_a_game_is_reviewed_when_it_has_ended_and_not_before(context: CallContext) -> None:
    await context.play(ANN, rules=SMALL, secret=(0, 1, 2))
    await context.guess(ANN, "345")
    with pytest.raises(GameStillRunning):
        await context.analysis.review(again(ANN), None)
    await context.guess(ANN, "012")

    found = await context.analysis.review(again(ANN), None)

    assert [turn.turn.guess for turn in found.review.turns] == [(3, 4, 5), (0, 1, 2)]
    assert found.name == "ann"
    assert (await context.analysis.review(again(BOB), found.game)).review == found.review


async def test_a_game_nobody_guessed_in_has_nothing_to_review(context: CallContext) -> None:
    await context.play(ANN)
    await context.give_up(ANN)

    with pytest.raises(NothingToReview):
        await context.analysis.review(again(ANN), None)
