"""Checkpoints, which keep the results of finished tasks when a build is interrupted.

A checkpoint is a file of JSON lines: a header, then one line per task, written as soon as the task is finished.
"""

import base64
import fcntl
import json
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, TypeAlias

from bot.books.cluster import GuessResult
from core.game.rules import Rules
from core.solver.book_format import Book, decode_book, encode_book
from core.solver.errors import BookDamaged

Key: TypeAlias = tuple[int, int, int]
"""A task: the numbers of an opening, of a feedback to it, and of a second guess; or those of a subtree, 0 and 0."""


class ForeignCheckpoint(Exception):
    """The file at `path` is not a checkpoint of this build, or another process keeps its results there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class Checkpoint:
    """The results of finished tasks, kept in a file that is locked until the context ends.

    Args:
        path: path of the file, which is created if it does not exist.
        rules: rules of the book.
        settings: everything else that the results depend on, as values that JSON can represent.

    Raises:
        ForeignCheckpoint: the file is not a checkpoint, one for other rules or settings, or locked by another process.

    Attributes:
        results: the results of the finished tasks.
    """

    def __init__(self, path: Path, rules: Rules, settings: dict[str, Any]) -> None:
        self._path = path
        self._rules = rules
        self._locked = _lock(path)
        try:
            self.results = self._read({"book": str(rules), **settings})
        except BaseException:
            self._locked.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._locked.close()

    def add(self, key: Key, result: GuessResult) -> None:
        """Keep the result of one more task."""
        self.results[key] = result
        tree = None
        if result.node is not None:
            tree = base64.b64encode(encode_book(Book(self._rules, result.node, optimal=False))).decode()
        self._write({"task": key, "cost": result.cost, "tree": tree})

    def discard(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)

    def _read(self, header: dict[str, Any]) -> dict[Key, GuessResult]:
        """The results in the file, whose first line has to be the header; it is written to an empty file."""
        try:
            lines = _read_lines(self._path)
            results = dict(map(self._parse, lines[1:]))
        except (ValueError, TypeError, KeyError, BookDamaged):
            raise ForeignCheckpoint(self._path) from None
        if lines and lines[0] != header:
            raise ForeignCheckpoint(self._path)
        if not lines:
            self._write(header)
        return results

    def _parse(self, line: dict[str, Any]) -> tuple[Key, GuessResult]:
        opening, feedback, guess = line["task"]
        tree = line["tree"]
        node = None if tree is None else decode_book(base64.b64decode(tree), self._rules).root
        return (opening, feedback, guess), GuessResult(line["cost"], node)

    def _write(self, line: dict[str, Any]) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _lock(path: Path) -> IO[bytes]:
    """Open a file, which is created if it does not exist, and lock it until it is closed.

    Raises:
        ForeignCheckpoint: another process has locked it.
    """
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ForeignCheckpoint(path) from None
    return file


def _read_lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a checkpoint. An incomplete last line, left by a killed process, is removed from the file."""
    data = path.read_bytes()
    complete = data[: data.rfind(b"\n") + 1]
    if complete != data:
        path.write_bytes(complete)
    return [json.loads(line) for line in complete.splitlines()]
