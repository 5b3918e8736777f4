"""Marks of guesses.

*Skill* compares a guess with the best one. *Luck* compares the feedback it got with the feedback it could have got.
Both are marks from 0 to 99, and neither depends on the other.
"""

import math
from collections.abc import Mapping

from core.game.feedback import Feedback
from core.game.rules import Rules

MAX_MARK = 99


def skill_mark(loss: float) -> int:
    """The skill mark for a guess that is expected to cost `loss` additional guesses: 99 exp(-loss), rounded.

    The best guess gets 99, a loss of half a guess 60, and a loss of one guess 36.
    """
    return round(MAX_MARK * math.exp(-max(0.0, loss)))


def luck_mark(cell_weights: Mapping[Feedback, int], feedback: Feedback, rules: Rules) -> int:
    """The luck mark for the feedback to a guess: its mid-rank percentile by the number of candidates left.

    This is 99 times the probability of feedback that leaves more candidates, plus half the probability of feedback that
    leaves as many. The winning feedback leaves none. Candidates count by their weights.

    Args:
        cell_weights: number of candidates for each possible feedback, or their weight if they are not equally likely.
        feedback: the feedback that the guess got.
        rules: rules of the game.
    """
    win = Feedback(rules.positions, 0)
    left = {other: 0 if other == win else weight for other, weight in cell_weights.items()}
    worse = sum(weight for other, weight in cell_weights.items() if left[other] > left[feedback])
    equal = sum(weight for other, weight in cell_weights.items() if left[other] == left[feedback])
    return round(MAX_MARK * (worse + equal / 2) / sum(cell_weights.values()))
