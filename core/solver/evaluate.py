"""What a strategy needs for every secret: its tree walked once, or seeded games where chance has a part.

The tree may be walked in pieces, anywhere and in any order: `branches` cuts it, `evaluate_branch` walks one piece, and
evaluations are added up.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Self

from core.game.codes import Code, all_codes
from core.game.feedback import score
from core.game.rules import Rules
from core.solver.choosing import Solve, choose
from core.solver.state import State
from core.solver.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Evaluation:
    """How many games took how many guesses, the winning one counted.

    Args:
        distribution: games won with 1, 2, 3 ... guesses.
    """

    distribution: tuple[int, ...] = ()

    def __add__(self, other: Self) -> "Evaluation":
        """The games of both."""
        both = zip_longest(self.distribution, other.distribution, fillvalue=0)
        return Evaluation(tuple(mine + its for mine, its in both))

    @property
    def games(self) -> int:
        """How many games."""
        return sum(self.distribution)

    @property
    def total(self) -> int:
        """Guesses over all games."""
        return sum(guesses * games for guesses, games in enumerate(self.distribution, 1))

    @property
    def average(self) -> float:
        """Guesses a game."""
        return self.total / self.games

    @property
    def worst(self) -> int:
        """Guesses of the longest game."""
        return len(self.distribution)


@dataclass(frozen=True, slots=True)
class Branch:
    """A part of a strategy's tree: the guesses that lead to it and the secrets in it."""

    guesses: tuple[Code, ...]
    candidates: tuple[Code, ...]


def won_at(guesses: int) -> Evaluation:
    """One game won with so many guesses."""
    return Evaluation((0,) * (guesses - 1) + (1,))


def evaluate(
    rules: Rules, strategy: Strategy, solve: Solve, progress: Callable[[int], None] = lambda _: None
) -> Evaluation:
    """Play a deterministic strategy for every secret.

    Args:
        rules: of the games.
        strategy: one whose `deterministic` holds.
        solve: what `optimal` asks.
        progress: told how many secrets have been played since it was last told.
    """
    done, parts = branches(rules, strategy, solve)
    progress(done.games)
    for branch in parts:
        part = evaluate_branch(rules, strategy, solve, branch)
        progress(part.games)
        done += part
    return done


def branches(rules: Rules, strategy: Strategy, solve: Solve, depth: int = 2) -> tuple[Evaluation, list[Branch]]:
    """The games that end within `depth` guesses, and the branches of the others, the one with most secrets first."""
    level = [State(rules, (), tuple(all_codes(rules)))]
    done = Evaluation()
    for guesses in range(1, depth + 1):
        after = [list(_after(strategy, state, solve)) for state in level]
        wins = sum(None in below for below in after)
        done += Evaluation((0,) * (guesses - 1) + (wins,) if wins else ())
        level = [state for below in after for state in below if state is not None]
    parts = [Branch(state.guesses, tuple(state.candidates)) for state in level]
    return done, sorted(parts, key=lambda branch: -len(branch.candidates))


def evaluate_branch(rules: Rules, strategy: Strategy, solve: Solve, branch: Branch) -> Evaluation:
    """Play a deterministic strategy for every secret of a branch."""
    counts: dict[int, int] = {}
    _count(strategy, State(rules, branch.guesses, branch.candidates), solve, counts)
    return _evaluation(counts)


def play_games(rules: Rules, strategy: Strategy, solve: Solve, secrets: Sequence[Code], seed: int) -> Evaluation:
    """Play a strategy, chance and all, once for each secret.

    Args:
        rules: of the games.
        strategy: any.
        solve: what `optimal` asks.
        secrets: codes of these rules.
        seed: the same one plays every game the same, whatever other secrets there are.
    """
    counts: dict[int, int] = {}
    beginning = State(rules, (), tuple(all_codes(rules)))
    for secret in secrets:
        chance = random.Random(f"{seed} {secret}")  # noqa: S311  # plays a game again, hides no secret
        guesses = _play(strategy, beginning, solve, secret, chance)
        counts[guesses] = counts.get(guesses, 0) + 1
    return _evaluation(counts)


def _play(strategy: Strategy, state: State, solve: Solve, secret: Code, chance: random.Random) -> int:
    """The guesses one game takes."""
    guess = choose(strategy, state, chance, solve)
    while guess != secret:
        state = state.answered(guess, score(secret, guess))
        guess = choose(strategy, state, chance, solve)
    return len(state.guesses) + 1


def _evaluation(counts: dict[int, int]) -> Evaluation:
    return Evaluation(tuple(counts.get(guesses, 0) for guesses in range(1, max(counts, default=0) + 1)))


def _count(strategy: Strategy, state: State, solve: Solve, counts: dict[int, int]) -> None:
    """Add to `counts` how many secrets of a state are found with how many guesses."""
    guesses = len(state.guesses) + 1
    for below in _after(strategy, state, solve):
        if below is None:
            counts[guesses] = counts.get(guesses, 0) + 1
        else:
            _count(strategy, below, solve, counts)


def _after(strategy: Strategy, state: State, solve: Solve) -> Iterator[State | None]:
    """How the game stands after the strategy's guess, for every answer; None stands for the win."""
    guess = choose(strategy, state, _NO_CHANCE, solve)
    if len(state.candidates) == 1 and guess == state.candidates[0]:
        yield None
        return
    if state.winning_cell in state.cells(guess):
        yield None
    yield from state.after(guess).values()


_NO_CHANCE = random.Random(0)  # noqa: S311  # no secret is drawn from it, nor anything else
