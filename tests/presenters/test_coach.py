"""What the coach says, as approved."""

from dataclasses import replace
from datetime import date
from functools import cache, partial

import pytest
from msgspec import structs

from bot.commands.parsing import parse_line
from bot.locales import LANGUAGES
from bot.locales.columns import width
from bot.model.errors import GameAndHintEffect, HintNeedsConfirmation
from bot.model.games import CoachConversation
from bot.model.rooms import RoomKey
from bot.presenters.coach import (
    advice_question,
    conversation_with_advice,
    guess_comparison,
    hint,
    hint_question,
    review,
    strategy_comparison,
)
from bot.presenters.versus import FIRST_CORRECTIONS
from bot.services.analysis import COMPARED_STRATEGIES, GuessComparison, Hint, ReviewedBoard, ReviewResult
from bot.services.coach import ConversationWithAdvice
from core.game.advice import HintEffect
from core.game.any_game import Who
from core.game.codes import Code, parse_code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.book import lookup_move
from core.solver.coach import Coach
from core.solver.mistakes import find_corrections
from core.solver.review import Review, ReviewedTurn, check_guess, review_game
from core.solver.search import SearchResources
from core.solver.strategies import Strategy
from tests.fakes.clock import NOON
from tests.support.games import Deal
from tests.support.snapshots import Snapshots, panels_of

MEANS = SearchResources(lookup=lookup_move)
OPTIMAL = Strategy("optimal")

ROOM = RoomKey("discord", "1", "2")


def consult(notation: str, history: str, lies: int = 0, top: int = 3) -> ConversationWithAdvice:
    """A conversation with this history."""
    rules = Rules.parse(notation)
    turns = parse_history(history, rules)

    def conversation(suggested: Code | None) -> CoachConversation:
        return CoachConversation("room", "ann", rules, "optimal", lies, turns, suggested, NOON)

    last = turns[-1] if turns else None
    if isinstance(last, Turn) and last.feedback.hits == rules.positions:
        return ConversationWithAdvice(conversation(None))
    try:
        advice = Coach(rules, turns, OPTIMAL, MEANS, lies=lies).advice(top)
    except Contradiction:
        return ConversationWithAdvice(conversation(None), corrections=find_corrections(rules, turns))
    return ConversationWithAdvice(conversation(advice.guesses[0].code), advice)


HISTORIES = {
    "begins": ("hitblow3", "", 0),
    "goes on": ("hitblow3", "012 0H1B", 0),
    "few left": ("hitblow3", "012 1H1B, 130 1H0B", 0),
    "one left": ("hitblow3", "012 1H1B, 031 0H1B, 152 1H1B", 0),
    "found": ("hitblow3", "012 1H1B, 021 3H0B", 0),
    "colours": ("4x6r-colors", "RRYY 2H0B, RGBP 1H1B", 0),
    "contradiction": ("hitblow", "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B", 0),
    "two wrong": ("hitblow3", "012 2H0B, 345 2H0B, 678 2H0B", 0),
    "beyond correction": ("hitblow", "0123 3H0B, 4567 3H0B, 8901 3H0B, 2345 3H0B", 0),
    "clues": ("numeron", "012 1E0B, highlow hhl, target 7 2, target 3 no, slash 6, shuffle, change 2 high", 0),
    "worth an item": ("numeron", "012 1E0B, slash 6", 0),
    "no longer worth an item": ("numeron", "012 2E0B, target 5 3", 0),
    "contradictory clue": ("numeron", "012 3E0B, slash 6", 0),
    "one lie": ("hitblow3", "012 0H1B, 345 0H1B", 1),
}
"""The rules, the history and the lies of conversations."""


@cache
def consulted(name: str) -> ConversationWithAdvice:
    return consult(*HISTORIES[name])


def test_conversations_look_as_approved(snapshots: Snapshots) -> None:
    shown = partial(conversation_with_advice, corrections=FIRST_CORRECTIONS, is_continued=False)
    views = {name: partial(shown, consulted(name)) for name in HISTORIES}
    continued = partial(
        conversation_with_advice, consulted("goes on"), corrections=FIRST_CORRECTIONS, is_continued=True
    )
    snapshots.check_views("coach", {**views, "a conversation that goes on": continued})


@pytest.mark.parametrize("name", HISTORIES)
def test_every_feedback_that_is_still_possible_can_be_chosen_and_no_other(name: str) -> None:
    found = consulted(name)
    offered = [
        button.options["feedback"]
        for button in conversation_with_advice(found, LANGUAGES["en"], FIRST_CORRECTIONS, is_continued=False).buttons
        if "feedback" in button.options
    ]

    sizes = found.advice.guesses[0].cell_sizes if found.advice else {}
    assert sorted(offered) == sorted(format_feedback(feedback, found.conversation.rules) for feedback in sizes)


def test_checks_look_as_approved(snapshots: Snapshots) -> None:
    rules = Rules.parse("hitblow3")
    turns, guesses = parse_history("012 0H1B", rules), {"good": "134", "poor": "012", "impossible": "345"}
    found = {
        name: GuessComparison(rules, check_guess(rules, turns, parse_code(guess, rules), MEANS))
        for name, guess in guesses.items()
    }
    certain = parse_history("012 0H0B, 345 3H0B", rules)
    found |= {
        name: GuessComparison(rules, check_guess(rules, certain, parse_code(guess, rules), MEANS))
        for name, guess in {"certain": "345", "missed": "012"}.items()
    }
    snapshots.check_views("checks", {name: partial(guess_comparison, result) for name, result in found.items()})


def reviewed(history: str, by: str | None = "安", *, is_bot: bool = False) -> ReviewedBoard:
    rules = Rules.parse("hitblow3")
    found = review_game(rules, parse_history(history, rules), partial(check_guess, resources=MEANS))
    return ReviewedBoard(by, found, is_bot=is_bot)


def test_reviews_look_as_approved(snapshots: Snapshots) -> None:
    lucky = reviewed("012 0H1B, 134 1H0B, 185 3H0B")
    reviews = {
        "lucky": [lucky],
        "costly": [reviewed("012 0H1B, 012 0H1B, 134 1H1B")],
        "first guess": [reviewed("012 3H0B")],
        "of everybody": [reviewed("012 0H1B, 345 0H1B", by=None)],
        "of a duel": [lucky, reviewed("012 0H1B, 345 0H1B", by=None, is_bot=True)],
    }
    rules = Rules.parse("hitblow3")
    found = {name: ReviewResult("k3qz7", rules, boards) for name, boards in reviews.items()}
    found["of a daily"] = ReviewResult("2026-11-21 3x10", rules, [lucky], date(2026, 11, 21))
    found["of somebody in another server"] = ReviewResult("k3qz7", rules, [reviewed("012 0H1B", by="")])
    mine = structs.replace(found["lucky"], is_shareable=True, average=4.5)
    elsewhere = {
        "shareable": partial(review, mine, room=ROOM),
        "in a direct message": partial(review, mine, room=RoomKey("discord", "direct:1", "2")),
        "shared": partial(review, mine, room=ROOM, is_shared=True),
    }
    views = {name: partial(review, result, room=ROOM) for name, result in found.items()}
    snapshots.check_views("reviews", {**views, **elsewhere})


@pytest.mark.parametrize("notation", ["4x10", "8x10-letters", "6x9-colors", "10x10-eatbite"])
def test_the_marks_of_a_review_stand_below_one_another(notation: str) -> None:
    rules = Rules.parse(notation)
    code = tuple(range(rules.positions))
    marks = (
        ReviewedTurn(Turn(code[::-1], Feedback(0, 1)), 5040, 100, 5, 38, None),
        ReviewedTurn(Turn(code, Feedback(rules.positions, 0)), 100, 1, 100, 7, None),
    )
    found = ReviewResult("k3qz7", rules, [ReviewedBoard("Ann", Review(marks, 52, 22), is_bot=False)])
    lines = panels_of(review(found, LANGUAGES["en"], ROOM))
    without_luck = [line.rsplit(maxsplit=1)[0].rstrip() for line in lines]
    assert len(lines) == 3
    assert len(set(map(width, lines))) == len(set(map(width, without_luck))) == 1


@pytest.mark.parametrize(("notation", "left"), [("2x3", 6), ("4x10", 5040), ("10x10-eatbite", 5040)])
def test_the_numbers_of_turns_in_a_review_are_aligned_at_their_end(notation: str, left: int) -> None:
    rules = Rules.parse(notation)
    one = ReviewedTurn(Turn(tuple(range(rules.positions)), Feedback(0, 1)), left, left - 1, 5, 38, None)
    found = ReviewResult("k3qz7", rules, [ReviewedBoard("Ann", Review((one,) * 10, 52, 22), is_bot=False)])
    lines = panels_of(review(found, LANGUAGES["en"], ROOM))
    assert [line[:2] for line in lines[-10:]] == [f"{number:>2}" for number in range(1, 11)]


def test_a_hint_looks_as_approved(snapshots: Snapshots) -> None:
    view = Deal("hitblow3", "985").guesses("Ann 012").view()
    best = Coach(view.game.rules, view.game.boards[0].turns, OPTIMAL, MEANS).advice().guesses[0]
    certain_miss = replace(best, consistent=False)
    hints = {"possible": Hint(view, best), "not possible": Hint(view, certain_miss)}
    snapshots.check_views("hints", {name: partial(hint, found) for name, found in hints.items()})


def test_questions_before_hints_look_as_approved(snapshots: Snapshots) -> None:
    shown = {
        "unsolved": Deal("hitblow3", "985", who=Who.ME),
        "last place": Deal("hitblow3", "985", who=Who.RACE),
        "nothing": Deal("hitblow3", "985"),
    }
    questions = {name: partial(hint_question, deal.guesses("Ann 012").view()) for name, deal in shown.items()}
    effects = (HintEffect.UNSOLVED, HintEffect.LAST_PLACE, HintEffect.LOST)
    unconfirmed = HintNeedsConfirmation(
        tuple(GameAndHintEffect(f"k{number}", effect) for number, effect in enumerate(effects, 1))
    )
    for line in ("suggest 012 0H1B top:5", "check 345", "check 345 history:012 0H1B"):
        invocation = parse_line(line)
        assert invocation is not None
        questions[line] = partial(advice_question, unconfirmed, invocation)
    snapshots.check_views("hint_questions", questions)


def test_every_strategy_is_explained_with_an_example(snapshots: Snapshots) -> None:
    rules = Rules.parse("hitblow3")
    turns = parse_history("012 0H1B", rules)
    examples = [Coach(rules, turns, Strategy(name), MEANS).advice() for name in COMPARED_STRATEGIES]
    snapshots.check_views("strategies", {"strategies": partial(strategy_comparison, examples)})
