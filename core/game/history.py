"""Histories as people type them: `0123 0H2B, 1435 0H1B`."""

import re
from collections.abc import Callable, Iterator
from itertools import takewhile
from operator import itemgetter
from typing import TypeVar

from core.errors import CoreError
from core.game.codes import parse_code
from core.game.errors import CodeError, FeedbackError, ImpossibleFeedback, UnreadableCode, UnreadableTurn
from core.game.feedback import Feedback, Turn, format_feedback, parse_feedback
from core.game.rules import Rules

MAX_TEXT = 2_000
"""Characters; more than a hundred turns at ten positions."""

_FIRM = re.compile(r"[;；\n]")
_COMMA = re.compile(r"[,，、]")
_INSIDE = re.compile(r"\s*(?:[=-]>|[=:→＝：])\s*|\s+")

_Read = TypeVar("_Read")


def parse_history(text: str, rules: Rules) -> tuple[Turn, ...]:
    """Read turns parted by commas, semicolons or new lines; a comma may also stand inside a code or a feedback.

    Raises:
        UnreadableTurn: the first turn that is not a code and a feedback, with what is wrong in it; or the whole text
            as the first turn if it is longer than any game.
    """
    if len(text) > MAX_TEXT:
        raise UnreadableTurn(1, text, UnreadableCode(text, rules), rules)
    turns: list[Turn] = []
    for line in _FIRM.split(text):
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
    wrong: list[tuple[int, CoreError]] = []  # with how unlikely the text was meant to be parted there
    for left, right in _splits(text):
        code = _attempt(parse_code, left, rules)
        feedback = _attempt(parse_feedback, right, rules)
        if isinstance(code, CoreError):
            wrong.append((1 if isinstance(feedback, Feedback | ImpossibleFeedback) else 3, code))
        elif isinstance(feedback, CoreError):
            wrong.append((0 if isinstance(feedback, ImpossibleFeedback) else 2, feedback))
        else:
            return Turn(code, feedback)
    error = min(wrong, key=itemgetter(0))[1] if wrong else None
    raise UnreadableTurn(number, text, error, rules)


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to part a text in two at a space or sign."""
    text = text.strip()
    for gap in _INSIDE.finditer(text):
        left, right = text[: gap.start()], text[gap.end() :]
        if left and right:
            yield left, right


def _attempt(parse: Callable[[str, Rules], _Read], text: str, rules: Rules) -> _Read | CoreError:
    try:
        return parse(text, rules)
    except (CodeError, FeedbackError) as error:
        return error


def _parse_line(line: str, rules: Rules, number: int) -> list[Turn]:
    """The turns of a line, with commas read as what makes every turn complete.

    `ways[end]` is a reading of the pieces before `end`. A turn has at most as many pieces as its code has positions,
    and one more for the blows.
    """
    if (found := _parse_pairs(line, rules)) is not None:
        return found
    pieces = [piece.strip() for piece in _COMMA.split(line) if piece.strip()]
    ways: dict[int, list[Turn]] = {0: []}
    errors: dict[tuple[int, int], UnreadableTurn] = {}
    for end in range(1, len(pieces) + 1):
        for start in reversed(range(max(0, end - rules.positions - 1), end)):
            if start in ways and end not in ways:
                try:
                    turn = parse_turn(",".join(pieces[start:end]), rules, number + len(ways[start]))
                    ways[end] = [*ways[start], turn]
                except UnreadableTurn as error:
                    errors[start, end] = error
    if len(pieces) not in ways:
        raise _first_error(pieces, max(ways), errors, rules)
    return ways[len(pieces)]


def _parse_pairs(line: str, rules: Rules) -> list[Turn] | None:
    """The turns of a line in which spaces alone part codes and feedbacks; None if they do not."""
    words = line.split()
    if len(words) % 2:
        return None
    try:
        return [parse_turn(f"{code} {answer}", rules) for code, answer in zip(words[::2], words[1::2], strict=True)]
    except UnreadableTurn:
        return None


def _first_error(
    pieces: list[str], read: int, errors: dict[tuple[int, int], UnreadableTurn], rules: Rules
) -> UnreadableTurn:
    """What is wrong after the first `read` pieces, which are turns.

    An impossible feedback beyond them explains best (`0123 3,1` is a turn as far as `0123 3`); otherwise the next turn
    is a code spelt with commas up to the piece that is more than a symbol.
    """
    for (_, end), error in errors.items():
        if end > read and isinstance(error.error, ImpossibleFeedback):
            return error
    symbols = len(list(takewhile(lambda piece: len(piece) == 1, pieces[read:])))
    return errors[read, min(read + min(symbols, rules.positions) + 1, len(pieces))]
