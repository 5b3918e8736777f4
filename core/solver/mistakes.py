"""Finding wrong feedback in a history that contradicts itself.

For every turn, the codes that are consistent with all other turns are grouped by the feedback that the guess of this
turn gets for them. Each of these feedbacks would make the history consistent. If changing a single feedback is not
enough, all pairs of turns are tried in the same way. What an item tells is corrected like feedback.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate, combinations, islice
from operator import or_

from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.items import DEFENCES, Clue, Entry
from core.game.rules import Rules
from core.solver.candidates import CandidateSet, codes_after
from core.solver.code_masks import CodeSet, all_codes_mask, split_by_feedback
from core.solver.corrections import Correction, HistoryChange, classify_mistake, given_feedback


def find_corrections(rules: Rules, turns: Sequence[Entry], work: float = math.inf) -> list[Correction]:
    """Every single change that makes a history consistent or, if there is none, every pair of changes.

    The likeliest correction comes first: corrections are ordered by the kinds of their mistakes, then by the number of
    candidates. A consistent history has no corrections, and neither has one that needs more than two changes.

    Args:
        rules: rules of the game.
        turns: the history.
        work: the number of codes to examine for pairs of changes. Pairs beyond that are not tried.
    """
    evidence = Evidence(rules, turns)
    if evidence.alternatives(()):
        return []
    most_pairs = int(min(work / rules.code_count, len(turns) ** 2))
    for changed in (combinations(range(len(turns)), 1), islice(combinations(range(len(turns)), 2), most_pairs)):
        if corrections := [correction for indices in changed for correction in _corrections_of(evidence, indices)]:
            return sorted(
                corrections, key=lambda correction: (_unlikelihood(correction, turns), -correction.candidate_count)
            )
    return []


def find_candidates_allowing_lie(rules: Rules, turns: Sequence[Entry]) -> CandidateSet:
    """What the secret can be now if at most one turn or clue is wrong.

    Raises:
        Contradiction: there are none; the error names the first turn after which none is left.
    """
    no_lie = one_lie_at_most = all_codes_mask(rules)
    for number, entry in enumerate(turns, 1):
        lied = (no_lie,) if isinstance(entry, Turn) else (codes for _, codes in _answers(entry, no_lie, rules))
        one_lie_at_most = reduce(or_, lied, codes_after(entry, one_lie_at_most, rules))
        no_lie = codes_after(entry, no_lie, rules)
        if not one_lie_at_most:
            raise Contradiction(number)
    return CandidateSet(rules, (one_lie_at_most,))


@dataclass(frozen=True)
class Evidence:
    """What each turn and clue of a history says about each code."""

    rules: Rules
    turns: Sequence[Entry]

    @cached_property
    def consistent_codes_by_entry(self) -> list[CodeSet]:
        """For each turn or clue, the codes that are consistent with it, or that it leads to."""
        return [codes_after(entry, all_codes_mask(self.rules), self.rules) for entry in self.turns]

    def alternatives(self, indices: Sequence[int]) -> dict[tuple[Feedback | Clue, ...], int]:
        """The feedback and clues at these indices, counted over the codes that are consistent with all other entries.

        Feedback that the lowest code gets comes first.
        """
        groups: dict[tuple[Feedback | Clue, ...], CodeSet] = {(): all_codes_mask(self.rules)}
        for index in self._in_order(indices):
            entry = self.turns[index]
            if index in indices:
                groups = {
                    (*given, answer): after
                    for given, codes in groups.items()
                    for answer, after in _answers(entry, codes, self.rules)
                }
            elif _is_defence(entry):
                groups = {given: codes_after(entry, codes, self.rules) for given, codes in groups.items()}
            else:
                groups = {given: codes & self.consistent_codes_by_entry[index] for given, codes in groups.items()}
        by_lowest_code = sorted(groups.items(), key=lambda group: group[1] & -group[1])
        return {given: codes.bit_count() for given, codes in by_lowest_code if codes}

    def _in_order(self, indices: Sequence[int]) -> list[int]:
        """All indices, those given as late as possible, because they multiply the work: before the next defence."""
        defences = list(accumulate(map(_is_defence, self.turns), initial=0))
        return sorted(
            range(len(self.turns)),
            key=lambda index: (defences[index], _is_defence(self.turns[index]), index in indices, index),
        )


def _is_defence(entry: Entry) -> bool:
    """Whether an entry makes other codes of those before."""
    return isinstance(entry, Clue) and entry.item in DEFENCES


def _answers(entry: Entry, codes: CodeSet, rules: Rules) -> Iterator[tuple[Feedback | Clue, CodeSet]]:
    """What a guess or a use of an item can get for codes, each with what the codes can be afterwards."""
    if isinstance(entry, Turn):
        yield from split_by_feedback(entry.guess, codes, rules)
    else:
        yield from ((clue, codes_after(clue, codes, rules)) for clue in entry.possible_clues())


def _corrections_of(evidence: Evidence, indices: tuple[int, ...]) -> Iterator[Correction]:
    """The corrections that change exactly the feedback at these indices."""
    given = [given_feedback(evidence.turns[index]) for index in indices]
    for feedbacks, count in evidence.alternatives(indices).items():
        if all(feedback != old for feedback, old in zip(feedbacks, given, strict=True)):
            changes = (HistoryChange(index + 1, feedback) for index, feedback in zip(indices, feedbacks, strict=True))
            yield Correction(tuple(changes), count)


def _unlikelihood(correction: Correction, turns: Sequence[Entry]) -> int:
    return sum(
        classify_mistake(given_feedback(turns[change.number - 1]), change.feedback) for change in correction.changes
    )
