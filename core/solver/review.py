"""The review of a game: for each turn how well it was played, and how lucky it was.

*Skill* compares the guess with the best one that could have been made, *luck* the answer with those the guess might
have got. Both run from 0 to 99; neither knows what the other measures.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.candidates import Census, census
from core.solver.check import Check

TOP = 99


Judge: TypeAlias = Callable[[Rules, Sequence[Turn], Code], Check]
"""Compares a guess after a history with the best one."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn with what can be said of it.

    Args:
        turn: the guess and its answer.
        before: candidates before the guess.
        after: candidates after the answer, 1 for the winning one.
        skill: 0 to 99, None for the first guess, which never counts, and for the only code left.
        luck: 0 to 99, None where the answer was certain.
        check: what skill is based on, None where there is none.
    """

    turn: Turn
    before: int
    after: int
    skill: int | None
    luck: int | None
    check: Check | None


@dataclass(frozen=True, slots=True)
class Review:
    """A game reviewed; `skill` and `luck` are means over the turns that have them, None if none has."""

    turns: tuple[ReviewedTurn, ...]
    skill: int | None
    luck: int | None

    @property
    def costliest(self) -> int | None:
        """The number, from 1, of the turn that cost most, None if none cost anything to speak of."""
        losses = [turn.check.loss if turn.check else 0.0 for turn in self.turns]
        most = max(losses, default=0.0)
        return losses.index(most) + 1 if most >= _WORTH_SAYING else None


_WORTH_SAYING = 0.05
"""Guesses; less is not worth mentioning, and often within the error of an estimate."""


def review(rules: Rules, turns: Sequence[Turn], judge: Judge) -> Review:
    """Review the turns of a game, at least one.

    Raises:
        Contradiction: the answers fit no code.
    """
    reviewed = tuple(_review_turn(rules, turns, place, judge) for place in range(len(turns)))
    return Review(reviewed, _mean(turn.skill for turn in reviewed), _mean(turn.luck for turn in reviewed))


def _mean(marks: Iterable[int | None]) -> int | None:
    given = [mark for mark in marks if mark is not None]
    return round(sum(given) / len(given)) if given else None


def skill(loss: float) -> int:
    """Skill from the guesses that a guess cost on average: `99 exp(-loss)`, rounded.

    99 for the best guess, 60 for half a guess lost, 36 for a whole one; never rises with the loss.
    """
    return round(TOP * math.exp(-max(0.0, loss)))


def luck(sizes: Mapping[Feedback, int], feedback: Feedback, rules: Rules) -> int:
    """Luck from how many candidates each answer would have left: the mid-rank percentile of the answer given.

    99 times the probability of an answer that leaves more, and half that of one that leaves as many, all candidates
    being equally likely. The winning answer leaves nothing. Never falls with the number of candidates spared.
    """
    win = Feedback(rules.positions, 0)
    left = {answer: 0 if answer == win else size for answer, size in sizes.items()}
    worse = sum(size for answer, size in sizes.items() if left[answer] > left[feedback])
    equal = sum(size for answer, size in sizes.items() if left[answer] == left[feedback])
    return round(TOP * (worse + equal / 2) / sum(sizes.values()))


def _review_turn(rules: Rules, turns: Sequence[Turn], place: int, judge: Judge) -> ReviewedTurn:
    turn, history = turns[place], turns[:place]
    before: Census = census(rules, history)
    sizes = before.sizes(turn.guess)
    after = census(rules, turns[: place + 1]).count
    forced = before.count == 1 and turn.feedback.hits == rules.positions
    check = judge(rules, history, turn.guess) if place > 0 and not forced else None
    return ReviewedTurn(
        turn=turn,
        before=before.count,
        after=after,
        skill=skill(check.loss) if check else None,
        luck=luck(sizes, turn.feedback, rules) if len(sizes) > 1 else None,
        check=check,
    )
