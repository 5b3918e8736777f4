"""The answer that must be wrong: which answers of a contradictory history, changed to what, explain all the others.

People get one answer in ten or twenty wrong. For every turn, the codes that fit all other turns are sorted by what
they would have answered to its guess: each answer that occurs would have been consistent. Where no single answer
explains the contradiction, every pair of turns is tried likewise.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations, compress
from operator import and_

from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.bytesets import among, as_bytes, as_census, everything
from core.solver.candidates import Census, answers
from core.solver.partition import cell_feedback

SWAPPED, ONE_OFF, OTHER = range(3)
"""How an answer was probably got wrong, likeliest first: hits and blows exchanged, one symbol misjudged, anything."""


@dataclass(frozen=True, slots=True)
class Change:
    """Turn `number`, from 1, answered `feedback` instead."""

    number: int
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Repair:
    """Changes that make a history consistent, and how many codes it then leaves."""

    changes: tuple[Change, ...]
    left: int


def repairs(rules: Rules, turns: Sequence[Turn]) -> list[Repair]:
    """Every single change that makes a contradictory history consistent, or if there is none every pair of changes.

    Likeliest first: by how each answer was got wrong, then by the number of codes left, all being equally likely.
    A consistent history has no repairs, nor has one that contradicts itself in more than two answers.
    """
    evidence = Evidence(rules, turns)
    if evidence.fitting_all_but(()):
        return []
    for size in (1, 2):
        found = [repair for places in combinations(range(len(turns)), size) for repair in _changed(evidence, places)]
        if found:
            return sorted(found, key=lambda repair: (_unlikeliness(repair.changes, turns), -repair.left))
    return []


def unless_one_lies(rules: Rules, turns: Sequence[Turn]) -> Census:
    """The codes that contradict at most one answer.

    Raises:
        Contradiction: there are none, from the turn it names on.
    """
    truthful = at_most_one = everything(rules)
    for number, fits in enumerate(Evidence(rules, turns).fitting, 1):
        at_most_one = at_most_one & fits | truthful
        truthful &= fits
        if not at_most_one:
            raise Contradiction(number)
    return as_census(at_most_one, rules)


@dataclass(frozen=True)
class Evidence:
    """What each turn of a history says of each code. Sets are integers with one byte for every code, lowest first."""

    rules: Rules
    turns: Sequence[Turn]

    @cached_property
    def rows(self) -> list[bytes]:
        """For each turn, the number of the cell that every code falls into."""
        return [answers(turn.guess, self.rules) for turn in self.turns]

    @cached_property
    def fitting(self) -> list[int]:
        """For each turn, the codes that fit it."""
        return [among(row, {turn.feedback}, self.rules) for row, turn in zip(self.rows, self.turns, strict=True)]

    def fitting_all_but(self, places: Iterable[int]) -> int:
        """The codes that fit every turn but those at these places."""
        left_out = set(places)
        return reduce(
            and_, (fits for place, fits in enumerate(self.fitting) if place not in left_out), everything(self.rules)
        )

    def cells(self, places: Sequence[int]) -> Counter[tuple[int, ...]]:
        """How the codes that fit all other turns would have answered at these places, and how many each way."""
        flags = as_bytes(self.fitting_all_but(places), self.rules)
        return Counter(zip(*(compress(self.rows[place], flags) for place in places), strict=True))


def _changed(evidence: Evidence, places: tuple[int, ...]) -> Iterator[Repair]:
    """The repairs that change the answers at exactly these places."""
    given = [evidence.turns[place].feedback for place in places]
    for cells, left in evidence.cells(places).items():
        feedbacks = [cell_feedback(cell, evidence.rules) for cell in cells]
        if all(feedback != old for feedback, old in zip(feedbacks, given, strict=True)):
            changes = (Change(place + 1, feedback) for place, feedback in zip(places, feedbacks, strict=True))
            yield Repair(tuple(changes), left)


def _unlikeliness(changes: Iterable[Change], turns: Sequence[Turn]) -> int:
    return sum(slip(turns[change.number - 1].feedback, change.feedback) for change in changes)


def slip(given: Feedback, right: Feedback) -> int:
    """How `given` was probably got wrong if it should have been `right`: SWAPPED, ONE_OFF or OTHER."""
    if given == (right.blows, right.hits):
        return SWAPPED
    hits, blows = given.hits - right.hits, given.blows - right.blows
    misjudged = max(abs(hits), abs(blows), abs(hits + blows)) == 1  # a hit, a blow and a miss taken for one another
    return ONE_OFF if misjudged else OTHER
