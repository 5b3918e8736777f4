"""Corrections of feedback that contradicts itself, in their plainest form: every change is tried."""

from itertools import combinations, product
from typing import TypeAlias

from tests.models.plain import Turn, fitting, possible_feedback

Changes: TypeAlias = tuple[tuple[int, int, int], ...]
"""Other hits and blows, each with the number of its turn from 1."""


def corrections(rules: str, turns: list[Turn]) -> list[tuple[Changes, int]] | None:
    """Every correction of one turn or, without any, of two, with the codes it leaves; None without turns."""
    if not turns:
        return None
    for size in (1, 2):
        found = [
            (changes, left)
            for numbers in combinations(range(1, len(turns) + 1), size)
            for changes in _changes_of(rules, turns, numbers)
            if (left := len(fitting(rules, corrected(turns, changes))))
        ]
        if found:
            return sorted(found)
    return []


def corrected(turns: list[Turn], changes: Changes) -> list[Turn]:
    """The turns with other feedback."""
    feedback = {number: (hits, blows) for number, hits, blows in changes}
    return [
        (by, guess, *feedback.get(number, (hits, blows))) for number, (by, guess, hits, blows) in enumerate(turns, 1)
    ]


def _changes_of(rules: str, turns: list[Turn], numbers: tuple[int, ...]) -> list[Changes]:
    """Every way to change the feedback of all turns with these numbers."""
    others = [sorted(possible_feedback(rules) - {turns[number - 1][2:]}) for number in numbers]
    return [
        tuple((number, *feedback) for number, feedback in zip(numbers, chosen, strict=True))
        for chosen in product(*others)
    ]
