"""The opponent, which guesses at four levels from the rules and its own history.

- `expert` plays from the book, or searches where there is none.
- `hard` guesses a random candidate.
- `normal` does the same, but forgets each turn with some probability.
- `easy` also forgets turns, and understands only the last two in full. Of earlier ones it uses the sum of hits and
  blows, as beginners do.

What is forgotten is drawn again for each guess. The guesses of `expert` are mapped through a random symmetry that
leaves the history unchanged, so that nobody can learn its games by heart.
"""

import random
from collections.abc import Callable, Sequence
from itertools import compress
from typing import TypeAlias

from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.candidates import (
    CodeSet,
    cell_numbers,
    codes_with_feedback,
    find_candidates,
    full_set,
    to_bytes,
)
from core.solver.code_space import code_at

SolveHistory: TypeAlias = Callable[[Rules, Sequence[Turn]], Code]
"""Finds the best guess after a history, for `expert`."""

FORGET_PROBABILITY = {Level.NORMAL: 0.22, Level.EASY: 0.16}
"""The probability that a turn is forgotten at a guess, chosen by measuring the strength of each level."""

_TURNS_UNDERSTOOD = 2
"""The number of last turns in which `easy` distinguishes hits from blows."""


def choose_guess(rules: Rules, history: Sequence[Turn], level: Level, rng: random.Random, solve: SolveHistory) -> Code:
    """The opponent's guess.

    Args:
        rules: rules of the game.
        history: the opponent's guesses with their feedback.
        level: how well it plays.
        rng: source of randomness.
        solve: finds the best guess for `expert`.

    Raises:
        Contradiction: no code is consistent with the history.
    """
    find_candidates(rules, history)
    found = [turn.guess for turn in history if turn.feedback.hits == rules.positions]
    if found:  # feedback was corrected afterwards
        return found[0]
    if level is Level.EXPERT:
        return randomize_guess(solve(rules, history), rules, history, rng)
    remembered = [turn for turn in history if rng.random() >= FORGET_PROBABILITY.get(level, 0.0)]
    vague_count = len(remembered) - _TURNS_UNDERSTOOD if level is Level.EASY else 0
    consistent = full_set(rules)
    for index, turn in enumerate(remembered):
        feedbacks = _with_sum(sum(turn.feedback), rules) if index < vague_count else {turn.feedback}
        consistent &= codes_with_feedback(cell_numbers(turn.guess, rules), feedbacks, rules)
    return _draw_guess(consistent, rules, {turn.guess for turn in history}, rng)


def randomize_guess(guess: Code, rules: Rules, history: Sequence[Turn], rng: random.Random) -> Code:
    """A random guess that is equivalent to `guess`.

    Symbols that do not occur in the history are exchanged and, before the first guess, positions are shuffled.
    """
    guessed = {symbol for turn in history for symbol in turn.guess}
    unused = [symbol for symbol in range(rules.symbols) if symbol not in guessed]
    renaming = dict(zip(unused, rng.sample(unused, len(unused)), strict=True))
    code = [renaming.get(symbol, symbol) for symbol in guess]
    if not history:
        rng.shuffle(code)
    return tuple(code)


def _with_sum(total: int, rules: Rules) -> set[Feedback]:
    """The feedbacks whose hits and blows add up to `total`."""
    return {Feedback(*pair) for pair in rules.feedbacks() if sum(pair) == total}


def _draw_guess(codes: CodeSet, rules: Rules, guessed: set[Code], rng: random.Random) -> Code:
    """A random code of the set that has not been guessed yet, or any random code if there is none."""
    indices = list(compress(range(rules.codes), to_bytes(codes, rules)))
    for index in rng.sample(indices, min(len(indices), len(guessed) + 1)):
        code = code_at(index, rules)
        if code not in guessed:
            return code
    return code_at(rng.randrange(rules.codes), rules)
