"""The drawings in the documentation, which tests compare with what the program shows now."""

from tests.docs.documents import ROOT
from tests.support.snapshots import REWRITING

FOLDERS = {"en": ROOT / "docs" / "images", "ja": ROOT / "docs" / "ja" / "images"}


def check_drawing(name: str, language: str, svg: str) -> None:
    """Assert that the documentation in a language has this drawing, after updating it if requested."""
    path = FOLDERS[language] / f"{name}.svg"
    if REWRITING:
        path.parent.mkdir(exist_ok=True)
        path.write_text(svg, "utf-8")
    assert path.read_text("utf-8") == svg
