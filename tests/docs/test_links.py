"""Links within the documents lead somewhere, and headings that are linked to exist."""

import re
from pathlib import Path

import pytest

from tests.docs.documents import DOCUMENTS, ROOT, prose

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
