"""Links within the documents lead somewhere, and what the README and the operators' pages name exists."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.platforms.slack.settings import SCOPES
from tests.docs.documents import DOCUMENTS, README, ROOT, prose
from tests.support.settings import PREFIX, setting_names

_LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#\s]*)(?:#(?P<anchor>[^)\s]+))?\)")
_PICTURE = re.compile(r'<img src="([^"]+)"')
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(document: Path) -> set[str]:
    """The anchors that GitHub gives to the headings."""
    headings = _HEADING.findall(prose(document))
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_relative_link_resolves(document: Path) -> None:
    broken = []
    for link in _LINK.finditer(prose(document)):
        target = (document.parent / link["path"]).resolve() if link["path"] else document
        anchor = link["anchor"] if target.suffix == ".md" else None
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link[0])
    assert not broken
    assert [path for path in _PICTURE.findall(prose(document)) if not (document.parent / path).exists()] == []


def test_every_document_can_be_reached_from_the_readme() -> None:
    reached, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        document = waiting.pop()
        reached.add(document)
        targets = {
            (document.parent / link["path"]).resolve() for link in _LINK.finditer(prose(document)) if link["path"]
        }
        waiting += [target for target in targets - reached if target.suffix == ".md"]
    assert set(DOCUMENTS) <= reached


SET_UP = "python3 -m venv .venv && .venv/bin/pip install -q -e "


def test_there_is_one_line_to_play_and_one_to_test() -> None:
    lines = [line for line in README.read_text("utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert lines == [f"{SET_UP}. && .venv/bin/hitblow", f"{SET_UP}'.[dev]' && .venv/bin/pytest -n auto"]


SERVED = "http://127.0.0.1:8000/"
"""The address of the site until `site_url` in zensical.toml says where it is published."""


def test_its_links_to_the_site_have_the_address_of_the_site() -> None:
    english, japanese = (
        tomllib.loads((ROOT / name).read_text("utf-8"))["project"].get("site_url")
        for name in ("zensical.toml", "zensical.ja.toml")
    )
    address = english or SERVED
    assert japanese == (english and f"{english}ja/")
    text = README.read_text("utf-8")
    assert {f"{address}explorer/play.html", f"{address}explorer/"} == set(
        re.findall(r"\((http[^)]*explorer/[^)]*)\)", text)
    )
    assert ("http.server" in text) == (address == SERVED)


def test_ci_runs_the_line_that_the_readme_gives_for_tests() -> None:
    assert "grep -m 1 -E '^python3 -m venv .*pytest' README.md" in (ROOT / ".ci" / "run").read_text("utf-8")


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_table_of_settings_has_every_setting_and_no_other() -> None:
    listed = re.findall(rf"^\| `({PREFIX}\w+)` \|", text("docs/operating/settings.md"), re.MULTILINE)
    assert sorted(listed) == setting_names()


def test_the_documents_name_only_settings_that_exist() -> None:
    for document in ("README.md", "docs/operating/discord.md", "docs/operating/slack.md", "docs/ja/index.md"):
        assert set(re.findall(rf"{PREFIX}[A-Z_]+", text(document))) <= set(setting_names())


def test_every_scope_on_slack_is_explained() -> None:
    table = dict(re.findall(r"^\| `([a-z_:]+)` \| (.+) \|$", text("docs/operating/slack.md"), re.MULTILINE))
    assert table.keys() == set(SCOPES)


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
