"""How many guesses a strategy or a book needs for each secret, and its game against one secret.

A deterministic strategy is evaluated by walking its tree once; other strategies play a seeded game for every secret.
The tree can be walked in parts, in any order and in several processes: `split_into_branches` cuts it,
`evaluate_branch` walks one part, and evaluations can be added.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Self

from core.game.codes import Code, all_codes
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.book_format import Book, Node
from core.solver.candidates import find_candidates
from core.solver.errors import BookUnusable
from core.solver.marks import luck_mark
from core.solver.search import QUICK, Lookup, best_move
from core.solver.selection import Solve, compares_all_guesses, select_guess
from core.solver.state import State, cell_feedback
from core.solver.strategies import UNSCORED, Strategy

_UNUSED_RNG = random.Random(0)  # noqa: S311  # only deterministic strategies are walked


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How many games took how many guesses, the winning guess included.

    Args:
        distribution: the number of games won with 1, 2, 3 ... guesses.
    """

    distribution: tuple[int, ...] = ()

    @classmethod
    def from_counts(cls, counts: Counter[int]) -> "Evaluation":
        """The evaluation of games counted by their number of guesses."""
        return cls(tuple(counts[guesses] for guesses in range(1, max(counts, default=0) + 1)))

    def __add__(self, other: Self) -> "Evaluation":
        """The games of both."""
        pairs = zip_longest(self.distribution, other.distribution, fillvalue=0)
        return Evaluation(tuple(ours + theirs for ours, theirs in pairs))

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.distribution)

    @property
    def total(self) -> int:
        """The number of guesses in all games."""
        return sum(guesses * games for guesses, games in enumerate(self.distribution, 1))

    @property
    def average(self) -> float:
        """The mean number of guesses per game."""
        return self.total / self.games

    @property
    def worst(self) -> int:
        """The number of guesses of the longest game."""
        return len(self.distribution)


@dataclass(frozen=True, slots=True)
class BranchAfterGuesses:
    """A part of a strategy's tree: the guesses that lead to it and the secrets in it."""

    guesses: tuple[Code, ...]
    candidates: tuple[Code, ...]


def strategy_compares_samples(rules: Rules, strategy: Strategy) -> bool:
    """Whether there are too many codes for a strategy to compare all of them, and it compares only samples."""
    compares = strategy.name == "optimal" or strategy.name not in UNSCORED
    return compares and not compares_all_guesses(rules, rules.code_count)


def evaluate(
    rules: Rules, strategy: Strategy, solve: Solve, progress: Callable[[int], None] = lambda _: None
) -> Evaluation:
    """Play a deterministic strategy for every secret.

    Args:
        rules: rules of the games.
        strategy: a deterministic strategy.
        solve: finds the guesses of `optimal`.
        progress: called with the number of secrets played since the last call.
    """
    evaluation, branches = split_into_branches(rules, strategy, solve)
    progress(evaluation.games)
    for branch in branches:
        part = evaluate_branch(rules, strategy, solve, branch)
        progress(part.games)
        evaluation += part
    return evaluation


def split_into_branches(
    rules: Rules, strategy: Strategy, solve: Solve, depth: int = 2
) -> tuple[Evaluation, list[BranchAfterGuesses]]:
    """Evaluate the games of up to `depth` guesses; the longer ones are returned as branches, the largest first."""
    level = [State(rules, (), tuple(all_codes(rules)))]
    wins: Counter[int] = Counter()
    for guesses in range(1, depth + 1):
        successors = [successor for state in level for successor in _successors(strategy, state, solve)]
        wins[guesses] = successors.count(None)
        level = [state for state in successors if state is not None]
    branches = [BranchAfterGuesses(state.guesses, tuple(state.candidates)) for state in level]
    return Evaluation.from_counts(+wins), sorted(branches, key=lambda branch: -len(branch.candidates))


def evaluate_branch(rules: Rules, strategy: Strategy, solve: Solve, branch: BranchAfterGuesses) -> Evaluation:
    """Play a deterministic strategy for every secret of a branch."""
    wins: Counter[int] = Counter()
    _count_wins(strategy, State(rules, branch.guesses, branch.candidates), solve, wins)
    return Evaluation.from_counts(+wins)


def play_games(rules: Rules, strategy: Strategy, solve: Solve, secrets: Sequence[Code], seed: int) -> Evaluation:
    """Play any strategy once for each secret.

    Args:
        rules: rules of the games.
        strategy: the strategy.
        solve: finds the guesses of `optimal`.
        secrets: the secrets.
        seed: determines the random choices of each game, independently of the other secrets.
    """
    wins: Counter[int] = Counter()
    start = State(rules, (), tuple(all_codes(rules)))
    for secret in secrets:
        rng = random.Random(f"{seed} {secret}")  # noqa: S311  # guesses, not secrets
        wins[_play_game(strategy, start, solve, secret, rng)] += 1
    return Evaluation.from_counts(wins)


def evaluate_book(book: Book) -> Evaluation:
    """Play a book for every secret and check the numbers in it.

    Raises:
        BookUnusable: a number in the book is wrong, or a guess is missing.
    """
    return _evaluate_node(book, book.root, State(book.rules, (), tuple(all_codes(book.rules))))


def _play_game(strategy: Strategy, state: State, solve: Solve, secret: Code, rng: random.Random) -> int:
    """The number of guesses that a game takes."""
    guess = select_guess(strategy, state, rng, solve)
    while guess != secret:
        state = state.successor(guess, compute_feedback(secret, guess))
        guess = select_guess(strategy, state, rng, solve)
    return len(state.guesses) + 1


def _count_wins(strategy: Strategy, state: State, solve: Solve, wins: Counter[int]) -> None:
    """Count the candidates of a state by the number of guesses that find them."""
    turn = len(state.guesses) + 1
    if len(state.candidates) == 1:
        wins[turn] += 1
        return
    guess = select_guess(strategy, state, _UNUSED_RNG, solve)
    if len(state.candidates) == 2 and guess in state.candidates:  # noqa: PLR2004  # right at once, or the other one
        wins.update((turn, turn + 1))
        return
    cells = set(state.cell_numbers(guess))
    if state.winning_cell in cells:
        wins[turn] += 1
    if len(cells) == len(state.candidates):
        wins[turn + 1] += len(cells - {state.winning_cell})
        return
    for successor in state.successors(guess).values():
        _count_wins(strategy, successor, solve, wins)


def _successors(strategy: Strategy, state: State, solve: Solve) -> Iterator[State | None]:
    """The states that the strategy's guess can lead to; None stands for the win."""
    guess = select_guess(strategy, state, _UNUSED_RNG, solve)
    if len(state.candidates) == 1 and guess == state.candidates[0]:
        yield None
        return
    if state.winning_cell in state.cell_numbers(guess):
        yield None
    yield from state.successors(guess).values()


def _evaluate_node(book: Book, node: Node | None, state: State) -> Evaluation:
    """Play a book from a state on; a node of None means that the guess is the splitter of the state."""
    guess = state.find_splitter() if node is None else node.guess
    if guess is None:
        raise BookUnusable(book.rules, "content")
    children = {} if node is None else node.children
    evaluation = Evaluation()
    if state.winning_cell in state.cell_numbers(guess):
        evaluation += Evaluation.from_counts(Counter({len(state.guesses) + 1: 1}))
    for number, successor in state.successors(guess).items():
        evaluation += _evaluate_node(book, children.get(cell_feedback(number, book.rules)), successor)
    if node is not None:
        total = evaluation.total - len(state.guesses) * evaluation.games
        if (node.candidate_count, node.total) != (evaluation.games, total):
            raise BookUnusable(book.rules, "content")
    return evaluation


@dataclass(frozen=True, slots=True)
class TracedTurn:
    """A turn of a strategy.

    Args:
        turn: the guess with its feedback.
        before: number of candidates before the guess.
        after: number of candidates after the feedback, 1 for the winning guess.
        score: the strategy's score of the guess in `unit`, or None if it has none; for `optimal`, the expected number
            of guesses from this one to the winning one.
        unit: the unit of `score`; see `Suggestion`.
        luck: 0 to 99, or None if only one feedback was possible.
    """

    turn: Turn
    before: int
    after: int
    score: float | None
    unit: str
    luck: int | None


def trace_game(rules: Rules, strategy: Strategy, secret: Code, lookup: Lookup, seed: int = 0) -> list[TracedTurn]:
    """Play a strategy against a secret.

    Args:
        rules: rules of the game.
        strategy: any strategy.
        secret: the secret; the strategy is told nothing but feedback.
        lookup: finds the moves of `optimal` in books.
        seed: seed of the random choices. With the same seed, `play_games` plays the same game.
    """
    rng = random.Random(f"{seed} {secret}")  # noqa: S311  # guesses, not secrets
    state = State(rules, (), tuple(all_codes(rules)))
    traced: list[TracedTurn] = []
    while not traced or traced[-1].turn.guess != secret:
        guess, expected = _guess(strategy, state, lookup, rng)
        turn = Turn(guess, compute_feedback(secret, guess))
        traced.append(_traced(strategy, state, turn, expected))
        if guess != secret:
            state = state.successor(guess, turn.feedback)
    return traced


def _guess(strategy: Strategy, state: State, lookup: Lookup, rng: random.Random) -> tuple[Code, float | None]:
    """The guess of a strategy and, if `optimal` looked it up or searched for it, the expected number of guesses."""
    expected: float | None = None

    def solve(state: State) -> Code:
        nonlocal expected
        guess, expected, _ = lookup(state.rules, state.turns) or best_move(state, QUICK)
        return guess

    return select_guess(strategy, state, rng, solve), expected


def _traced(strategy: Strategy, state: State, turn: Turn, expected: float | None) -> TracedTurn:
    rules, count = state.rules, len(state.candidates)
    cell_sizes = find_candidates(rules, state.turns).cell_sizes(turn.guess)
    score, unit = expected, "" if expected is None else "guesses"
    if strategy.name not in UNSCORED:
        score = strategy.score.displayed_value(strategy.score.scaled_score(list(cell_sizes.values())), count)
        unit = strategy.score.unit
    return TracedTurn(
        turn=turn,
        before=count,
        after=cell_sizes[turn.feedback],
        score=score,
        unit=unit,
        luck=luck_mark(cell_sizes, turn.feedback, rules) if len(cell_sizes) > 1 else None,
    )
