"""Judging guesses that were made: a single guess, or all guesses of a game. See `core.solver.marks`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from core.game.codes import Code
from core.game.feedback import Turn
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.coach import OPTIMAL, Coach, Suggestion
from core.solver.marks import luck_mark, skill_mark
from core.solver.search import NO_RESOURCES, SearchResources

_MIN_COSTLY_LOSS = 0.05
"""Losses below this are within the error of an estimate and not worth mentioning."""


@dataclass(frozen=True, slots=True)
class GuessCheck:
    """A guess compared with the best one.

    Args:
        candidate_count: number of candidates before the guess.
        guess: the guess.
        best: the best guess; the guess itself if none is better.
    """

    candidate_count: int
    guess: Suggestion
    best: Suggestion

    @property
    def loss(self) -> float:
        """How many more guesses than the best one the guess is expected to lead to, at least 0."""
        return max(0.0, self.guess.expected - self.best.expected)

    @property
    def is_exact(self) -> bool:
        """Whether the loss is exact."""
        return self.guess.exact and self.best.exact


CheckGuess: TypeAlias = Callable[[Rules, Sequence[Entry], Code], GuessCheck]
"""Compares a guess after a history with the best one, like `check_guess`."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn with its marks.

    Args:
        turn: the turn.
        before: number of candidates before the guess.
        after: number of candidates after the feedback, 1 for the winning guess.
        skill: 0 to 99, or None for the first guess and for the only candidate left, which do not count.
        luck: 0 to 99, or None if only one feedback was possible.
        check: the comparison behind `skill`, if any.
    """

    turn: Turn
    before: int
    after: int
    skill: int | None
    luck: int | None
    check: GuessCheck | None


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game.

    Args:
        turns: all turns with their marks.
        skill: mean over the turns that have this mark, or None if none has.
        luck: mean over the turns that have this mark, or None if none has.
    """

    turns: tuple[ReviewedTurn, ...]
    skill: int | None
    luck: int | None

    @property
    def costliest_turn(self) -> int | None:
        """The number of the turn with the greatest loss, counted from 1, or None if no loss is worth mentioning."""
        losses = [turn.check.loss if turn.check else 0.0 for turn in self.turns]
        greatest = max(losses, default=0.0)
        return losses.index(greatest) + 1 if greatest >= _MIN_COSTLY_LOSS else None


def check_guess(
    rules: Rules, turns: Sequence[Entry], guess: Code, resources: SearchResources = NO_RESOURCES
) -> GuessCheck:
    """Compare a guess with the best one after a history.

    If only one of the two has an exact number of expected guesses, the best one is estimated as well. An exact number
    and an estimate could differ even for guesses that are equally good.

    Raises:
        Contradiction: no code is consistent with the history.
    """
    coach = Coach(rules, turns, OPTIMAL, resources)
    best = coach.advice().guesses[0]
    if best.code == guess:
        return GuessCheck(coach.count, best, best)
    checked = coach.appraise(guess)
    if checked.exact != best.exact:
        best = coach.appraise(best.code)
    return GuessCheck(coach.count, checked, best if best.expected < checked.expected else checked)


def review_game(rules: Rules, history: Sequence[Entry], check: CheckGuess) -> Review:
    """Review the turns of a game, at least one.

    Args:
        rules: rules of the game.
        history: the turns, perhaps with clues.
        check: compares a guess with the best one.

    Raises:
        Contradiction: no code is consistent with the history.
    """
    turns = ((index, entry) for index, entry in enumerate(history) if isinstance(entry, Turn))
    reviewed = tuple(_review_turn(rules, turn, history[:index], check) for index, turn in turns)
    return Review(reviewed, _mean(turn.skill for turn in reviewed), _mean(turn.luck for turn in reviewed))


def _mean(marks: Iterable[int | None]) -> int | None:
    given = [mark for mark in marks if mark is not None]
    return round(sum(given) / len(given)) if given else None


def _review_turn(rules: Rules, turn: Turn, history: Sequence[Entry], check: CheckGuess) -> ReviewedTurn:
    before = find_candidates(rules, history)
    cell_weights = before.cell_weights(turn.guess)
    after = find_candidates(rules, (*history, turn))
    forced = before.count == 1 and turn.feedback.hits == rules.positions
    checked = check(rules, history, turn.guess) if history and not forced else None
    return ReviewedTurn(
        turn=turn,
        before=before.count,
        after=after.count,
        skill=skill_mark(checked.loss) if checked else None,
        luck=luck_mark(cell_weights, turn.feedback, rules) if len(cell_weights) > 1 else None,
        check=checked,
    )
