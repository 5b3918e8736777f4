"""Advice after a history: the best guesses, how good each one is, and how many candidates each feedback would leave.

Candidates are always counted exactly, and every mean weighs them by how likely they are, see `core.solver.candidates`.
If there are too many to be compared with all guesses, guesses are compared on a random sample of candidates, which is
the same for the same history.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.items import Clue, Entry, Item
from core.game.rules import Rules
from core.solver.budget import Budget, OutOfBudget, never_stop
from core.solver.candidates import find_candidates
from core.solver.costs import GREEDY, MAX_EXACT, StrategyCostCalculator, estimated_cost
from core.solver.item_play import ItemWorth, item_worths
from core.solver.mistakes import find_candidates_allowing_lie
from core.solver.search import AMONG_SAMPLES, NO_RESOURCES, ONE_STEP, THOROUGH, Move, SearchResources, best_move
from core.solver.selection import compares_all_guesses, guess_pool, rank_guesses, select_guess
from core.solver.shortlist import quick_shortlist, shortlist
from core.solver.state import State
from core.solver.strategies import UNSCORED, Strategy


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
        left: mean number of candidates after the feedback; if the guess is the secret, none is left. Always exact.
    """

    code: Code
    score: float | None
    unit: str
    consistent: bool
    expected: float
    exact: bool
    cell_sizes: dict[Feedback, int]
    left: float


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
        items: what items that are not in the history are worth, the best one first; only if it has clues.
    """

    rules: Rules
    turns: tuple[Entry, ...]
    strategy: Strategy
    candidate_count: int
    candidates: tuple[Code, ...]
    guesses: tuple[Suggestion, ...]
    sampled: bool = False
    items: tuple[ItemWorth, ...] = ()


MAX_COMPARED = 10_000
"""The largest number of candidates that are all compared with guesses."""

SAMPLE_SIZE = 2_000
"""The number of candidates in a sample, if there are more than `MAX_COMPARED`."""

MAX_LISTED = 100
"""The largest number of candidates that advice lists."""

OPTIMAL = Strategy("optimal")

_GUESSES = "guesses"
"""The unit of the score of `optimal`."""

_TIME_FOR_BEST_GUESS = 0.5
"""The share of the time limit for finding the best guess; the rest is for appraising guesses."""

_WORK_AMONG_SAMPLES = 1 / 2
"""The share of the work for the best guess where guesses are sampled. More work finds hardly any better guess there."""

_WORK_FOR_ALTERNATIVE = 1 / 64
"""The share of the work, in addition to that for the best guess, for appraising each alternative."""

_WORK_FOR_RANKING = 1 / 4
"""Likewise for finding the alternatives, if they are the next best of all guesses."""

_WORK_FOR_SHORTLIST = 1 / 16
"""Likewise, if they are the best of a shortlist."""

_LISTED = 48
"""The number of guesses in a shortlist of alternatives, in addition to those that are asked for."""

_ALL_DIGITS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 0, 1))
"""Guesses with all digits. With clues, digits are not equivalent even if they have not been guessed."""

_WORK_PER_CODE = 10
"""The work for counting candidates and cells, for each code of the rules."""


def suggest(
    rules: Rules,
    turns: Sequence[Entry] = (),
    strategy: Strategy = OPTIMAL,
    top: int = 1,
    resources: SearchResources = NO_RESOURCES,
) -> Advice:
    """The best guesses after a history.

    Args:
        rules: rules of the game.
        turns: the history, perhaps with clues; every guess must be a code under these rules.
        strategy: selects the first guess. The others follow by the strategy's score, or by entropy if it has none.
        top: number of guesses.
        resources: a book, a time limit and a source of randomness.

    Raises:
        Contradiction: no code is consistent with the history.
    """
    return Coach(rules, turns, strategy, resources).advice(top)


class Coach:
    """Advises after one history with one strategy. Arguments and errors are those of `suggest`.

    If `lies` is 1, the feedback of any one turn may be wrong. Every code that contradicts at most one turn is then a
    candidate, and no number is exact, because later feedback may be wrong as well.

    Attributes:
        count: number of candidates, always exact.
        complete: whether `state` contains all candidates.
        state: the state of the game, with all candidates or a sample of them.
    """

    def __init__(
        self,
        rules: Rules,
        turns: Sequence[Entry],
        strategy: Strategy = OPTIMAL,
        resources: SearchResources = NO_RESOURCES,
        *,
        lies: int = 0,
    ) -> None:
        limit = resources.time_limit
        self._should_stop = limit.start() if limit else never_stop
        fixed_rng = random.Random(0)  # noqa: S311  # guesses, not secrets
        self._rules, self._turns, self._strategy, self._resources = rules, tuple(turns), strategy, resources
        self._may_lie = lies > 0
        self._candidates = (find_candidates_allowing_lie if self._may_lie else find_candidates)(rules, turns)
        self.count = self._candidates.count
        self.complete = self._candidates.weight <= MAX_COMPARED
        share = 1 if self._compares_all_guesses else _WORK_AMONG_SAMPLES
        work = share * max(0, resources.work - _WORK_PER_CODE * rules.code_count)
        self._search_budget = Budget(work, limit.start(_TIME_FOR_BEST_GUESS) if limit else never_stop)
        found = self._candidates
        codes = found.weighted_codes() if self.complete else found.sample(SAMPLE_SIZE, fixed_rng)
        self._guesses = tuple(entry.guess for entry in turns if isinstance(entry, Turn))
        has_clues = len(self._guesses) < len(turns)
        self.state = State(rules, self._guesses + _ALL_DIGITS * has_clues, codes, weighted=not found.is_uniform)
        self._rng = resources.rng or fixed_rng
        self._expectation = StrategyCostCalculator(
            rules, strategy, self._should_stop, max_exact=0 if self._may_lie else MAX_EXACT
        )

    def advice(self, top: int = 1) -> Advice:
        """The best guesses, at most `top` of them."""
        best = self._best_suggestion()
        others = [self._alternative(code, best) for code in self._alternatives(best.code, top - 1)]
        others.sort(key=lambda other: other.expected)
        guesses = [best, *others]
        if self._strategy.name == OPTIMAL.name:  # an alternative may turn out to be better than an estimate
            guesses.sort(key=lambda guess: guess.expected)
        listed = tuple(self._candidates.codes()) if self.count <= MAX_LISTED else ()
        sampled = not (self.complete and self._compares_all_guesses) and not best.exact
        used = {entry.item for entry in self._turns if isinstance(entry, Clue)}
        items = item_worths(self._candidates, set(Item) - used) if used else []
        return Advice(
            self._rules, self._turns, self._strategy, self.count, listed, tuple(guesses), sampled, tuple(items)
        )

    def appraise(self, guess: Code) -> Suggestion:
        """How good a guess is."""
        cell_sizes = self._candidates.cell_sizes(guess)
        found = self._expected_after(guess, self._resources.work)
        expected, exact = found or (self._estimated_cost(cell_sizes) / self.count, False)
        return self._suggestion(Move(guess, expected, exact), cell_sizes)

    def _alternative(self, guess: Code, best: Suggestion) -> Suggestion:
        """How good a guess is in comparison with the best one.

        If there is no better estimate, it is the expected number of the best guess with the difference of what a rule
        of thumb says about both.
        """
        cell_sizes = self._candidates.cell_sizes(guess)
        found = self._expected_after(guess, _WORK_FOR_ALTERNATIVE * self._resources.work)
        if found is not None:
            return self._not_better(self._suggestion(Move(guess, *found), cell_sizes), best)
        difference = self._estimated_cost(cell_sizes) - self._estimated_cost(best.cell_sizes)
        expected = best.expected + max(0.0, difference) / self.count
        return self._suggestion(Move(guess, expected, exact=False), cell_sizes)

    def _expected_after(self, guess: Code, work: float) -> tuple[float, bool] | None:
        """The expected number of a guess and whether it is exact, or None if playing on takes more than this work."""
        if not self.complete:
            return None
        try:
            cost, exact = self._expectation.cost_after(guess, self.state, work)
        except OutOfBudget:
            return None
        return cost / len(self.state.candidates), exact

    def _best_suggestion(self) -> Suggestion:
        """The guess of the strategy."""
        if self._may_lie:
            return self.appraise(self._guess_without_lies())
        if self._strategy.name != OPTIMAL.name:
            return self.appraise(self._strategy_guess())
        limits = THOROUGH if self._compares_all_guesses else AMONG_SAMPLES if self.complete else ONE_STEP
        move = self._known_move or best_move(self.state, limits, self._search_budget)
        if self._known_move or self.complete:
            return self._suggestion(move, self._candidates.cell_sizes(move.guess))
        return self.appraise(move.guess)

    def _guess_without_lies(self) -> Code:
        """The best guess if no feedback is wrong, as long as that is possible; else the best new guess.

        Codes that contradict no turn are by far the likeliest, and it soon becomes clear if the secret is none of them.
        """
        try:
            resources = replace(self._resources, rng=self._rng)
            return Coach(self._rules, self._turns, self._strategy, resources).advice().guesses[0].code
        except Contradiction:
            return self._alternatives((), 1)[0]

    def _strategy_guess(self) -> Code:
        try:
            return select_guess(self._strategy, self.state, self._rng, budget=self._search_budget)
        except OutOfBudget:
            return quick_shortlist(self._scored_strategy.valuation, self.state, _LISTED)[0]

    def _alternatives(self, best: Code, count: int) -> list[Code]:
        """The best `count` guesses by score, without `best`. How many there are does not depend on the time."""
        if count <= 0:
            return []
        excluded = {best, *(self._guesses if self._may_lie else ())}
        return list(islice((code for code in self._ranked(_LISTED + count) if code not in excluded), count))

    def _ranked(self, size: int) -> Iterable[Code]:
        """Guesses by score, at least `size` if there are so many that are not equivalent."""
        valuation, work = self._scored_strategy.valuation, self._resources.work
        try:
            if self._known_move or not self._compares_all_guesses:
                return shortlist(valuation, self.state, Budget(_WORK_FOR_SHORTLIST * work, self._should_stop), size)
            budget = Budget(_WORK_FOR_RANKING * work, self._should_stop)
            ranked = islice(rank_guesses(valuation, self.state, guess_pool(self.state), budget), size)
            return [guess.code for guess in ranked]
        except OutOfBudget:
            return quick_shortlist(valuation, self.state, size)

    @property
    def _compares_all_guesses(self) -> bool:
        return compares_all_guesses(self._rules, self.count)

    @cached_property
    def _known_move(self) -> Move | None:
        """The move of the book, if it knows the history and the strategy plays by it."""
        if self._strategy.name != OPTIMAL.name or self._may_lie or self._resources.lookup is None:
            return None
        return self._resources.lookup(self._rules, self._turns)

    @property
    def _scored_strategy(self) -> Strategy:
        """The strategy, or one with a score in its place."""
        return GREEDY if self._strategy.name in UNSCORED else self._strategy

    def _suggestion(self, move: Move, cell_sizes: dict[Feedback, int]) -> Suggestion:
        weights = cell_sizes if self._candidates.is_uniform else self._candidates.cell_weights(move.guess)
        score, unit = self._score(weights, move.expected)
        win = Feedback(self._rules.positions, 0)
        consistent = win in cell_sizes
        exact = move.exact and not self._may_lie
        not_found = sum(weights[feedback] * size for feedback, size in cell_sizes.items() if feedback != win)
        left = not_found / self._candidates.weight
        return Suggestion(move.guess, score, unit, consistent, move.expected, exact, cell_sizes, left)

    def _score(self, cell_weights: dict[Feedback, int], expected: float) -> tuple[float | None, str]:
        """The displayed score and its unit."""
        if self._strategy.name == OPTIMAL.name:
            return expected, _GUESSES
        if self._strategy.name in UNSCORED:
            return None, ""
        score = self._strategy.score
        return score.displayed_value(
            score.scaled_score(list(cell_weights.values())), self._candidates.weight
        ), score.unit

    def _estimated_cost(self, cell_sizes: dict[Feedback, int]) -> float:
        """The cost of a guess, estimated from its cell sizes."""
        sizes = (size for feedback, size in cell_sizes.items() if feedback.hits < self._rules.positions)
        return self.count + sum(estimated_cost(self._rules, size) for size in sizes)

    def _not_better(self, other: Suggestion, best: Suggestion) -> Suggestion:
        """An alternative whose estimate is raised to that of the best guess if it is lower."""
        if other.exact or other.expected >= best.expected:
            return other
        score = best.expected if other.unit == best.unit == _GUESSES else other.score
        return replace(other, expected=best.expected, score=score)
