"""Books are made from nothing, in pieces, and gone on with after a stop."""

from pathlib import Path

import pytest

from bot.books.builder import NoSuchBook, TooManyCodes, build_book
from bot.books.checkpoint import ForeignCheckpoint
from bot.books.options import Effort
from core.game.rules import Rules
from core.solver.book_format import Book
from core.solver.evaluate import evaluate_book


class Stopped(Exception):
    """What somebody stops the work with."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "checkpoint"


def bound(notation: str, path: Path, effort: Effort | None = None, jobs: int = 1) -> Book:
    return build_book(Rules.parse(notation), effort or Effort(), path, jobs)


@pytest.mark.parametrize(("notation", "total"), [("2x10", 451), ("3x6r", 854), ("4x6", 1446)])
def test_the_least_total_is_found_and_proven(notation: str, total: int, path: Path) -> None:
    book = bound(notation, path)
    assert evaluate_book(book).total == book.root.total == total
    assert book.optimal


def test_several_processes_find_the_same_total(path: Path) -> None:
    assert bound("3x6r", path, jobs=2).root.total == 854


def test_a_limit_to_the_worst_keeps_the_total_where_it_can(path: Path) -> None:
    book = bound("2x10", path, Effort(worst=6))
    played = evaluate_book(book)
    assert (played.total, played.worst) == (451, 6)
    assert book.optimal


@pytest.mark.slow
def test_a_limit_that_costs_a_guess_is_not_called_optimal(path: Path) -> None:
    book = bound("3x10", path, Effort(worst=6))
    played = evaluate_book(book)
    assert (played.total, played.worst) == (3576, 6)
    assert not book.optimal


def test_a_limit_that_no_tree_can_keep_is_refused(path: Path) -> None:
    with pytest.raises(NoSuchBook):
        bound("3x6", path, Effort(worst=4))


def test_the_longest_games_can_be_made_seldom(path: Path) -> None:
    fewest = evaluate_book(bound("3x6r", path, Effort(worst=5, seldom=True)))
    usual = evaluate_book(bound("3x6r", path))
    assert fewest.worst == 5
    assert fewest.distribution[4] <= usual.distribution[4]


def test_a_narrow_search_is_not_called_optimal(path: Path) -> None:
    book = bound("3x6r", path, Effort(width=2))
    assert evaluate_book(book).total == book.root.total >= 854
    assert not book.optimal


def test_work_that_was_stopped_goes_on_where_it_was(path: Path) -> None:
    rules = Rules.parse("3x7r")
    whole = bound("3x7r", path)
    seen: list[int] = []

    def stop_halfway(done: int, all_of_it: int) -> None:
        seen.append(done)
        if done > all_of_it // 2:
            raise Stopped

    with pytest.raises(Stopped):
        build_book(rules, Effort(), path, 1, stop_halfway)
    kept = len(path.read_text().splitlines())
    path.write_bytes(path.read_bytes() + b'{"piece": [0')  # killed while writing
    seen.clear()
    book = build_book(rules, Effort(), path, 1, lambda done, _: seen.append(done))
    assert kept > 1
    assert book.root.total == whole.root.total
    assert not path.exists()


def test_a_checkpoint_of_other_work_is_not_touched(path: Path) -> None:
    path.write_text('{"book": "4x10"}\n')
    with pytest.raises(ForeignCheckpoint):
        bound("3x6r", path)
    assert path.read_text() == '{"book": "4x10"}\n'


@pytest.mark.parametrize("content", ["", "{}", '{"book": "3x6r"}\n{"piece": [1]}\n', "no lines of JSON\n", "[1]\n"])
def test_what_is_no_checkpoint_is_not_gone_on_from(content: str, path: Path) -> None:
    path.write_text(content + "\n" if content else "\n")
    with pytest.raises(ForeignCheckpoint):
        bound("3x6r", path)


def test_rules_with_too_many_codes_are_refused(path: Path) -> None:
    with pytest.raises(TooManyCodes):
        bound("7x10", path)
    assert not path.exists()
