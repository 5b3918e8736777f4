"""The search for books, compared with trying every guess and with a plain search; and the feedback table."""

import random
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, islice
from pathlib import Path

import numpy as np
import pytest

from bot.books.search import NO_CUTOFF, Candidates, FeedbackTable, Search, SearchOptions, State
from core.game.feedback import compute_feedback, possible_feedbacks
from core.game.rules import Rules
from core.solver.bounds import ideal_levels
from core.solver.strategies import TOTALS


def brute_force_cost(table: FeedbackTable, options: SearchOptions, candidates: Candidates, turn: int) -> int:
    guess_costs = options.cost_of_each_guess(len(table.codes))

    @cache
    def lowest(candidates: Candidates, turn: int) -> int:
        guess_cost = guess_costs[min(turn, len(guess_costs)) - 1]
        if len(candidates) == 1:
            return guess_cost
        costs = []
        for guess in range(len(table.codes)):
            cells = table.unsolved_cells(guess, candidates)
            if len(candidates) not in map(len, cells.values()):
                after = sum(lowest(tuple(cell), min(turn + 1, len(guess_costs))) for cell in cells.values())
                costs.append(guess_cost * len(candidates) + after)
        return min(costs)

    return lowest(candidates, turn)


@pytest.mark.parametrize("notation", ["2x4", "2x3r", "3x4", "2x5"])
@pytest.mark.parametrize(
    "options",
    [
        SearchOptions(),
        SearchOptions(max_guesses=4),
        SearchOptions(max_guesses=4, fewest_worst=True),
        SearchOptions(max_guesses=4, fewest_longest=True),
        SearchOptions(max_guesses=4, only_worst=True),
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))])
def test_the_lowest_cost_is_that_of_brute_force(notation: str, options: SearchOptions, seed: int) -> None:
    table, rng = FeedbackTable(Rules.parse(notation)), random.Random(seed)
    candidates = tuple(sorted(rng.sample(range(len(table.codes)), 7)))
    cost = Search(table, options).lowest_cost(State(candidates, 2))
    assert cost == brute_force_cost(table, options, candidates, 2)


@pytest.mark.slow
def test_a_guess_that_tells_all_candidates_apart_is_found() -> None:
    table = FeedbackTable(Rules.parse("5x5r"))
    search, rng = Search(table, SearchOptions()), random.Random(1)
    for _ in range(300):
        cell = max(table.unsolved_cells(rng.randrange(3125), tuple(range(3125))).values(), key=len)
        candidates = tuple(sorted(rng.sample(cell, rng.randrange(5, 11))))
        tells_apart = (np.diff(np.sort(table.feedback[:, candidates])) > 0).all(axis=1).any()
        assert (search.lowest_cost(State(candidates, 2)) <= 2 * len(candidates)) == tells_apart


def test_a_cost_that_is_not_below_the_cutoff_is_not_found() -> None:
    table, state = FeedbackTable(Rules.parse("3x6")), State(tuple(range(0, 120, 4)), 2)
    cost = Search(table, SearchOptions()).lowest_cost(state)
    assert Search(table, SearchOptions()).lowest_cost(state, cost + 1) == cost
    assert Search(table, SearchOptions()).lowest_cost(state, cost) >= cost


def largest_cell(table: FeedbackTable, opening: int) -> Candidates:
    return max(table.unsolved_cells(opening, tuple(range(len(table.codes)))).values(), key=len)


def test_removing_equivalent_guesses_does_not_change_the_cost() -> None:
    table = FeedbackTable(Rules.parse("3x7"))
    opening = table.number[(0, 1, 2)]
    candidates = largest_cell(table, opening)
    assert len(candidates) > 64
    reduced, full = Search(table, SearchOptions()), Search(table, SearchOptions())
    assert reduced.lowest_cost(State(candidates, 2, (opening,))) == full.lowest_cost(State(candidates, 2))
    ranked = reduced.rank_guesses(State(candidates, 2, (opening,)), NO_CUTOFF)
    assert len(ranked) < len(full.rank_guesses(State(candidates, 2), NO_CUTOFF))


def test_the_tree_has_the_cost_also_if_nearly_everything_is_forgotten() -> None:
    table = FeedbackTable(Rules.parse("3x7"))
    state = State(largest_cell(table, table.number[(0, 1, 2)]), 2)
    search = Search(table, SearchOptions(), memory=8)
    cost, tree = search.lowest_cost(state), search.tree_if_needed(state)
    assert tree is not None
    assert tree.total == cost == Search(table, SearchOptions(seed=1)).lowest_cost(state)


@pytest.mark.parametrize("notation", ["3x6", "3x5r", "4x3r"])
def test_no_set_costs_less_than_the_bound_of_its_size(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    search, rng = Search(table, SearchOptions()), random.Random(1)
    for size in range(1, 30, 3):
        candidates = tuple(sorted(rng.sample(range(len(table.codes)), size)))
        assert search.lowest_cost(State(candidates, 2)) >= search.lower_bound_for_size(size, 2)


def test_the_bound_of_a_guess_rises_with_what_is_looked_at() -> None:
    table = FeedbackTable(Rules.parse("3x6"))
    search, state = Search(table, SearchOptions()), State(largest_cell(table, 0), 2)
    first, second = (dict(search.rank_guesses(state, NO_CUTOFF, stage)) for stage in (0, 1))
    assert any(second[guess] > first[guess] for guess in first)
    for guess, bound in second.items():
        assert first[guess] <= bound <= search.lowest_cost_after(guess, state)


def slow_bound(table: FeedbackTable, costs: list[int], most: list[int], cells: dict[int, Candidates]) -> int:
    """The cost of the cells of a guess if each is divided as well as possible.

    Args:
        table: the feedback table.
        costs: the costs of the following guesses.
        most: for each feedback, the largest number of cells of any next guess.
        cells: the cells by feedback.
    """
    bound = 0
    for feedback, cell in cells.items():
        left = len(cell)
        capacities = (1, most[feedback], sum(sorted(most)[-most[feedback] :]))
        for capacity, cost in ideal_levels(costs, table.win, capacities):
            bound += cost * min(capacity, left)
            left -= min(capacity, left)
    return bound


@pytest.mark.parametrize("options", [SearchOptions(), SearchOptions(max_guesses=5, fewest_longest=True)], ids=str)
@pytest.mark.parametrize("size", [5, 60, 300])
def test_bounds_are_those_of_a_slow_computation(options: SearchOptions, size: int) -> None:
    table = FeedbackTable(Rules.parse("3x7r"))
    candidates = tuple(sorted(random.Random(size).sample(range(len(table.codes)), size)))
    search = Search(table, options)
    counts = [table.most_cells_of_next_guess(opening).tolist() for opening in search.openings()]
    most = [max(1, *each) for each in zip(*counts, strict=True)]
    guess_cost, *costs = islice(options.cost_of_each_guess_from_turn(2, len(table.codes)), 10)
    for guess, bound in search.rank_guesses(State(candidates, 2), NO_CUTOFF, stage=0)[::20]:
        assert bound == guess_cost * size + slow_bound(table, costs, most, table.unsolved_cells(guess, candidates))


@pytest.mark.parametrize("notation", ["3x6", "3x5r"])
def test_no_state_costs_less_than_its_lower_bound(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    search = Search(table, SearchOptions())
    for cell in table.unsolved_cells(1, tuple(range(len(table.codes)))).values():
        assert (
            search.lower_bound_for_size(len(cell), 2)
            <= search.lower_bound(State(cell, 2))
            <= search.lowest_cost(State(cell, 2))
        )


NOTATIONS = ["3x6", "3x5r", "4x3r", "5x6"]


def sample_codes(table: FeedbackTable, size: int) -> tuple[int, ...]:
    return tuple(sorted(random.Random(size).sample(range(len(table.codes)), size)))


@pytest.mark.parametrize("notation", NOTATIONS)
def test_feedback_numbers_are_indices_of_the_possible_feedbacks(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    feedbacks = possible_feedbacks(table.rules)
    for guess in sample_codes(table, 10):
        row = table.feedback[guess]
        assert [feedbacks[number] for number in row] == [
            compute_feedback(secret, table.codes[guess]) for secret in table.codes
        ]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_cells_do_not_include_the_winning_one(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    feedbacks, candidates = possible_feedbacks(table.rules), sample_codes(table, 40)
    for guess in candidates[:5]:
        cells = table.unsolved_cells(guess, candidates)
        assert sorted(code for cell in cells.values() for code in cell) == [
            code for code in candidates if code != guess
        ]
        for number, cell in cells.items():
            assert {compute_feedback(table.codes[secret], table.codes[guess]) for secret in cell} == {feedbacks[number]}


@pytest.mark.parametrize("notation", ["3x6", "3x5r"])
def test_the_most_cells_after_each_feedback_are_those_of_the_best_guess(notation: str) -> None:
    table = FeedbackTable(Rules.parse(notation))
    everything = tuple(range(len(table.codes)))
    cells, counts = table.unsolved_cells(1, everything), table.most_cells_of_next_guess(1)
    for number, cell in cells.items():
        assert counts[number] == max(len(table.unsolved_cells(guess, cell)) for guess in everything)


def test_the_total_comes_before_the_longest_games_and_those_before_shorter_ones() -> None:
    codes = 336
    found_by = list(accumulate(SearchOptions(max_guesses=6, fewest_longest=True).cost_of_each_guess(codes)))
    surcharges = [cost - guess * found_by[0] for guess, cost in enumerate(found_by[:6], 1)]
    assert surcharges == sorted(surcharges)
    assert codes * surcharges[4] < surcharges[5]
    assert codes * surcharges[5] < found_by[0]


@pytest.mark.parametrize("codes", [336, 46_656])
def test_the_number_of_longest_games_comes_before_the_total(codes: int) -> None:
    *before, longest, forbidden = SearchOptions(max_guesses=7, fewest_worst=True).cost_of_each_guess(codes)
    assert sum(before) * codes < longest
    assert (sum(before) + longest) * codes < forbidden
    assert (forbidden * 10 * codes).bit_length() < 63


SOURCE = Path(__file__).with_name("plain_search.c")
RULES = ("3x8", "3x10", "4x6", "4x7", "3x6r", "3x8r", "4x5r", "4x6r")
SIZES = [60] * 100 + [120] * 15
"""The largest size of each random set. The search has another way for sets of more than 64 candidates."""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled plain search."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    program = tmp_path_factory.mktemp("plain") / "plain_search"
    subprocess.run([compiler, "-O2", "-w", "-o", program, SOURCE], check=True)
    return program


def plain_totals(program: Path, rules: Rules, sets: Sequence[Sequence[int]]) -> list[int]:
    """The least total of each set of candidates; an empty set stands for all codes."""
    sizes = [str(rules.positions), str(rules.symbols), str(int(rules.repeats))]
    lines = "".join(f"{len(numbers)} {' '.join(map(str, numbers))}\n" for numbers in sets)
    ran = subprocess.run([program, *sizes], input=lines, capture_output=True, text=True, check=True)
    return list(map(int, ran.stdout.split()))


def random_set(table: FeedbackTable, most: int, rng: random.Random) -> tuple[int, ...]:
    """Random codes, or those that some guesses at a random secret leave; at most so many."""
    numbers = range(len(table.codes))
    if rng.random() < 0.5:
        return tuple(sorted(rng.sample(numbers, rng.randint(3, most))))
    left, secret = tuple(numbers), rng.choice(numbers)
    while len(left) > most:
        guess = rng.choice(numbers)
        left = tuple(each for each in left if table.feedback[guess][each] == table.feedback[guess][secret])
    return left


def assert_both_agree(program: Path, notation: str, sizes: Sequence[int]) -> None:
    rules, rng = Rules.parse(notation), random.Random(notation)
    table = FeedbackTable(rules)
    search, sets = Search(table, SearchOptions()), [random_set(table, most, rng) for most in sizes]
    assert plain_totals(program, rules, sets) == [search.lowest_cost(State(each, 1)) for each in sets]


@pytest.mark.parametrize("notation", RULES)
def test_both_searches_agree_on_small_sets(program: Path, notation: str) -> None:
    assert_both_agree(program, notation, [15] * 5)


@pytest.mark.slow
@pytest.mark.parametrize("notation", RULES)
def test_both_searches_agree_on_sets_of_up_to_120_candidates(program: Path, notation: str) -> None:
    assert_both_agree(program, notation, SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["4x6", "3x10", "4x6r", "4x7r"])
def test_the_plain_search_proves_the_totals_again(program: Path, notation: str) -> None:
    assert plain_totals(program, Rules.parse(notation), [()]) == [TOTALS[notation]]
