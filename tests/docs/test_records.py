"""The records document has the figures of the shipped books."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli.book_totals import sequences_of_totals, totals_as_json
from bot.cli.main import main
from core.game.rules import Rules
from core.solver.book import FEWEST_WORST, SHIPPED, shipped_book
from core.solver.evaluate import evaluate_book
from core.solver.strategies import SOURCES, STRATEGY_NAMES, TOTALS
from core.solver.strategy_tree import format_text, tree_of_book
from tests.docs.documents import ROOT
from tests.support.present import present
from tests.support.snapshots import REWRITING

TEXT = "\n".join((ROOT / "docs" / "research" / f"{name}.md").read_text("utf-8") for name in ("records", "comparison"))
ROWS = {
    row[0]: row[1:]
    for row in re.findall(
        r"^\| (\d+x\d+r?) \| ([\d,]+) \| ([\d.]+) \| (\d+) \| ([\d,]+) \| ([\d,]+) \| (yes|no) \|", TEXT, re.MULTILINE
    )
}


TOTALS_FILE = ROOT / "docs" / "totals.json"


@pytest.mark.slow
def test_the_file_of_totals_is_what_the_command_prints() -> None:
    printed = totals_as_json() + "\n"
    if REWRITING:
        TOTALS_FILE.write_text(printed, "utf-8")
    assert TOTALS_FILE.read_text("utf-8") == printed


@pytest.mark.parametrize("notation", ["3x10", "4x6r"])
def test_the_checksum_in_the_file_of_totals_is_that_of_the_exported_tree(notation: str) -> None:
    book = present(shipped_book(Rules.parse(notation)))
    (entry,) = (each for each in json.loads(TOTALS_FILE.read_text("utf-8"))["books"] if each["rules"] == notation)
    text = format_text(book.rules, tree_of_book(book)) + "\n"
    assert entry["sha256"] == hashlib.sha256(text.encode()).hexdigest()
    assert (entry["total"], sum(entry["distribution"])) == (book.root.total, book.rules.code_count)


@pytest.mark.slow
def test_sequences_have_the_proven_totals_and_those_of_smaller_rules() -> None:
    terms = [each["terms"] for each in sequences_of_totals()]
    assert terms[:2] == [[3, 13, 30, 60, 103, 161, 238, 332, 451], [15, 72, 196, 436, 836, 1449, 2337, 3575]]


def test_every_source_is_that_of_a_proven_total() -> None:
    published = {row[0] for row in re.findall(r"^\| (\d+x\d+r?) \| ([\d,]+), proven \|", TEXT, re.MULTILINE)}
    assert set(SOURCES) == published
    assert set(SOURCES) <= set(TOTALS)


def test_every_book_is_listed() -> None:
    assert sorted(ROWS) == sorted(SHIPPED)


@pytest.mark.parametrize("notation", SHIPPED)
def test_the_total_the_average_and_the_proof_are_those_of_the_book(notation: str) -> None:
    book = present(shipped_book(Rules.parse(notation)))
    total, average, _, _, bound, proven = ROWS[notation]
    assert total == f"{book.root.total:,}"
    assert average == f"{book.root.total / book.rules.code_count:.4f}"
    assert (proven == "yes") == book.optimal == (bound == total)
    assert TOTALS.get(notation) == (book.root.total if book.optimal else None)
    assert int(bound.replace(",", "")) <= book.root.total


@pytest.mark.slow
@pytest.mark.parametrize("notation", SHIPPED)
def test_the_longest_games_are_those_of_the_book(notation: str) -> None:
    played = evaluate_book(present(shipped_book(Rules.parse(notation))))
    _, _, worst, times, _, _ = ROWS[notation]
    assert (int(worst), times) == (played.worst, f"{played.distribution[-1]:,}")


@pytest.mark.slow
@pytest.mark.parametrize("notation", FEWEST_WORST)
def test_the_number_of_longest_games_is_that_of_the_second_book(notation: str) -> None:
    played = evaluate_book(present(shipped_book(Rules.parse(notation), fewest_worst=True)))
    assert f"| {notation}-seldom | {played.distribution[-1]} | {played.total:,} |" in TEXT


PAGES = ROOT / "docs" / "research"
SOLVER, BOOKS, JSON = ((PAGES / f"{name}.md").read_text("utf-8") for name in ("solver", "books", "json"))


def section(title: str) -> str:
    found = re.search(rf"^## {title}$(.*?)(?=^## |\Z)", SOLVER, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def first_column(table: str) -> list[str]:
    rows = re.findall(r"^\| (.+?) \|", table, re.MULTILINE)
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def fields(value: object, prefix: str = "") -> Iterator[str]:
    """The paths of all fields of a JSON object, and of the objects in its lists."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield prefix + name
            if isinstance(inner, list) and inner and isinstance(inner[0], dict):
                yield from fields(inner[0], f"{prefix}{name}[].")


def test_it_explains_every_strategy() -> None:
    assert sorted(first_column(section("Strategies"))) == sorted(STRATEGY_NAMES)


@pytest.mark.parametrize(
    ("command", "place"),
    [
        (("evaluate", "2x3"), 0),
        (("trace", "2x3", "12"), 1),
        (("compare", "2x3", "first"), 2),
        (("suggest", "3x10", "012 0H1B"), 3),
    ],
    ids=["evaluate", "trace", "compare", "suggest"],
)
def test_it_names_every_field_of_the_json(command: tuple[str, ...], place: int) -> None:
    printed = CliRunner().invoke(main, [*command, "--json"]).stdout
    table = JSON.split("| field | meaning |")[place + 1]
    assert sorted(first_column(table)) == sorted(fields(json.loads(printed)))


@pytest.mark.parametrize(
    ("command", "page"),
    [("evaluate", section("Options")), ("suggest", section("Options")), ("book build", BOOKS)],
    ids=["evaluate", "suggest", "book"],
)
def test_it_names_only_options_that_exist(command: str, page: str) -> None:
    options = CliRunner().invoke(main, [*command.split(), "--help"]).stdout
    named = [option.split()[0] for option in first_column(page) if option.startswith("--")]
    assert [option for option in named if option not in options] == []


DATA = ROOT / "docs" / "explorer" / "books"


def contents(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in folder.iterdir()}


def test_they_are_what_the_command_writes(tmp_path: Path) -> None:
    folder = DATA if REWRITING else tmp_path
    assert CliRunner().invoke(main, ["book", "explorer", str(folder)]).exit_code == 0
    assert contents(folder) == contents(DATA)
