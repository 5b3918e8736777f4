"""Histories as people type them: `0123 0H2B, 1435 0H1B`, or with clues `012 1E0B, slash 6`."""

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from operator import itemgetter
from typing import TypeVar

from core.errors import CoreError
from core.game.clues import parse_clue
from core.game.codes import parse_code
from core.game.errors import CodeError, FeedbackTextError, ImpossibleFeedback, ItemError, UnreadableTurn, UnsafeCodeText
from core.game.feedback import Feedback, Turn, format_feedback, parse_feedback
from core.game.items import Entry
from core.game.rules import Rules

MAX_TEXT = 2_000
"""The longest history in characters; enough for more than a hundred turns at ten positions."""

_LINE_SEPARATOR = re.compile(r"[;；\n]")
_COMMA = re.compile(r"[,，、]")
_CODE_FEEDBACK_SEPARATOR = re.compile(r"\s*(?:[=-]>|[=:→＝：])\s*|\s+")

_Parsed = TypeVar("_Parsed")


def parse_history(text: str, rules: Rules) -> tuple[Entry, ...]:
    """Read turns and clues separated by commas, semicolons or line breaks; turns also by spaces.

    Codes and feedback may contain commas.

    Raises:
        UnreadableTurn: a part is neither a code with feedback nor a clue. If the text is longer than `MAX_TEXT`, the
            error names the whole text as the first turn.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableTurn(1, text, UnsafeCodeText(text, rules), rules)
    turns: list[Entry] = []
    for line in _LINE_SEPARATOR.split(text):
        turns += _parse_line(line, rules, len(turns) + 1)
    return tuple(turns)


def format_turn(turn: Turn, guess: str, rules: Rules) -> str:
    """A turn that `parse_history` reads back; `guess` is its code as formatted by the caller."""
    return f"{guess} {format_feedback(turn.feedback, rules)}"


def parse_turn(text: str, rules: Rules, number: int = 1) -> Turn:
    """Read one turn: a code and feedback, separated by a space, `=`, `:` or an arrow. The error names its number.

    Raises:
        UnreadableTurn: the text does not have two parts, or one of them cannot be read.
    """
    errors: list[tuple[int, CoreError]] = []  # each with a rank, lowest for the most plausible place to split
    for left, right in _splits(text):
        code = _try_parse(parse_code, left, rules)
        feedback = _try_parse(parse_feedback, right, rules)
        if isinstance(code, CoreError):
            errors.append((1 if isinstance(feedback, Feedback | ImpossibleFeedback) else 3, code))
        elif isinstance(feedback, CoreError):
            errors.append((0 if isinstance(feedback, ImpossibleFeedback) else 2, feedback))
        else:
            return Turn(code, feedback)
    error = min(errors, key=itemgetter(0))[1] if errors else None
    raise UnreadableTurn(number, text, error, rules)


def _parse_entry(text: str, rules: Rules, number: int) -> Entry:
    """Read a turn or a clue. A code of letters can be the name of an item, so turns come first."""
    try:
        return parse_turn(text, rules, number)
    except UnreadableTurn:
        try:
            clue = parse_clue(text, rules)
        except ItemError as error:
            raise UnreadableTurn(number, text, error, rules) from error
        if clue is None:
            raise
        return clue


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to split a text in two at a separator."""
    text = text.strip()
    for separator in _CODE_FEEDBACK_SEPARATOR.finditer(text):
        left, right = text[: separator.start()], text[separator.end() :]
        if left and right:
            yield left, right


def _try_parse(parse: Callable[[str, Rules], _Parsed], text: str, rules: Rules) -> _Parsed | CoreError:
    try:
        return parse(text, rules)
    except (CodeError, FeedbackTextError) as error:
        return error


def _parse_line(line: str, rules: Rules, number: int) -> list[Entry]:
    """Read the turns and clues of a line, of which the first has this number.

    Commas can separate turns, symbols, or hits from blows. The line is split at all commas, and pieces are joined in
    the way that makes every turn complete: `readings[end]` are turns that use up the pieces before `end`. A turn has
    at most one piece for each position and one for the blows.
    """
    if (turns := _parse_pairs(line, rules)) is not None:
        return turns
    pieces = [piece.strip() for piece in _COMMA.split(line) if piece.strip()]
    readings: dict[int, list[Entry]] = {0: []}
    errors: dict[tuple[int, int], UnreadableTurn] = {}
    for end in range(1, len(pieces) + 1):
        for start in reversed(range(max(0, end - rules.positions - 1), end)):
            if start in readings and end not in readings:
                try:
                    turn = _parse_entry(",".join(pieces[start:end]), rules, number + len(readings[start]))
                    readings[end] = [*readings[start], turn]
                except UnreadableTurn as error:
                    errors[start, end] = error
    if len(pieces) not in readings:
        raise _best_error(pieces, max(readings), errors, rules)
    return readings[len(pieces)]


def _parse_pairs(line: str, rules: Rules) -> list[Entry] | None:
    """The turns of a line that consists of codes and feedback in turn, separated by spaces; None for other lines."""
    words = line.split()
    if len(words) % 2:
        return None
    try:
        return [parse_turn(f"{code} {feedback}", rules) for code, feedback in zip(words[::2], words[1::2], strict=True)]
    except UnreadableTurn:
        return None


def _best_error(
    pieces: list[str], read: int, errors: dict[tuple[int, int], UnreadableTurn], rules: Rules
) -> UnreadableTurn:
    """The most helpful of the errors that occurred after the first `read` pieces, which are complete turns.

    Impossible feedback comes first: in `0123 3,1`, the part `0123 3` can be read as a turn, but `3,1` is the mistake.
    Otherwise the next turn is taken to be a code typed with commas, up to the first piece longer than a symbol.
    """
    for (_, end), error in errors.items():
        if end > read and isinstance(error.error, ImpossibleFeedback):
            return error
    symbols = len(list(takewhile(lambda piece: len(piece) == 1, pieces[read:])))
    return errors[read, min(read + min(symbols, rules.positions) + 1, len(pieces))]
