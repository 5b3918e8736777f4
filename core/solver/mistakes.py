"""Finding wrong feedback in a history that contradicts itself.

For every turn, the codes that are consistent with all other turns are grouped by the feedback that the guess of this
turn gets for them. Each of these feedbacks would make the history consistent. If changing a single feedback is not
enough, all pairs of turns are tried in the same way.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property, reduce
from itertools import combinations, islice
from operator import and_

from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.candidates import CandidateSet
from core.solver.code_masks import CodeSet, all_codes_mask, cells, codes_with_feedback


class Mistake(IntEnum):
    """How feedback was probably given wrong, the likeliest mistake first."""

    SWAPPED = 0
    """Hits and blows were exchanged."""

    ONE_OFF = 1
    """One symbol was misjudged."""

    OTHER = 2


@dataclass(frozen=True, slots=True)
class Change:
    """New feedback for the turn with this number, counted from 1."""

    number: int
    feedback: Feedback


@dataclass(frozen=True, slots=True)
class Correction:
    """Changes that make a history consistent, and the number of candidates it has then."""

    changes: tuple[Change, ...]
    candidate_count: int


def find_corrections(rules: Rules, turns: Sequence[Turn], work: float = math.inf) -> list[Correction]:
    """Every single change that makes a history consistent or, if there is none, every pair of changes.

    The likeliest correction comes first: corrections are ordered by the kinds of their mistakes, then by the number of
    candidates. A consistent history has no corrections, and neither has one that needs more than two changes.

    Args:
        rules: rules of the game.
        turns: the history.
        work: the number of codes to examine for pairs of changes. Pairs beyond that are not tried.
    """
    evidence = Evidence(rules, turns)
    if evidence.consistent_except(()):
        return []
    most_pairs = int(min(work / rules.codes, len(turns) ** 2))
    for changed in (combinations(range(len(turns)), 1), islice(combinations(range(len(turns)), 2), most_pairs)):
        if corrections := [correction for indices in changed for correction in _corrections_of(evidence, indices)]:
            return sorted(
                corrections, key=lambda correction: (_unlikelihood(correction, turns), -correction.candidate_count)
            )
    return []


def find_candidates_with_lie(rules: Rules, turns: Sequence[Turn]) -> CandidateSet:
    """The codes that contradict at most one turn.

    Raises:
        Contradiction: there are none; the error names the first turn after which none is left.
    """
    no_lie = one_lie_at_most = all_codes_mask(rules)
    for number, consistent in enumerate(Evidence(rules, turns).consistent, 1):
        one_lie_at_most = one_lie_at_most & consistent | no_lie
        no_lie &= consistent
        if not one_lie_at_most:
            raise Contradiction(number)
    return CandidateSet(rules, one_lie_at_most)


def classify_mistake(given: Feedback, correct: Feedback) -> Mistake:
    """How `given` was probably mistaken for `correct`."""
    if given == (correct.blows, correct.hits):
        return Mistake.SWAPPED
    hits, blows = given.hits - correct.hits, given.blows - correct.blows
    one_symbol = max(abs(hits), abs(blows), abs(hits + blows)) == 1  # a hit, a blow or a miss taken for another
    return Mistake.ONE_OFF if one_symbol else Mistake.OTHER


@dataclass(frozen=True)
class Evidence:
    """What each turn of a history says about each code."""

    rules: Rules
    turns: Sequence[Turn]

    @cached_property
    def consistent(self) -> list[CodeSet]:
        """For each turn, the codes that are consistent with it."""
        return [codes_with_feedback(turn.guess, {turn.feedback}, self.rules) for turn in self.turns]

    def consistent_except(self, indices: Iterable[int]) -> CodeSet:
        """The codes that are consistent with all turns except those at these indices."""
        excluded = set(indices)
        others = (codes for index, codes in enumerate(self.consistent) if index not in excluded)
        return reduce(and_, others, all_codes_mask(self.rules))

    def alternatives(self, indices: Sequence[int]) -> dict[tuple[Feedback, ...], int]:
        """The feedback at these indices, counted over the codes that are consistent with all other turns.

        Feedback that the lowest code gets comes first.
        """
        groups: dict[tuple[Feedback, ...], CodeSet] = {(): self.consistent_except(indices)}
        for index in indices:
            guess = self.turns[index].guess
            groups = {
                (*feedbacks, feedback): cell
                for feedbacks, codes in groups.items()
                for feedback, cell in cells(guess, codes, self.rules)
            }
        by_lowest_code = sorted(groups.items(), key=lambda group: group[1] & -group[1])
        return {feedbacks: codes.bit_count() for feedbacks, codes in by_lowest_code if codes}


def _corrections_of(evidence: Evidence, indices: tuple[int, ...]) -> Iterator[Correction]:
    """The corrections that change exactly the feedback at these indices."""
    given = [evidence.turns[index].feedback for index in indices]
    for feedbacks, count in evidence.alternatives(indices).items():
        if all(feedback != old for feedback, old in zip(feedbacks, given, strict=True)):
            changes = (Change(index + 1, feedback) for index, feedback in zip(indices, feedbacks, strict=True))
            yield Correction(tuple(changes), count)


def _unlikelihood(correction: Correction, turns: Sequence[Turn]) -> int:
    return sum(classify_mistake(turns[change.number - 1].feedback, change.feedback) for change in correction.changes)
