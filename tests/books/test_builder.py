"""Building books, in several processes and after interruptions."""

from dataclasses import asdict
from pathlib import Path

import pytest

from bot.books.builder import Checkpoint, ForeignCheckpoint, Key, MaxGuessesTooLow, build_book
from bot.books.search import SearchOptions
from core.game.rules import Rules, RulesOutOfRange
from core.solver.book_format import Book
from core.solver.evaluate import evaluate_book


class Interrupted(Exception):
    """Raised to interrupt a build."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "checkpoint"


def build(notation: str, path: Path, options: SearchOptions | None = None) -> Book:
    return build_book(Rules.parse(notation), options or SearchOptions(), path)


@pytest.mark.no_cover
@pytest.mark.parametrize(("notation", "total"), [("2x10", 451), ("3x6r", 854), ("4x6", 1446)])
def test_the_lowest_total_is_found_and_proven(notation: str, total: int, path: Path) -> None:
    book = build(notation, path)
    assert evaluate_book(book).total == book.root.total == total
    assert book.optimal


@pytest.mark.no_cover
def test_a_limit_on_guesses_keeps_the_lowest_total_if_possible(path: Path) -> None:
    book = build("2x10", path, SearchOptions(max_guesses=6))
    played = evaluate_book(book)
    assert (played.total, played.worst) == (451, 6)
    assert book.optimal


@pytest.mark.slow
def test_a_book_is_not_optimal_if_its_limit_costs_a_guess(path: Path) -> None:
    book = build("3x10", path, SearchOptions(max_guesses=6))
    played = evaluate_book(book)
    assert (played.total, played.worst) == (3576, 6)
    assert not book.optimal


def test_a_limit_that_no_tree_can_keep_is_refused(path: Path) -> None:
    with pytest.raises(MaxGuessesTooLow):
        build("3x6", path, SearchOptions(max_guesses=4))


@pytest.mark.no_cover
def test_the_number_of_longest_games_can_be_minimized(path: Path) -> None:
    fewest = evaluate_book(build("3x6r", path, SearchOptions(max_guesses=5, fewest_worst=True)))
    usual = evaluate_book(build("3x6r", path))
    assert fewest.worst == 5
    assert fewest.distribution[4] <= usual.distribution[4]


def test_a_book_is_not_optimal_if_guesses_were_left_out(path: Path) -> None:
    book = build("3x6r", path, SearchOptions(width=2))
    assert evaluate_book(book).total == book.root.total >= 854
    assert not book.optimal


@pytest.mark.no_cover
def test_an_interrupted_build_continues_from_its_checkpoint(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    uninterrupted = build("3x7r", path)

    def interrupt_early(done: int, total: int) -> None:
        if done > total // 100:
            raise Interrupted

    with pytest.raises(Interrupted):
        build_book(Rules.parse("3x7r"), SearchOptions(), path, progress=interrupt_early)
    with Checkpoint(path, Rules.parse("3x7r"), asdict(SearchOptions())) as checkpoint:
        kept = checkpoint.results
    path.write_bytes(path.read_bytes() + b'{"task": [0')  # killed while writing
    added: list[Key] = []
    monkeypatch.setattr(Checkpoint, "add", lambda _self, key, _result: added.append(key))

    book = build("3x7r", path)

    assert kept
    assert added
    assert not set(added) & set(kept)
    assert book.root.total == uninterrupted.root.total
    assert not path.exists()


def test_the_checkpoint_of_another_build_is_not_changed(path: Path) -> None:
    path.write_text('{"book": "4x10"}\n')
    with pytest.raises(ForeignCheckpoint):
        build("3x6r", path)
    assert path.read_text() == '{"book": "4x10"}\n'


@pytest.mark.parametrize("content", ["", "{}", '{"book": "3x6r"}\n{"task": [1]}\n', "not JSON\n", "[1]\n"])
def test_a_file_that_is_not_a_checkpoint_is_refused(content: str, path: Path) -> None:
    path.write_text(content + "\n" if content else "\n")
    with pytest.raises(ForeignCheckpoint):
        build("3x6r", path)


def test_rules_with_too_many_codes_are_refused(path: Path) -> None:
    with pytest.raises(RulesOutOfRange):
        build("7x10", path)
    assert not path.exists()
