"""Links within the documents lead somewhere, and what the README and the operators' pages name exists."""

import re
import tomllib
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
