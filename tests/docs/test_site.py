"""The pages of the documentation site; `.ci/site` builds it."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import DOCUMENTS, ROOT

MOST_WORDS = 1500
CHARACTERS_OF_A_WORD = 2  # in Japanese
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
INCLUDED = re.compile(r'^--8<-- "(.+)"$', re.MULTILINE)
FOLDERS = {"zensical.toml": ROOT / "docs", "zensical.ja.toml": ROOT / "docs" / "ja"}
PAGES = [page for page in DOCUMENTS if page.is_relative_to(ROOT / "docs")]


def words(text: str) -> int:
    """The number of words, where two Japanese characters are one."""
    return len(JAPANESE.sub(" ", text).split()) + len(JAPANESE.findall(text)) // CHARACTERS_OF_A_WORD


def linked(nav: list[object] | dict[str, object] | object) -> Iterator[str]:
    """The pages in the navigation of a site."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict | list):
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from linked(entry)


@pytest.mark.parametrize("configuration", FOLDERS)
def test_the_navigation_has_every_page(configuration: str) -> None:
    folder = FOLDERS[configuration]
    project = tomllib.loads((ROOT / configuration).read_text("utf-8"))["project"]
    inner = {ROOT / "docs" / "decisions", *(set(FOLDERS.values()) - {folder, ROOT / "docs"})}
    pages = {page for page in PAGES if page.is_relative_to(folder) and not inner & set(page.parents)}
    listed = {folder / path for path in linked(project["nav"])} - {ROOT / "docs" / "decisions" / "README.md"}
    assert listed == pages


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.name != "changelog.md"],  # it grows with each release
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_a_page_can_be_read_in_one_sitting(page: Path) -> None:
    assert (
        words(INCLUDED.sub(lambda found: (ROOT / found[1]).read_text("utf-8"), page.read_text("utf-8"))) <= MOST_WORDS
    )


JAPANESE_PAGES = [page.relative_to(FOLDERS["zensical.ja.toml"]) for page in PAGES if "ja" in page.parts]


def test_every_japanese_page_has_an_english_one() -> None:
    assert [page for page in JAPANESE_PAGES if not (ROOT / "docs" / page).exists()] == []


def test_every_page_for_players_is_in_japanese() -> None:
    players = [page.relative_to(ROOT / "docs") for page in (ROOT / "docs" / "playing").glob("*.md")]
    assert set(players) <= set(JAPANESE_PAGES)


def test_english_pages_lead_to_their_japanese_ones() -> None:
    extra = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["extra"]
    addresses = (f"{page.with_suffix('')}/".removesuffix("index/") for page in JAPANESE_PAGES)
    assert extra["japanese"] == sorted(addresses)


def test_both_languages_look_the_same() -> None:
    themes = [tomllib.loads((ROOT / name).read_text("utf-8"))["project"]["theme"] for name in FOLDERS]
    assert themes[0]["features"] == themes[1]["features"]
    assert [palette["scheme"] for palette in themes[0]["palette"]] == [
        palette["scheme"] for palette in themes[1]["palette"]
    ]
