"""Histories as people type them: `0123 0H2B, 1435 0H1B`."""

import re
from collections.abc import Iterator

from core.codes import parse_code
from core.errors import CodeError, CoreError, FeedbackError, UnreadableTurn
from core.feedback import Turn, format_feedback, parse_feedback
from core.rules import Rules

MAX_TEXT = 2_000
"""Characters; forty turns of the longest spelling."""

_FIRM = re.compile(r"\s*[;、；\n]\s*")
_COMMA = re.compile(r"\s*[,，]\s*")
_INSIDE = re.compile(r"\s*[=:→＝：]\s*|\s+")


def parse_history(text: str, rules: Rules) -> tuple[Turn, ...]:
    """Read turns parted by commas, semicolons or new lines; a comma may also stand inside a code or a feedback.

    Raises:
        UnreadableTurn: the first turn that is not a code and a feedback, with what is wrong in it.
    """
    turns: list[Turn] = []
    for line in _FIRM.split(text[:MAX_TEXT].strip()):
        if line:
            turns += _parse_line(line, rules, len(turns) + 1)
    return tuple(turns)


def format_turn(turn: Turn, guess: str, rules: Rules) -> str:
    """A turn as `parse_history` reads it back, `guess` being its code in either form."""
    return f"{guess} {format_feedback(turn.feedback, rules)}"


def parse_turn(text: str, rules: Rules, number: int = 1) -> Turn:
    """Read one turn, a code and a feedback with a space, `=`, `:` or an arrow between them.

    Raises:
        UnreadableTurn: there are not two things, or one of them cannot be read; `number` is the turn's place.
    """
    error: CoreError | None = None
    for left, right in _splits(text):
        try:
            return Turn(parse_code(left, rules), parse_feedback(right, rules))
        except FeedbackError as wrong:
            error = wrong  # the code before it was understood, so this is what the person got wrong
        except CodeError as wrong:
            error = error or wrong
    raise UnreadableTurn(number, text, error, rules)


def _parse_line(line: str, rules: Rules, number: int) -> list[Turn]:
    """The turns of a line, with commas read as what makes every turn complete."""
    pieces = _COMMA.split(line.strip(", "))
    found = _join(pieces, rules)
    if found is not None:
        return found
    turns = []
    for offset, piece in enumerate(pieces):
        turns.append(parse_turn(piece, rules, number + offset))
    return turns


def _join(pieces: list[str], rules: Rules) -> list[Turn] | None:
    """The pieces joined into turns, None if no way of joining them gives turns only.

    `ways[i]` is a reading of the pieces from i on; a turn is at most a code and a feedback, both written with commas.
    """
    ways: list[list[Turn] | None] = [None] * len(pieces) + [[]]
    for start in reversed(range(len(pieces))):
        for end in range(start + 1, min(len(pieces), start + rules.positions + 1) + 1):
            rest = ways[end]
            turn = _turn_or_none(",".join(pieces[start:end]), rules) if rest is not None else None
            if rest is not None and turn is not None:
                ways[start] = [turn, *rest]
                break
    return ways[0]


def _turn_or_none(text: str, rules: Rules) -> Turn | None:
    try:
        return parse_turn(text, rules)
    except UnreadableTurn:
        return None


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to part a text in two at a space or sign."""
    for gap in _INSIDE.finditer(text.strip()):
        left, right = text.strip()[: gap.start()], text.strip()[gap.end() :]
        if left and right:
            yield left, right
