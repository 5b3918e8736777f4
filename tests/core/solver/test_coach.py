import random
from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import assume, given, settings, strategies as st

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.book import lookup_move, shipped_book
from core.solver.budget import TimeLimit
from core.solver.coach import Coach, suggest
from core.solver.search import Move, SearchResources
from core.solver.strategies import Strategy
from tests.core.solver.reference import (
    RulesAndTurns,
    histories,
    reference_candidates,
    reference_cells,
    reference_minimum_cost,
    turns_of,
)

FOUR = Rules.parse("4x10")
FIVE = Rules.parse("5x10")
SECRET = (9, 3, 0, 7)
TURNS = turns_of(FOUR, SECRET, (0, 1, 2, 3), (3, 4, 5, 0), (1, 6, 0, 5))


def opening_book(rules: Rules, turns: Sequence[Entry]) -> Move | None:
    """A book that knows only the opening."""
    return None if turns else Move(tuple(range(rules.positions)), 5.25, exact=True)


def without_time() -> SearchResources:
    """A time limit that is over immediately."""
    ticks = count()
    return SearchResources(time_limit=TimeLimit(0, lambda: float(next(ticks))))


@given(histories())
def test_candidates_and_cell_sizes_are_exact(game: RulesAndTurns) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    advice = suggest(rules, turns, Strategy("entropy"), 3)
    assert advice.candidate_count == len(candidates)
    for guess in advice.guesses:
        assert guess.cell_sizes == reference_cells(guess.code, candidates)
        assert guess.consistent is (guess.code in candidates)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["entropy", "first", pytest.param("most-parts", marks=pytest.mark.slow)])
def test_the_expected_number_is_that_of_playing_on(name: str) -> None:
    strategy = Strategy(name)
    total = sum(_guesses_needed(secret, TURNS, strategy) for secret in reference_candidates(FOUR, TURNS))
    advice = suggest(FOUR, TURNS, strategy)
    assert advice.guesses[0].exact
    assert advice.guesses[0].expected == pytest.approx(total / advice.candidate_count)


def _guesses_needed(secret: Code, turns: tuple[Turn, ...], strategy: Strategy) -> int:
    guess = suggest(FOUR, turns, strategy).guesses[0].code
    return 1 if guess == secret else 1 + _guesses_needed(secret, (*turns, *turns_of(FOUR, secret, guess)), strategy)


def test_no_alternative_has_a_lower_expected_number_than_the_optimal_guess() -> None:
    best, *others = suggest(FOUR, TURNS, top=5).guesses
    assert best.exact
    assert len({guess.code for guess in (best, *others)}) == 5
    assert all(other.expected >= best.expected for other in others)


def test_the_book_has_priority() -> None:
    advice = suggest(FOUR, (), resources=SearchResources(lookup=opening_book))
    assert advice.guesses[0].expected == 5.25
    assert advice.guesses[0].exact


def test_the_number_of_the_shipped_book_is_kept_where_candidates_are_sampled() -> None:
    book = shipped_book(FIVE)
    assert book is not None
    advice = suggest(FIVE, (), resources=SearchResources(lookup=lookup_move))
    assert advice.guesses[0].expected == pytest.approx(book.root.total / FIVE.code_count)
    assert (advice.guesses[0].exact, advice.sampled) == (book.optimal, not book.optimal)


def test_a_history_that_is_not_in_the_book_is_searched() -> None:
    advice = suggest(FOUR, TURNS, resources=SearchResources(lookup=opening_book))
    assert advice.guesses[0].exact
    assert advice.guesses[0].expected < 4


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["optimal", "entropy", "random", "second-table", "worst-cell"])
@pytest.mark.parametrize("notation", ["4x10", "8x10", pytest.param("7x10r", marks=pytest.mark.slow)])
def test_there_are_useful_suggestions_even_without_any_time(name: str, notation: str) -> None:
    rules = Rules.parse(notation)
    turns = turns_of(rules, tuple(reversed(range(rules.positions))), tuple(range(rules.positions)))
    advice = suggest(rules, turns, Strategy(name), 2, without_time())
    for guess in advice.guesses:
        assert sum(guess.cell_sizes.values()) == advice.candidate_count
        assert len(guess.cell_sizes) > 1
        assert not guess.exact


@pytest.mark.parametrize(("notation", "sampled"), [("4x10", False), ("6x10", True), ("8x10", True)])
def test_advice_says_whether_only_samples_were_compared(notation: str, sampled: bool) -> None:  # noqa: FBT001
    rules = Rules.parse(notation)
    turns = turns_of(rules, tuple(reversed(range(rules.positions))), tuple(range(rules.positions)))
    assert suggest(rules, turns, resources=SearchResources(work=1e7)).sampled is sampled


def test_advice_on_few_candidates_among_many_codes_is_not_exact() -> None:
    rules = Rules.parse("6x10")
    secret = (9, 3, 0, 7, 1, 2)
    turns = turns_of(rules, secret, (0, 1, 2, 3, 4, 5), (3, 0, 6, 7, 1, 8), (9, 2, 0, 6, 1, 3))
    advice = suggest(rules, turns, resources=SearchResources(work=1e8))
    assert 3 < advice.candidate_count < 100
    assert advice.sampled is not advice.guesses[0].exact


def test_each_score_has_its_unit() -> None:
    units = {
        name: suggest(FOUR, TURNS, Strategy(name)).guesses[0].unit for name in ("optimal", "entropy", "worst-cell")
    }
    assert units == {"optimal": "guesses", "entropy": "bits", "worst-cell": "codes"}


def test_a_strategy_without_a_score_has_none_in_its_suggestions() -> None:
    assert suggest(FOUR, TURNS, Strategy("first")).guesses[0].score is None


def test_the_worst_cell_score_is_the_size_of_the_largest_cell() -> None:
    guess = suggest(FOUR, TURNS, Strategy("worst-cell")).guesses[0]
    assert guess.score == max(guess.cell_sizes.values())


def test_random_strategies_use_the_given_rng() -> None:
    codes = {
        suggest(FOUR, TURNS, Strategy("random"), resources=SearchResources(rng=random.Random(seed))).guesses[0].code
        for seed in range(10)
    }
    assert len(codes) > 1


def test_any_guess_can_be_appraised() -> None:
    suggestion = Coach(FOUR, TURNS).appraise((0, 1, 2, 3))
    assert not suggestion.consistent
    assert suggestion.cell_sizes == reference_cells((0, 1, 2, 3), reference_candidates(FOUR, TURNS))
    assert suggestion.expected > suggest(FOUR, TURNS).guesses[0].expected


def test_a_contradictory_history_is_refused_with_the_number_of_the_turn() -> None:
    with pytest.raises(Contradiction) as caught:
        suggest(FOUR, [*TURNS, Turn((0, 1, 2, 3), Feedback(4, 0))])
    assert caught.value.number == len(TURNS) + 1


@pytest.mark.slow
@given(histories(), st.floats(1, 1e6))
@settings(max_examples=25)
def test_advice_within_an_amount_of_work_does_not_depend_on_the_time(game: RulesAndTurns, tick: float) -> None:
    rules, turns = game
    ticks = count(step=tick)
    limit = TimeLimit(1e12, lambda: float(next(ticks)))
    timed = suggest(rules, turns, top=3, resources=SearchResources(work=3e6, time_limit=limit))
    assert timed == suggest(rules, turns, top=3, resources=SearchResources(work=3e6))


@given(histories())
@settings(max_examples=25)
def test_exact_numbers_of_alternatives_are_the_minimum_after_each_guess(game: RulesAndTurns) -> None:
    rules, turns = game
    candidates = reference_candidates(rules, turns)
    assume(len(candidates) <= 10)
    for guess in suggest(rules, turns, top=4).guesses:
        cells: dict[Feedback, list[Code]] = {}
        for code in candidates:
            cells.setdefault(compute_feedback(code, guess.code), []).append(code)
        cells.pop(Feedback(rules.positions, 0), None)
        after = sum(reference_minimum_cost(rules, tuple(cell)) for cell in cells.values())
        assert guess.exact
        assert round(guess.expected * len(candidates)) == len(candidates) + after


def test_more_work_makes_estimates_exact() -> None:
    little, much = (suggest(FOUR, TURNS, top=3, resources=SearchResources(work=work)) for work in (1e5, 1e9))
    assert not little.guesses[0].exact
    assert all(guess.exact for guess in much.guesses)
    assert little.guesses[0].expected == pytest.approx(much.guesses[0].expected, abs=0.3)


def test_advice_is_ordered_by_the_expected_number() -> None:
    for work in (1e5, 3e6, 1e8):
        expected = [
            guess.expected for guess in suggest(FOUR, TURNS[:2], top=4, resources=SearchResources(work=work)).guesses
        ]
        assert expected == sorted(expected)


def test_without_a_time_limit_the_work_alone_ends_the_search() -> None:
    advice = suggest(FOUR, TURNS[:1], top=3, resources=SearchResources(work=0))
    assert len(advice.guesses) == 3
    assert not any(guess.exact for guess in advice.guesses)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["optimal", "entropy", "first"])
@pytest.mark.parametrize("notation", ["3x4r", "4x10", "6x10"])
def test_the_number_of_guesses_does_not_depend_on_the_time(name: str, notation: str) -> None:
    rules = Rules.parse(notation)
    secret = tuple(reversed(range(rules.positions)))
    for turns in ((), turns_of(rules, secret, tuple(range(rules.positions)))):
        timed, untimed = (
            suggest(rules, turns, Strategy(name), 4, resources)
            for resources in (without_time(), SearchResources(work=3e7))
        )
        assert len(timed.guesses) == len(untimed.guesses)


def test_alternatives_of_the_book_are_other_good_guesses() -> None:
    turns = turns_of(FOUR, SECRET, (0, 1, 2, 3))
    best, *others = suggest(FOUR, turns, top=3, resources=SearchResources(lookup_move, 1e8)).guesses
    assert len({guess.code for guess in (best, *others)}) == 3
    assert all(best.expected <= other.expected < best.expected + 0.1 for other in others)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("notation", "secret"),
    [("6x10", (9, 3, 0, 7, 1, 2)), ("6x10", (4, 7, 9, 0, 8, 1)), ("6x10r", (3, 3, 0, 7, 1, 0))],
)
def test_a_dozen_candidates_of_more_than_50_000_codes_are_solved_exactly(notation: str, secret: Code) -> None:
    rules = Rules.parse(notation)
    turns = turns_of(rules, secret, (0, 1, 2, 3, 4, 5), (3, 0, 6, 7, 1, 8), (9, 2, 0, 6, 1, 3))
    while (advice := suggest(rules, turns, resources=SearchResources(work=2e8))).candidate_count > 12:
        turns = (*turns, *turns_of(rules, secret, advice.guesses[0].code))
    assert (advice.guesses[0].exact, advice.sampled) == (True, False)
