import random
from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import given, settings

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.coach import Coach, suggest
from core.solver.deadline import TimeLimit
from core.solver.search import Move, SearchResources
from core.solver.strategies import Strategy
from tests.core.solver.solving import Played, games, plain_candidates, plain_cells, turns_of

FOUR = Rules.parse("4x10")
SECRET = (9, 3, 0, 7)
TURNS = turns_of(FOUR, SECRET, (0, 1, 2, 3), (3, 4, 5, 0), (1, 6, 0, 5))


def one_page_book(rules: Rules, turns: Sequence[Turn]) -> Move | None:
    """Knows the opening only."""
    return None if turns else Move(tuple(range(rules.positions)), 5.25, exact=True)


def impatient() -> SearchResources:
    """A limit that is over as soon as anybody asks."""
    ticks = count()
    return SearchResources(time_limit=TimeLimit(0, lambda: float(next(ticks))))


@given(games())
@settings(deadline=None, max_examples=40)
def test_candidates_and_what_is_left_of_them_are_counted(game: Played) -> None:
    rules, turns = game
    candidates = plain_candidates(rules, turns)
    advice = suggest(rules, turns, Strategy("entropy"), 3)
    assert advice.candidate_count == len(candidates)
    for guess in advice.guesses:
        assert guess.cell_sizes == plain_cells(guess.code, candidates)
        assert guess.consistent is (guess.code in candidates)


@pytest.mark.parametrize("name", ["entropy", "first", "most-parts"])
def test_what_is_expected_is_what_playing_on_needs(name: str) -> None:
    strategy = Strategy(name)
    total = sum(_guesses_needed(secret, TURNS, strategy) for secret in plain_candidates(FOUR, TURNS))
    advice = suggest(FOUR, TURNS, strategy)
    assert advice.guesses[0].exact
    assert advice.guesses[0].expected == pytest.approx(total / advice.candidate_count)


def _guesses_needed(secret: Code, turns: tuple[Turn, ...], strategy: Strategy) -> int:
    guess = suggest(FOUR, turns, strategy).guesses[0].code
    return 1 if guess == secret else 1 + _guesses_needed(secret, (*turns, *turns_of(FOUR, secret, guess)), strategy)


def test_no_alternative_is_said_to_be_better_than_the_optimal_guess() -> None:
    best, *others = suggest(FOUR, TURNS, top=5).guesses
    assert best.exact
    assert len({guess.code for guess in (best, *others)}) == 5
    assert all(other.expected >= best.expected for other in others)


def test_the_book_is_asked_first() -> None:
    advice = suggest(FOUR, (), resources=SearchResources(lookup=one_page_book))
    assert advice.guesses[0].expected == 5.25
    assert advice.guesses[0].exact


def test_where_the_book_ends_search_goes_on() -> None:
    advice = suggest(FOUR, TURNS, resources=SearchResources(lookup=one_page_book))
    assert advice.guesses[0].exact
    assert advice.guesses[0].expected < 4


@pytest.mark.parametrize("name", ["optimal", "entropy", "random", "second-table", "worst-cell"])
@pytest.mark.parametrize("notation", ["4x10", "8x10", "7x10r"])
def test_without_time_there_is_still_a_sound_suggestion(name: str, notation: str) -> None:
    rules = Rules.parse(notation)
    secret = tuple(reversed(range(rules.positions)))
    turns = turns_of(rules, secret, tuple(range(rules.positions)))
    advice = suggest(rules, turns, Strategy(name), 2, impatient())
    for guess in advice.guesses:
        assert sum(guess.cell_sizes.values()) == advice.candidate_count
        assert len(guess.cell_sizes) > 1
        assert not guess.exact


def test_scores_come_in_their_unit() -> None:
    units = {
        name: suggest(FOUR, TURNS, Strategy(name)).guesses[0].unit for name in ("optimal", "entropy", "worst-cell")
    }
    assert units == {"optimal": "guesses", "entropy": "bits", "worst-cell": "codes"}


def test_a_strategy_without_a_score_shows_none() -> None:
    assert suggest(FOUR, TURNS, Strategy("first")).guesses[0].score is None


def test_the_score_of_a_worst_cell_is_the_most_that_can_be_left() -> None:
    guess = suggest(FOUR, TURNS, Strategy("worst-cell")).guesses[0]
    assert guess.score == max(guess.cell_sizes.values())


def test_chance_comes_from_outside() -> None:
    codes = {
        suggest(FOUR, TURNS, Strategy("random"), resources=SearchResources(rng=random.Random(seed))).guesses[0].code
        for seed in range(10)
    }
    assert len(codes) > 1


def test_any_guess_can_be_appraised() -> None:
    worth = Coach(FOUR, TURNS).appraise((0, 1, 2, 3))
    assert not worth.consistent
    assert worth.cell_sizes == plain_cells((0, 1, 2, 3), plain_candidates(FOUR, TURNS))
    assert worth.expected > suggest(FOUR, TURNS).guesses[0].expected


def test_a_contradictory_history_is_refused_by_its_turn() -> None:
    with pytest.raises(Contradiction) as caught:
        suggest(FOUR, [*TURNS, Turn((0, 1, 2, 3), Feedback(4, 0))])
    assert caught.value.number == len(TURNS) + 1
