"""What the coach says about guesses."""

from dataclasses import dataclass

from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess with its appraisal.

    Args:
        code: the guess.
        score: the strategy's score of the guess in `unit`, or None if the strategy has no score.
        unit: "codes", "bits", "parts", "guesses", or "" for a mean without a unit.
        consistent: whether the guess is a candidate.
        expected: mean number of guesses still to be made, from this one to the winning one.
        exact: whether `expected` is exact, provided that the game is continued by the same strategy; for `optimal`,
            that no guess has a lower value.
        cell_sizes: the number of candidates for each feedback, without those that are impossible. Always exact.
    """

    code: Code
    score: float | None
    unit: str
    consistent: bool
    expected: float
    exact: bool
    cell_sizes: dict[Feedback, int]


@dataclass(frozen=True, slots=True)
class Advice:
    """What to guess after a history.

    Args:
        rules: rules of the game.
        turns: the history.
        strategy: the strategy that gives the advice.
        candidate_count: number of candidates, always exact.
        candidates: the candidates in lexicographic order if there are few enough to list them, else none.
        guesses: the best guesses, the best one first, at least one.
        sampled: whether there were too many codes or candidates to compare all of them, and only samples were compared.
    """

    rules: Rules
    turns: tuple[Turn, ...]
    strategy: Strategy
    candidate_count: int
    candidates: tuple[Code, ...]
    guesses: tuple[Suggestion, ...]
    sampled: bool = False
