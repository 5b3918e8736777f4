"""Looking games up in the shipped books."""

import random
from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import pytest

from core.game.codes import Code, all_codes, random_code
from core.game.feedback import Feedback, Turn, compute_feedback
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver import book
from core.solver.book import SHIPPED, lookup_move, shipped_book
from core.solver.book_format import Book
from core.solver.errors import BookUnusable
from core.solver.evaluate import evaluate_book
from core.solver.search import Move
from core.solver.state import State
from tests.support.present import present


def book_of(rules: Rules, *, fewest_worst: bool = False) -> Book:
    """The shipped book of some rules."""
    return present(shipped_book(rules, fewest_worst=fewest_worst))


def move_after(rules: Rules, turns: Sequence[Turn]) -> Move:
    """The move of a book."""
    return present(lookup_move(rules, turns))


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("notation", "total", "worst"),
    [
        ("2x10", 451, 6),
        ("3x7", 836, 5),
        ("3x8", 1449, 6),
        ("3x9", 2337, 6),
        ("3x10", 3575, 7),
        ("4x6", 1446, 5),
        ("4x7", 3639, 6),
        pytest.param("4x8", 7817, 6, marks=pytest.mark.slow),
        pytest.param("4x9", 14914, 7, marks=pytest.mark.slow),
        ("4x10", 26274, 7),
        ("5x6", 3434, 6),
        pytest.param("5x7", 12305, 6, marks=pytest.mark.slow),
        pytest.param("5x8", 34444, 7, marks=pytest.mark.slow),
        ("3x5r", 451, 5),
        ("3x6r", 854, 5),
        ("3x7r", 1474, 6),
        ("3x8r", 2359, 6),
        ("4x5r", 2463, 5),
        ("4x6r", 5625, 6),
        pytest.param("4x7r", 11228, 6, marks=pytest.mark.slow),
        pytest.param("4x8r", 20471, 7, marks=pytest.mark.slow),
        pytest.param("5x6r", 36721, 6, marks=pytest.mark.slow),
    ],
)
def test_a_shipped_book_has_the_proven_minimum_total(notation: str, total: int, worst: int) -> None:
    shipped = book_of(Rules.parse(notation))
    assert shipped.optimal
    played = evaluate_book(shipped)
    assert played.total == total
    assert played.worst <= worst


@pytest.mark.slow
@pytest.mark.parametrize(
    ("notation", "known", "worst"),
    [("5x10", 171705, 8), ("5x8r", 178679, 7), ("6x6r", 241813, 7)],
)
def test_a_book_that_is_not_proven_is_as_good_as_known(notation: str, known: int, worst: int) -> None:
    shipped = book_of(Rules.parse(notation))
    assert not shipped.optimal
    played = evaluate_book(shipped)
    assert played.total == shipped.root.total <= known
    assert played.worst == worst


@pytest.mark.slow
def test_fewer_secrets_need_the_most_guesses_in_the_second_book() -> None:
    rules = Rules.parse("4x10")
    first, second = book_of(rules), book_of(rules, fewest_worst=True)
    assert not second.optimal
    played, played_by_first = evaluate_book(second), evaluate_book(first)
    assert played.worst == played_by_first.worst == 7
    assert played.distribution[6] < played_by_first.distribution[6]
    assert lookup_move(rules, (), fewest_worst=True) is not None


def relabeled(code: Code, source: list[int], renaming: list[int]) -> Code:
    return tuple(renaming[code[position]] for position in source)


def play(rules: Rules, secret: Code, turns: list[Turn]) -> list[Move]:
    """Continue a game by the book, and return its moves."""
    moves = []
    while not turns or turns[-1].guess != secret:
        move = move_after(rules, turns)
        moves.append(move)
        turns.append(Turn(move.guess, compute_feedback(secret, move.guess)))
    return moves


@pytest.mark.parametrize("notation", ["2x10", "3x10", "4x6", "4x8", "4x10", "3x6r", "4x6r"])
@pytest.mark.parametrize("seed", range(3))
def test_an_equivalent_game_is_found_in_the_book(notation: str, seed: int) -> None:
    rules, rng = Rules.parse(notation), random.Random(seed)
    secret = random_code(rules, rng)
    original: list[Turn] = []
    moves, source = play(rules, secret, original), rng.sample(range(rules.positions), rules.positions)
    renaming = rng.sample(range(rules.symbols), rules.symbols)
    for length in range(len(original)):
        turns = [Turn(relabeled(turn.guess, source, renaming), turn.feedback) for turn in original[:length]]
        rng.shuffle(turns)
        assert move_after(rules, turns).expected == moves[length].expected


def play_all(state: State, rng: random.Random) -> int:
    """Play a book for all candidates of a state, by histories whose turns are shuffled; returns the total."""
    if len(state.candidates) == 1:
        return 1
    move = move_after(state.rules, rng.sample(state.turns, len(state.turns)))
    return len(state.candidates) + sum(play_all(cell, rng) for cell in state.successors(move.guess).values())


SMALL_BOOKS = [notation for notation in SHIPPED if Rules.parse(notation).code_count <= 1_000]


@pytest.mark.parametrize(
    "notation",
    [*SMALL_BOOKS, *(pytest.param(name, marks=pytest.mark.slow) for name in SHIPPED if name not in SMALL_BOOKS)],
)
def test_every_secret_is_found_with_other_symbols_and_positions_and_in_any_order(notation: str) -> None:
    rules, rng = Rules.parse(notation), random.Random(7)
    shipped = book_of(rules)
    source, renaming = (
        rng.sample(range(rules.positions), rules.positions),
        rng.sample(range(rules.symbols), rules.symbols),
    )
    opening = relabeled(shipped.root.guess, source, renaming)
    start = State(rules, (), list(all_codes(rules)))
    assert (
        rules.code_count + sum(play_all(cell, rng) for cell in start.successors(opening).values()) == shipped.root.total
    )


@pytest.mark.parametrize("seed", range(5))
def test_any_first_guess_without_repeats_is_in_the_book(seed: int) -> None:
    rules, rng = Rules.parse("4x10"), random.Random(seed)
    secret, first = random_code(rules, rng), random_code(rules, rng)
    assert len(play(rules, secret, [Turn(first, compute_feedback(secret, first))])) <= 6


@pytest.mark.parametrize("notation", ["3x10", "4x6r", "4x10"])
def test_the_expected_number_is_one_more_than_the_mean_after_the_guess(notation: str) -> None:
    rules = Rules.parse(notation)
    move = move_after(rules, ())
    feedbacks, after = [compute_feedback(secret, move.guess) for secret in all_codes(rules)], 0.0
    for feedback in set(feedbacks) - {Feedback(rules.positions, 0)}:
        after += feedbacks.count(feedback) * move_after(rules, (Turn(move.guess, feedback),)).expected
    assert move.expected == pytest.approx(1 + after / rules.code_count)


def test_an_opening_that_is_not_equivalent_is_not_in_the_book() -> None:
    rules = Rules.parse("4x6r")
    assert lookup_move(rules, parse_history("1233 0H1B", rules)) is not None
    assert lookup_move(rules, parse_history("0123 0H1B", rules)) is None


def test_another_second_guess_is_not_in_the_book() -> None:
    rules = Rules.parse("4x10")
    assert lookup_move(rules, parse_history("0123 0H1B, 0124 0H1B", rules)) is None


def test_a_guess_made_twice_counts_once() -> None:
    rules = Rules.parse("4x10")
    assert lookup_move(rules, parse_history("0123 0H1B, 0123 0H1B", rules)) == lookup_move(
        rules, parse_history("0123 0H1B", rules)
    )


def test_rules_that_differ_only_in_alphabet_or_words_share_a_book() -> None:
    assert lookup_move(Rules.parse("numeron"), ()) == lookup_move(Rules.parse("hitblow3"), ())
    assert lookup_move(Rules.parse("mastermind"), ()) == lookup_move(Rules.parse("4x6r"), ())


def test_rules_without_a_book_have_no_move() -> None:
    assert lookup_move(Rules.parse("6x10"), ()) is None


def test_a_game_that_is_won_has_no_move() -> None:
    rules = Rules.parse("4x10")
    assert lookup_move(rules, parse_history("0123 4H0B", rules)) is None


def test_a_contradictory_history_has_no_move() -> None:
    rules = Rules.parse("3x10")
    assert lookup_move(rules, parse_history("012 3B, 345 3B", rules)) is None
    assert lookup_move(rules, parse_history("012 3B, 120 1H2B", rules)) is None


def test_a_damaged_book_is_refused_and_has_no_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse("3x10")
    complete = resources.files("core.solver").joinpath("books", "3x10.book").read_bytes()
    (tmp_path / "books").mkdir()
    (tmp_path / "books" / "3x10.book").write_bytes(complete[:-1])
    monkeypatch.setattr(book, "get_data", lambda _package, name: (tmp_path / name).read_bytes())
    book._read_book.cache_clear()
    with pytest.raises(BookUnusable):
        shipped_book(rules)
    assert lookup_move(rules, ()) is None
    assert lookup_move(Rules.parse("4x10"), ()) is None  # its file is missing
    book._read_book.cache_clear()


def test_all_books_together_are_small() -> None:
    files = [resources.files("core.solver").joinpath("books", f"{notation}.book") for notation in SHIPPED]
    assert sum(len(file.read_bytes()) for file in files) < 400_000
