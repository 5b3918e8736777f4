"""Corrections of wrong feedback, and how it was probably given wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from core.game.feedback import Feedback, Turn
from core.game.items import Clue, Entry


class MistakeKind(IntEnum):
    """How feedback was probably given wrong, the likeliest mistake first."""

    SWAPPED = 0
    """Hits and blows were exchanged."""

    ONE_OFF = 1
    """One symbol was misjudged."""

    OTHER = 2


@dataclass(frozen=True, slots=True)
class HistoryChange:
    """New feedback for the turn, or another clue, with this number, counted from 1."""

    number: int
    feedback: Feedback | Clue


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes that make a history consistent, and the number of candidates it has then."""

    changes: tuple[HistoryChange, ...]
    candidate_count: int

    @property
    def feedbacks(self) -> dict[int, Feedback]:
        """The new feedback, by the numbers of the turns that get it."""
        return {change.number: change.feedback for change in self.changes if isinstance(change.feedback, Feedback)}

    def apply(self, history: Sequence[Entry]) -> tuple[Entry, ...]:
        """The history with the changes."""
        corrected = list(history)
        for change in self.changes:
            entry = history[change.number - 1]
            if isinstance(change.feedback, Clue):
                corrected[change.number - 1] = change.feedback
            elif isinstance(entry, Turn):
                corrected[change.number - 1] = entry._replace(feedback=change.feedback)
        return tuple(corrected)


def classify_mistake(given: Feedback | Clue, correct: Feedback | Clue) -> MistakeKind:
    """How `given` was probably mistaken for `correct`."""
    if isinstance(given, Clue) or isinstance(correct, Clue):
        return MistakeKind.ONE_OFF
    if given == (correct.blows, correct.hits):
        return MistakeKind.SWAPPED
    hits, blows = given.hits - correct.hits, given.blows - correct.blows
    one_symbol = max(abs(hits), abs(blows), abs(hits + blows)) == 1  # a hit, a blow or a miss taken for another
    return MistakeKind.ONE_OFF if one_symbol else MistakeKind.OTHER


def given_feedback(entry: Entry) -> Feedback | Clue:
    """What a change replaces: the feedback of a turn, or a clue."""
    return entry.feedback if isinstance(entry, Turn) else entry
