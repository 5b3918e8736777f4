"""The work done so far, in a file that outlives the process: a line of JSON for each piece, written as it is done."""

import base64
import json
from pathlib import Path
from typing import Any, TypeAlias

from bot.books.workers import Outcome
from core.game.rules import Rules
from core.solver.book_format import Book, decode_book, encode_book
from core.solver.errors import BookDamaged

Key: TypeAlias = tuple[int, int, int]
"""An opening, the number of its feedback, and the guess tried then."""


class ForeignCheckpoint(Exception):
    """The file at `path` holds work on something else, or something else altogether."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class Checkpoint:
    """Pieces done, kept in a file.

    Args:
        path: of the file, begun if it is not there.
        rules: of the book.
        settings: that the pieces depend on, as JSON knows them.

    Raises:
        ForeignCheckpoint: the file was begun for other rules or settings, or is none of these files.
    """

    def __init__(self, path: Path, rules: Rules, settings: dict[str, Any]) -> None:
        self._path = path
        self._rules = rules
        heading = {"book": str(rules), **settings}
        try:
            lines = _lines(path)
            self.done: dict[Key, Outcome] = dict(map(self._read, lines[1:]))
        except (ValueError, TypeError, KeyError, BookDamaged):
            raise ForeignCheckpoint(path) from None
        if lines and lines[0] != heading:
            raise ForeignCheckpoint(path)
        if not lines:
            self._append(heading, "w")

    def add(self, piece: Key, outcome: Outcome) -> None:
        """Keep one more piece."""
        self.done[piece] = outcome
        tree = None
        if outcome.node is not None:
            tree = base64.b64encode(encode_book(Book(self._rules, outcome.node, optimal=False))).decode()
        self._append({"piece": piece, "cost": outcome.cost, "tree": tree}, "a")

    def discard(self) -> None:
        """Remove the file, when the book is bound."""
        self._path.unlink(missing_ok=True)

    def _read(self, line: dict[str, Any]) -> tuple[Key, Outcome]:
        opening, answer, guess = line["piece"]
        tree = line["tree"]
        node = None if tree is None else decode_book(base64.b64decode(tree), self._rules).root
        return (opening, answer, guess), Outcome(line["cost"], node)

    def _append(self, line: dict[str, Any], mode: str) -> None:
        with self._path.open(mode, encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a checkpoint, from which one that was being written when the process was killed is cut off."""
    if not path.exists():
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
    return [json.loads(line) for line in whole.splitlines()]
