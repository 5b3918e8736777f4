"""What the coach says, as approved."""

from dataclasses import replace
from functools import partial

import pytest

from bot.locales import LANGUAGES, Words
from bot.locales.columns import width
from bot.model.games import Conversation
from bot.presenters.coach import candidates_left, check, consultation, hint, review
from bot.presenters.help import strategies
from bot.presenters.views import View
from bot.services.analysis import COMPARED_STRATEGIES, CheckResult, Hint, ReviewedBoard, ReviewResult
from bot.services.coach import Consultation
from core.game.codes import Code, parse_code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.book import lookup
from core.solver.coach import Coach
from core.solver.mistakes import find_corrections
from core.solver.review import Review, ReviewedTurn, check_guess, review_game
from core.solver.search import SearchResources
from core.solver.strategies import Strategy
from tests.fakes.clock import NOON
from tests.support.games import Deal
from tests.support.snapshots import Snapshots, panels_of

MEANS = SearchResources(lookup=lookup)
OPTIMAL = Strategy("optimal")


def consult(notation: str, history: str, lies: int = 0, top: int = 3) -> Consultation:
    """A conversation with this history."""
    rules = Rules.parse(notation)
    turns = parse_history(history, rules)

    def conversation(suggested: Code | None) -> Conversation:
        return Conversation("room", "ann", rules, "optimal", lies, turns, suggested, NOON)

    if turns and turns[-1].feedback.hits == rules.positions:
        return Consultation(conversation(None))
    try:
        advice = Coach(rules, turns, OPTIMAL, MEANS, lies=lies).advice(top)
    except Contradiction:
        return Consultation(conversation(None), corrections=find_corrections(rules, turns))
    return Consultation(conversation(advice.guesses[0].code), advice)


CONVERSATIONS = {
    "coach_begins": consult("hitblow3", ""),
    "coach_goes_on": consult("hitblow3", "012 0H1B"),
    "coach_few_left": consult("hitblow3", "012 1H1B, 130 1H0B"),
    "coach_one_left": consult("hitblow3", "012 1H1B, 031 0H1B, 152 1H1B"),
    "coach_found": consult("hitblow3", "012 1H1B, 021 3H0B"),
    "coach_colours": consult("4x6r-colors", "RRYY 2H0B, RGBP 1H1B"),
    "coach_contradiction": consult("hitblow", "9238 0H2B, 1792 1H1B, 2763 0H2B, 1324 2H2B"),
    "coach_two_wrong": consult("hitblow3", "012 2H0B, 345 2H0B, 678 2H0B"),
    "coach_beyond_correction": consult("hitblow", "0123 3H0B, 4567 3H0B, 8901 3H0B, 2345 3H0B"),
    "coach_one_lie": consult("hitblow3", "012 0H1B, 345 0H1B", lies=1),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_conversation_looks_as_approved(name: str, snapshots: Snapshots) -> None:
    snapshots.check_view(name, lambda words: consultation(CONVERSATIONS[name], words))


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_every_feedback_that_is_still_possible_can_be_chosen_and_no_other(name: str) -> None:
    found = CONVERSATIONS[name]
    offered = [
        button.options["feedback"]
        for button in consultation(found, LANGUAGES["en"]).buttons
        if button.command == "answer"
    ]

    sizes = found.advice.guesses[0].cell_sizes if found.advice else {}
    assert sorted(offered) == sorted(format_feedback(feedback, found.conversation.rules) for feedback in sizes)


def test_buttons_hold_the_number_of_turns_of_the_conversation() -> None:
    view = consultation(CONVERSATIONS["coach_goes_on"], LANGUAGES["en"])

    assert {button.step for button in view.buttons if button.command in {"answer", "undo"}} == {1}


@pytest.mark.parametrize(("name", "guess"), [("check_good", "134"), ("check_poor", "012"), ("check_impossible", "345")])
def test_a_check_looks_as_approved(name: str, guess: str, snapshots: Snapshots) -> None:
    rules = Rules.parse("hitblow3")
    found = CheckResult(rules, check_guess(rules, parse_history("012 0H1B", rules), parse_code(guess, rules), MEANS))

    snapshots.check_view(name, lambda words: check(found, words))


@pytest.mark.parametrize("name", ["review_lucky", "review_costly", "review_first_guess", "review_of_everybody"])
def test_a_review_looks_as_approved(name: str, snapshots: Snapshots) -> None:
    rules = Rules.parse("hitblow3")
    history = {
        "review_lucky": "012 0H1B, 134 1H0B, 185 3H0B",
        "review_costly": "012 0H1B, 012 0H1B, 134 1H1B",
        "review_first_guess": "012 3H0B",
        "review_of_everybody": "012 0H1B, 345 0H1B",
    }[name]
    found = review_game(rules, parse_history(history, rules), partial(check_guess, resources=MEANS))
    by = None if name == "review_of_everybody" else "安"

    snapshots.check_view(name, lambda words: review(ReviewResult("k3qz7", rules, [ReviewedBoard(by, found)]), words))


@pytest.mark.parametrize("notation", ["4x10", "8x10-letters", "6x9-colors", "10x10-eatbite"])
def test_the_marks_of_a_review_stand_below_one_another(notation: str) -> None:
    rules = Rules.parse(notation)
    code = tuple(range(rules.positions))
    marks = (
        ReviewedTurn(Turn(code[::-1], Feedback(0, 1)), 5040, 100, 5, 38, None),
        ReviewedTurn(Turn(code, Feedback(rules.positions, 0)), 100, 1, 100, 7, None),
    )
    found = ReviewResult("k3qz7", rules, [ReviewedBoard("Ann", Review(marks, 52, 22))])
    lines = panels_of(review(found, LANGUAGES["en"]))
    without_luck = [line.rsplit(maxsplit=1)[0].rstrip() for line in lines]
    assert len(lines) == 3
    assert len(set(map(width, lines))) == len(set(map(width, without_luck))) == 1


def test_a_review_of_a_duel_shows_both_sides(snapshots: Snapshots) -> None:
    rules = Rules.parse("hitblow3")
    own, other = (
        review_game(rules, parse_history(history, rules), partial(check_guess, resources=MEANS))
        for history in ("012 0H1B, 134 1H0B, 185 3H0B", "012 0H1B, 345 0H1B")
    )
    boards = [ReviewedBoard("安", own), ReviewedBoard(None, other, is_bot=True)]
    snapshots.check_view("review_of_a_duel", lambda words: review(ReviewResult("k3qz7", rules, boards), words))


def test_a_hint_looks_as_approved(snapshots: Snapshots) -> None:
    view = Deal("hitblow3", "985").guesses("Ann 012").view()
    best = Coach(view.game.rules, view.game.boards[0].turns, OPTIMAL, MEANS).advice().guesses[0]

    snapshots.check_view("hint", lambda words: hint(Hint(view, best), words))
    certain_miss = replace(best, consistent=False)
    snapshots.check_view("hint_not_possible", lambda words: hint(Hint(view, certain_miss), words))


def test_every_strategy_is_explained_with_an_example(snapshots: Snapshots) -> None:
    rules = Rules.parse("hitblow3")
    turns = parse_history("012 0H1B", rules)
    examples = [Coach(rules, turns, Strategy(name), MEANS).advice() for name in COMPARED_STRATEGIES]

    def screen(words: Words) -> View:
        return strategies(examples, words)

    snapshots.check_view("strategies", screen)


def test_the_winning_cell_leaves_no_candidates() -> None:
    rules = Rules.parse("hitblow3")
    sizes = {Feedback(0, 0): 3, Feedback(1, 0): 1, Feedback(3, 0): 1}

    assert candidates_left(sizes, rules) == (1, 3, 2.0)
