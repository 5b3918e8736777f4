"""`hitblow book`."""

from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.books import kernel
from bot.books.builder import Checkpoint
from bot.books.search import SearchOptions
from bot.cli.books import book
from core.game.rules import Rules
from core.solver import book as books
from core.solver.book import FEWEST_WORST, SHIPPED
from core.solver.book_format import decode_book
from core.solver.evaluate import evaluate_book


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HITBLOW_LANG", "en")


def run(*arguments: str, exit_code: int = 0) -> Result:
    """The result of a command, which ends with this exit code."""
    result = CliRunner().invoke(book, arguments)
    assert result.exit_code == exit_code, result.output
    return result


def test_a_book_is_built_and_written() -> None:
    result = run("build", "3x6r", "--jobs", "1")
    assert "854 guesses" in result.output
    assert "Proven optimal" in result.output
    assert decode_book(Path("3x6r.book").read_bytes(), Rules.parse("3x6r")).root.total == 854
    assert list(Path().iterdir()) == [Path("3x6r.book")]


def test_a_book_can_be_built_for_named_rules() -> None:
    run("build", "colors", "--jobs", "1", "--output", "mine")
    assert decode_book(Path("mine").read_bytes(), Rules.parse("4x6")).root.total == 1446


def test_a_book_is_improved() -> None:
    run("build", "3x6r", "--width", "1", "--jobs", "1", "--output", "narrow")
    result = run("improve", "3x6r", "--book", "narrow", "--up-to", "216", "--jobs", "1")
    assert "854 guesses" in result.output
    assert "Proven optimal" in result.output


def test_a_narrow_search_proves_nothing() -> None:
    assert "Not proven" in run("build", "3x6r", "--width", "1", "--jobs", "1").output


def test_a_file_is_verified_and_tells_how_it_was_made() -> None:
    run("build", "3x6r", "--width", "1", "--thorough", "4", "--jobs", "1", "--output", "narrow")
    run("improve", "3x6r", "--book", "narrow", "--jobs", "1", "--output", "better")
    result = run("verify", "better")
    assert result.output.startswith("3x6r: ")
    assert [line.strip() for line in result.output.splitlines()[2:]] == [
        "hitblow book build 3x6r --width 1 --thorough 4",
        "hitblow book improve 3x6r --book narrow --up-to 60",
    ]


def test_a_file_that_is_no_book_is_not_verified() -> None:
    Path("other").write_text("not a book")
    assert "Cannot read other" in run("verify", "other", exit_code=1).output


def test_the_longest_games_are_fewest_among_equal_totals() -> None:
    run("build", "3x5r", "--fewest-longest", "--jobs", "1")
    book = decode_book(Path("3x5r.book").read_bytes(), Rules.parse("3x5r"))
    shipped = books.shipped_book(book.rules)
    assert shipped is not None
    assert book.root.total == shipped.root.total
    assert evaluate_book(book).distribution[::-1] <= evaluate_book(shipped).distribution[::-1]
    assert book.optimal


def test_a_lower_bound_is_printed() -> None:
    assert "fewer than 854 guesses" in run("bound", "3x6r", "--up-to", "216").output
    assert "fewer than 854 guesses" in run("bound", "3x6r", "--up-to", "0", "--within", "0").output
    assert "at least 36 games need 5 guesses" in run("bound", "3x6r", "--worst", "5", "--up-to", "216").output


def test_a_compiler_that_does_not_work_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    kernel._library.cache_clear()
    result = run("bound", "2x6", exit_code=2)
    kernel._library.cache_clear()
    assert "no-such-compiler" in result.output


def test_the_language_can_be_chosen() -> None:
    assert "証明済み" in run("build", "2x6", "--jobs", "1", "--lang", "ja").output
    Path("tree").write_text(run("export", "3x7").stdout)
    assert "計836手" in run("check", "tree", "--lang", "ja").stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["4x99"], "symbols"),
        (["chess"], "no 'chess'"),
        (["6x10"], "50,000 codes"),
        (["3x6", "--seldom"], "'--worst'"),
        (["3x6", "--worst", "4"], "in 4"),
        (["2x6", "--output", "missing/folder"], "Cannot write"),
        (["2x6", "--scheduler", "tcp://127.0.0.1:1"], "Use either '--jobs' or '--scheduler'"),
    ],
)
def test_a_book_that_cannot_be_built_is_refused_with_the_reason(arguments: list[str], sentence: str) -> None:
    assert sentence in run("build", *arguments, "--jobs", "1", exit_code=2).output
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["6x10"], "no such book"),
        (["3x10", "--book", "missing"], "'missing' does not exist"),
        (["3x10", "--book", "other"], "is damaged"),
        (["2x10", "--scheduler", "here"], "'here' cannot be reached"),
    ],
)
def test_a_book_that_cannot_be_improved_is_refused_with_the_reason(arguments: list[str], sentence: str) -> None:
    Path("other").write_text("not a book")
    assert sentence in run("improve", *arguments, exit_code=2).output


def test_a_checkpoint_of_another_build_is_named_and_kept() -> None:
    Path("3x6r.book.checkpoint").write_text('{"book": "4x10"}\n')
    result = run("build", "3x6r", "--jobs", "1", exit_code=2)
    assert "3x6r.book.checkpoint belongs to another build" in result.output
    assert Path("3x6r.book.checkpoint").exists()


def test_a_checkpoint_that_another_build_uses_is_refused() -> None:
    with Checkpoint(Path("2x5.book.checkpoint"), Rules.parse("2x5"), asdict(SearchOptions())):
        other = run("build", "2x5", "--jobs", "1", exit_code=2)
    assert "2x5.book.checkpoint belongs to another build" in other.stderr
    assert not Path("2x5.book").exists()
    run("build", "2x5", "--jobs", "1")


def test_a_worker_that_dies_while_the_cluster_starts_is_reported_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(**_options: object) -> None:
        raise RuntimeError("Nanny failed to start.")

    monkeypatch.setattr("bot.books.cluster.LocalCluster", fail)
    assert "Dask cannot be reached" in run("build", "3x6r", "--jobs", "2", exit_code=1).output


@pytest.mark.slow
def test_every_shipped_book_is_verified() -> None:
    result = run("verify")
    assert [line.split(":")[0] for line in result.output.splitlines()] == [*SHIPPED, *FEWEST_WORST]


def test_damaged_books_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "get_data", lambda _package, _name: None)
    books._read_book.cache_clear()
    result = run("verify", exit_code=1)
    books._read_book.cache_clear()
    assert result.output.count("is damaged") == len(SHIPPED + FEWEST_WORST)


@pytest.mark.parametrize("output_format", ["text", "json"])
def test_an_exported_book_passes_the_check(output_format: str) -> None:
    Path("tree").write_text(run("export", "mastermind", "--format", output_format).stdout)
    checked = run("check", "tree")
    assert "5,625 guesses in 1,296 games, 4.3403 on average, at most 6" in checked.stdout
    assert len(checked.stdout.splitlines()) == 7


def test_a_book_itself_can_be_checked() -> None:
    run("build", "3x6r", "--jobs", "1")
    assert "854 guesses in 216 games" in run("check", "3x6r.book").stdout


def test_a_damaged_book_is_called_one() -> None:
    run("build", "2x4", "--jobs", "1")
    Path("half.book").write_bytes(Path("2x4.book").read_bytes()[:-10])
    assert "Cannot read half.book" in run("check", "half.book", exit_code=1).output


@pytest.mark.slow
def test_the_second_book_and_a_book_of_ones_own_can_be_exported() -> None:
    run("build", "2x4", "--jobs", "1")
    assert run("export", "2x4", "--book", "2x4.book").stdout.startswith("2x4\n01\n")
    seldom, usual = run("export", "4x10", "--seldom").stdout, run("export", "4x10").stdout
    assert seldom != usual


def test_an_exported_graph_is_one_for_graphviz() -> None:
    assert run("export", "3x7", "--format", "dot").stdout.startswith('digraph "3x7" {')


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("2x3\n01\n  0H1B 12", "no guess after 01 1H0B"),
        ("2x3\n01\n  0H1B 00", "wrong at '3'"),
        ("\x89PNG\0", "strategy tree is wrong"),
        ("7x10\n0123456", "at most"),
    ],
)
def test_a_tree_that_is_not_complete_is_refused_with_the_reason(content: str, sentence: str) -> None:
    Path("tree").write_text(content)
    assert sentence in run("check", "tree", exit_code=1).output


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["export", "6x10"], "hitblow book build 6x10"),
        (["export", "3x10", "--seldom"], "hitblow book build 3x10"),
        (["export", "3x10", "--book", "missing"], "'missing' does not exist"),
        (["check", "missing"], "'missing' does not exist"),
    ],
)
def test_a_book_that_cannot_be_exported_or_checked_is_refused_with_the_reason(
    arguments: list[str], sentence: str
) -> None:
    result = CliRunner().invoke(book, arguments)
    assert result.exit_code in {1, 2}
    assert sentence in result.output
