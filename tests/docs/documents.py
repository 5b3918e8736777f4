"""The documents of the project, and the parts of them that tests read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.locales import LANGUAGES
from tests.support.snapshots import REWRITING

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"

DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "benchmarks").rglob("*.md"),
        *(ROOT / "core").rglob("*.md"),
        *(ROOT / "tests").rglob("*.md"),
    ]
)

_CONSOLE = re.compile(r"(?:<!-- secret: (?P<secret>\S+) -->\n)?```console\n(?P<text>.*?)```", re.DOTALL)
_FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
_USUAL_CODE = "3102"


@dataclass(frozen=True)
class Example:
    """A block of input and output; in a game, `secret` is what the bot's secret is."""

    document: Path
    number: int
    text: str
    secret: str

    @property
    def is_game(self) -> bool:
        return self.text.startswith("> ")

    @property
    def language(self) -> str:
        """The language of the document: those in `docs/ja` are in Japanese."""
        return next((part for part in self.document.relative_to(ROOT).parts if part in LANGUAGES), "en")

    def inputs(self, prompt: str) -> list[str]:
        """The lines that are typed."""
        return [line.removeprefix(prompt) for line in self.text.splitlines() if line.startswith(prompt)]

    def check(self, actual: str) -> None:
        """Assert that the document shows the actual output, after updating it if requested."""
        if REWRITING:
            replace(self.document, _CONSOLE, self.number, actual)
        else:
            assert self.text == actual

    def __str__(self) -> str:
        return f"{self.language}-{self.document.stem}-{self.number}"


def examples() -> Iterator[Example]:
    """All console blocks of all documents."""
    for document in DOCUMENTS:
        for number, match in enumerate(_CONSOLE.finditer(document.read_text("utf-8"))):
            yield Example(document, number, match["text"], match["secret"] or _USUAL_CODE)


def replace(document: Path, pattern: re.Pattern[str], number: int, text: str) -> None:
    """Replace the group `text` of the given match of a pattern, counted from 0."""
    old = document.read_text("utf-8")
    match = list(pattern.finditer(old))[number]
    document.write_text(old[: match.start("text")] + text + old[match.end("text") :], "utf-8")


def prose(document: Path) -> str:
    """A document without its code blocks."""
    return _FENCED.sub("", document.read_text("utf-8"))
