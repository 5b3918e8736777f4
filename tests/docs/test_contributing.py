"""What the guide for contributors names exists."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from benchmarks.trace_guess import on_discord
from tests.docs.documents import ROOT, prose

PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "contributing").glob("*.md"))]
TEXT = "\n".join(page.read_text("utf-8") for page in PAGES)
PROSE = "\n".join(map(prose, PAGES))
PATH = re.compile(r"(?<=<!-- path -->\n).*?(?=<!-- /path -->)", re.DOTALL)
STEP = re.compile(r"^\d+\. `([\w.]+)`", re.MULTILINE)
FILE = re.compile(r"`((?:benchmarks|bot|core|docs|migrations|tests)/[\w./-]+)`")
PLACEHOLDER = "NAME"

STEPS = STEP.findall(PATH.findall(TEXT)[0])


def test_the_path_of_a_guess_has_ten_functions() -> None:
    assert len(STEPS) == 10


@pytest.mark.slow
async def test_a_guess_calls_these_functions_in_this_order(tmp_path: Path) -> None:
    entries = (await on_discord(tmp_path)).entries
    places = [entries.index(place_of(name)) for name in STEPS]
    assert places == sorted(places)


def place_of(name: str) -> tuple[str, str]:
    """The file and the qualified name of a function, as a trace has them."""
    code = resolve_name(name).__code__
    return str(Path(code.co_filename).relative_to(ROOT)), code.co_qualname


def test_every_file_it_names_exists() -> None:
    named = [path for path in FILE.findall(PROSE) if PLACEHOLDER not in path]
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize(
    "name",
    [
        *("CATALOGUE", "HANDLERS", "LANGUAGES", "LAYERS", "LIBRARIES_AT_HOME"),
        *("NAMED_RULES", "REVISIONS", "SCORES", "STRATEGY_NAMES"),
    ],
)
def test_every_table_that_the_recipes_extend_exists(name: str) -> None:
    assert f"`{name}`" in TEXT
    definition = re.compile(rf"^{name}\b.* = ", re.MULTILINE)
    named = [ROOT / path for path in FILE.findall(TEXT) if path.endswith(".py")]
    assert any(definition.search(path.read_text("utf-8")) for path in named)


def test_every_class_it_names_exists() -> None:
    code = "\n".join(path.read_text("utf-8") for root in ("bot", "core") for path in (ROOT / root).rglob("*.py"))
    named = set(re.findall(r"`([A-Z][a-z]\w*)`", PROSE))
    assert [name for name in named if not re.search(rf"^class {name}\b", code + TEXT, re.MULTILINE)] == []


def test_the_layout_shows_every_package() -> None:
    layout = TEXT.split("## Packages")[1].split("```")[1]
    folders = (path.parent for root in ("bot", "core") for path in (ROOT / root).rglob("__init__.py"))
    packages = [path for path in folders if path.parent.name in {"bot", "core", "platforms"}]
    assert [path.name for path in packages if f"{path.name}/" not in layout] == []
