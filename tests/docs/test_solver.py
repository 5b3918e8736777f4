"""The solver's document names what the solver has."""

import json
import re
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from bot.cli.main import main
from core.solver.strategies import STRATEGY_NAMES
from tests.docs.documents import ROOT

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
