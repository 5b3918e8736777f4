"""Advice: the best guesses after a history, what each is worth, and what it would leave.

Candidates are always counted exactly. Where there are more than can be compared with every guess, guesses are chosen by
a sample of them, drawn alike each time.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.game.codes import Code
from core.game.errors import Contradiction
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.solver.candidates import census
from core.solver.choosing import choose
from core.solver.expectation import Expectation
from core.solver.mistakes import unless_one_lies
from core.solver.partition import Trie, trie_of
from core.solver.ranking import Limit, OutOfTime, Stop, never, pool, ranked, some_candidates
from core.solver.search import THOROUGH, Lookup, Move, best_move
from core.solver.state import State
from core.solver.strategies import UNSCORED, Strategy
from core.solver.totals import GREEDY, estimated_total

MAX_CANDIDATES = 10_000
"""Candidates that are compared with guesses one and all."""

MAX_NAMED = 100
"""Candidates that advice names one by one."""

SAMPLE = 2_000
"""Candidates drawn where there are more."""

OPTIMAL = Strategy("optimal")

_GUESSES = "guesses"
"""The unit of `optimal`."""

_SHARE = 0.5
"""Of the time, for finding the best guess; the rest is for saying what it and others are worth."""


@dataclass(frozen=True, slots=True)
class SearchResources:
    """What advice may draw upon.

    Args:
        lookup: what a book says, asked first where the strategy is `optimal`; see `core.solver.book`.
        limit: on time; when it is over, what has been found is the answer. Without one it may take minutes.
        chance: drawn from where the strategy is not deterministic.
    """

    lookup: Lookup | None = None
    limit: Limit | None = None
    chance: random.Random | None = None


NO_RESOURCES = SearchResources()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess with what it is worth.

    Args:
        code: the guess.
        score: by the strategy, in `unit`; None if the strategy has none.
        unit: "codes", "bits", "parts", "guesses", or "" for a mean without a unit.
        consistent: whether it can itself be the secret.
        expected: guesses still to come on average, this one and the winning one counted.
        exact: whether `expected` is exact, if play goes on by the same strategy; for `optimal`, that nothing is better.
        sizes: how many candidates each feedback would leave, exactly; those that would leave none are not in it.
    """

    code: Code
    score: float | None
    unit: str
    consistent: bool
    expected: float
    exact: bool
    sizes: dict[Feedback, int]


@dataclass(frozen=True, slots=True)
class Advice:
    """What to guess after a history.

    Args:
        rules: of the game.
        turns: of the history.
        strategy: whose advice it is.
        candidates: how many codes are left, exactly.
        codes: those codes, lowest first, if they are at most `MAX_NAMED`; else none.
        guesses: the best ones, the best first, at least one.
    """

    rules: Rules
    turns: tuple[Turn, ...]
    strategy: Strategy
    candidates: int
    codes: tuple[Code, ...]
    guesses: tuple[Suggestion, ...]


def suggest(
    rules: Rules,
    turns: Sequence[Turn] = (),
    strategy: Strategy = OPTIMAL,
    top: int = 1,
    resources: SearchResources = NO_RESOURCES,
) -> Advice:
    """The best guesses after a history.

    Args:
        rules: of the game.
        turns: the history; every guess a code of these rules.
        strategy: whose guess comes first; the others are by its score, or by entropy if it has none.
        top: how many guesses.
        resources: what a book says, a limit on time, chance.

    Raises:
        Contradiction: no code fits the turns up to the one it names.
    """
    return Coach(rules, turns, strategy, resources).advice(top)


class Coach:
    """One history looked at by one strategy; arguments and errors are those of `suggest`.

    With `lies` 1 any one answer may be wrong: every code that contradicts at most one is a candidate, and nothing is
    exact, since what is still to come may be wrong as well.

    Attributes:
        state: of the game, with all candidates or, if `listed` is false, a sample of them.
        listed: whether the state holds all candidates.
        count: how many candidates there are, exactly.
    """

    def __init__(
        self,
        rules: Rules,
        turns: Sequence[Turn],
        strategy: Strategy = OPTIMAL,
        resources: SearchResources = NO_RESOURCES,
        *,
        lies: int = 0,
    ) -> None:
        self._early, self._late = (
            (resources.limit.stop(_SHARE), resources.limit.stop()) if resources.limit else (never, never)
        )
        drawn = random.Random(0)  # noqa: S311  # a sample to compare guesses by, the same each time
        self._rules, self._turns, self._strategy = rules, tuple(turns), strategy
        self._lookup = resources.lookup
        self._limit = resources.limit
        self._doubtful = lies > 0
        self._census = unless_one_lies(rules, turns) if lies else census(rules, turns)
        self.count = self._census.count
        self.listed = self.count <= MAX_CANDIDATES
        codes = self._census.codes() if self.listed else self._census.sample(SAMPLE, drawn)
        self.state = State(rules, tuple(turn.guess for turn in turns), codes)
        self._chance = resources.chance or drawn
        self._expectation = Expectation(rules, strategy, self._late)

    def advice(self, top: int = 1) -> Advice:
        """The best guesses, at most `top` of them."""
        best = self._best()
        others = [self._no_better(self.appraise(code), best) for code in self._alternatives(best.code, top - 1)]
        others.sort(key=lambda other: other.expected)
        named = tuple(self.state.candidates) if self.count <= MAX_NAMED else ()
        return Advice(self._rules, self._turns, self._strategy, self.count, named, (best, *others))

    def appraise(self, guess: Code) -> Suggestion:
        """What any guess is worth here."""
        sizes = self._census.sizes(guess)
        if self.listed:
            total, exact = self._expectation.after(guess, self.state)
        else:
            total, exact = self._thumb(sizes), False
        return self._suggestion(Move(guess, total / self.count, exact), sizes)

    def _best(self) -> Suggestion:
        """The strategy's guess."""
        if self._doubtful:
            return self.appraise(self._trusting())
        if self._strategy.name != OPTIMAL.name:
            return self.appraise(self._chosen())
        known = self._lookup(self._rules, self._turns) if self._lookup else None
        move = Move(*known) if known else best_move(self.state, THOROUGH, self._early)
        sound = known or self.listed
        return self._suggestion(move, self._census.sizes(move.guess)) if sound else self.appraise(move.guess)

    def _trusting(self) -> Code:
        """The guess if every answer is believed, as long as that is possible; else the best that was not made before.

        Codes that no answer contradicts are the likeliest by far. If the secret is none of them, that shows soon.
        """
        try:
            resources = SearchResources(self._lookup, self._limit, self._chance)
            return Coach(self._rules, self._turns, self._strategy, resources).advice().guesses[0].code
        except Contradiction:
            return self._alternatives((), 1)[0]

    def _chosen(self) -> Code:
        try:
            return choose(self._strategy, self.state, self._chance, _unasked, self._early)
        except OutOfTime:
            return self._near()[0]

    def _alternatives(self, but: Code, count: int) -> list[Code]:
        """The next best guesses by one-step score."""
        if count <= 0:
            return []
        try:
            found = self._ranking(pool(self._scored, self.state), self._late)
        except OutOfTime:
            found = self._near()
        made = {turn.guess for turn in self._turns} if self._doubtful else set()
        return [code for code in found if code != but and code not in made][:count]

    def _near(self) -> list[Code]:
        """Some candidates, the best first: found soon, however many codes there are."""
        return self._ranking(trie_of(some_candidates(self.state)), never)

    def _ranking(self, guesses: Trie, stop: Stop) -> list[Code]:
        return [guess.code for guess in sorted(ranked(self._scored.valuation, self.state, guesses, stop))]

    @property
    def _scored(self) -> Strategy:
        """The strategy, or one with a score in its stead."""
        return GREEDY if self._strategy.name in UNSCORED else self._strategy

    def _suggestion(self, move: Move, sizes: dict[Feedback, int]) -> Suggestion:
        score, unit = self._score(sizes, move.expected)
        consistent = Feedback(self._rules.positions, 0) in sizes
        return Suggestion(move.guess, score, unit, consistent, move.expected, move.exact and not self._doubtful, sizes)

    def _score(self, sizes: dict[Feedback, int], expected: float) -> tuple[float | None, str]:
        if self._strategy.name == OPTIMAL.name:
            return expected, _GUESSES
        if self._strategy.name in UNSCORED:
            return None, ""
        score = self._strategy.score
        return score.value(score.of(list(sizes.values())), self.count), score.unit

    def _thumb(self, sizes: dict[Feedback, int]) -> float:
        """The estimated total of a guess with these cells."""
        left = (size for feedback, size in sizes.items() if feedback.hits < self._rules.positions)
        return self.count + sum(estimated_total(self._rules, size) for size in left)

    def _no_better(self, other: Suggestion, best: Suggestion) -> Suggestion:
        """An alternative, whose estimate is not to look better than what was found to be the best."""
        if other.exact or other.expected >= best.expected:
            return other
        score = best.expected if other.unit == best.unit == _GUESSES else other.score
        return replace(other, expected=best.expected, score=score)


def _unasked(state: State) -> Code:
    """What `optimal` asks for elsewhere."""
    raise NotImplementedError(state)
