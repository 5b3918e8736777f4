"""The game that a strategy plays against a secret, turn by turn."""

import random
from dataclasses import dataclass

from core.game.codes import Code, all_codes
from core.game.feedback import Turn, compute_feedback
from core.game.rules import Rules
from core.solver.candidates import find_candidates
from core.solver.review import luck
from core.solver.search import QUICK, Lookup, best_move
from core.solver.selection import select_guess
from core.solver.state import State
from core.solver.strategies import UNSCORED, Strategy


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
        score = strategy.score.value(strategy.score.of(list(cell_sizes.values())), count)
        unit = strategy.score.unit
    return TracedTurn(
        turn=turn,
        before=count,
        after=cell_sizes[turn.feedback],
        score=score,
        unit=unit,
        luck=luck(cell_sizes, turn.feedback, rules) if len(cell_sizes) > 1 else None,
    )
