"""The search for books, compared with a plain one that shares no code with it."""

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.books.search import FeedbackTable, Search, SearchOptions, State
from core.game.rules import Rules
from core.solver.strategies import TOTALS

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
    search = Search(table, SearchOptions())
    sets = [random_set(table, most, rng) for most in sizes]
    assert plain_totals(program, rules, sets) == [search.lowest_cost(State(each, 1)) for each in sets]


@pytest.mark.parametrize("notation", RULES)
def test_both_searches_agree_on_small_sets(program: Path, notation: str) -> None:
    assert_both_agree(program, notation, [15] * 5)


@pytest.mark.slow
@pytest.mark.parametrize("notation", RULES)
def test_both_searches_agree_on_sets_of_up_to_120_candidates(program: Path, notation: str) -> None:
    assert_both_agree(program, notation, SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("notation", ["4x6", "3x10", "4x6r"])
def test_the_plain_search_proves_the_totals_again(program: Path, notation: str) -> None:
    assert plain_totals(program, Rules.parse(notation), [()]) == [TOTALS[notation]]
