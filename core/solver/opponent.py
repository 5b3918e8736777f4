"""The opponent, which guesses at four levels from the rules and its own history.

- `expert` plays from the book, or searches where there is none.
- `hard` guesses a random candidate, each as often as it is likely.
- `normal` does the same, but forgets each turn with some probability.
- `easy` also forgets turns, and understands only the last two in full. Of earlier ones it uses the sum of hits and
  blows, as beginners do.

What is forgotten is drawn again for each guess. The guesses of `expert` are mapped through a random symmetry that
leaves the history or, with clues, the candidates unchanged, so that nobody can learn its games by heart.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import TypeAlias

from core.game.codes import Code
from core.game.feedback import Feedback, Turn
from core.game.items import Clue, Entry
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.candidates import CandidateSet, Weights, find_candidates, weights_after
from core.solver.code_masks import all_codes_mask, code_at, codes_with_feedback
from core.solver.symmetry import Symmetry

SolveHistory: TypeAlias = Callable[[Rules, Sequence[Entry]], Code]
"""Finds the best guess after a history, for `expert`."""

FORGET_PROBABILITY = {Level.NORMAL: 0.22, Level.EASY: 0.16}
"""The probability that a turn is forgotten at a guess, chosen by measuring the strength of each level."""

_TURNS_UNDERSTOOD = 2
"""The number of last turns in which `easy` distinguishes hits from blows."""


def choose_guess(rules: Rules, history: Sequence[Entry], level: Level, rng: random.Random, solve: SolveHistory) -> Code:
    """The opponent's guess.

    Args:
        rules: rules of the game.
        history: the opponent's guesses with their feedback, and clues, of which none is forgotten.
        level: how well it plays.
        rng: source of randomness.
        solve: finds the best guess for `expert`.

    Raises:
        Contradiction: no code is consistent with the history.
    """
    find_candidates(rules, history)
    turns = [entry for entry in history if isinstance(entry, Turn)]
    found = [turn.guess for turn in turns if turn.feedback.hits == rules.positions]
    if found:  # feedback was corrected afterwards
        return found[0]
    if level is Level.EXPERT:
        return randomize_guess(solve(rules, history), rules, history, rng)
    forgotten = FORGET_PROBABILITY.get(level, 0.0)
    remembered = [entry for entry in history if isinstance(entry, Clue) or rng.random() >= forgotten]
    understood = [entry for entry in remembered if isinstance(entry, Turn)][-_TURNS_UNDERSTOOD:]
    weights: Weights = (all_codes_mask(rules),)
    for entry in remembered:
        if isinstance(entry, Turn) and level is Level.EASY and entry not in understood:
            codes = codes_with_feedback(entry.guess, _with_sum(sum(entry.feedback), rules), rules)
            weights = tuple(digit & codes for digit in weights)
        else:
            weights = weights_after(entry, weights, rules)
    drawn = CandidateSet(rules, weights).draw(rng, {turn.guess for turn in turns})
    return code_at(rng.randrange(rules.code_count), rules) if drawn is None else drawn


def randomize_guess(guess: Code, rules: Rules, history: Sequence[Entry], rng: random.Random) -> Code:
    """A random guess that is equivalent to `guess`.

    Symbols that do not occur in the history are exchanged and, before the first guess, positions are shuffled. With
    clues, what may be exchanged follows from the candidates.
    """
    turns = [entry for entry in history if isinstance(entry, Turn)]
    if len(turns) < len(history):
        return _random_symmetry(find_candidates(rules, history), rng).apply(guess)
    guessed = {symbol for turn in turns for symbol in turn.guess}
    unused = [symbol for symbol in range(rules.symbols) if symbol not in guessed]
    renaming = dict(zip(unused, rng.sample(unused, len(unused)), strict=True))
    code = [renaming.get(symbol, symbol) for symbol in guess]
    if not history:
        rng.shuffle(code)
    return tuple(code)


def _random_symmetry(known: CandidateSet, rng: random.Random) -> Symmetry:
    """A symmetry of the candidates and their weights: it exchanges digits, then mirrors them or permutes positions."""
    rules, weights = known.rules, Counter(known.weighted_codes())
    positions, digits = tuple(range(rules.positions)), tuple(range(rules.symbols))

    def fits(symmetry: Symmetry) -> bool:
        return all(weights.get(symmetry.apply(code)) == weight for code, weight in weights.items())

    def exchanges(one: int, other: int) -> bool:
        exchanged = {one: other, other: one}
        return fits(Symmetry(positions, tuple(exchanged.get(digit, digit) for digit in digits)))

    renaming = list(digits)
    for digit in digits:
        alike = [other for other in digits[digit:] if exchanges(digit, other)]
        one, other = digit, rng.choice(alike)
        renaming[one], renaming[other] = renaming[other], renaming[one]
    shapes = [Symmetry(source, order) for source in permutations(positions) for order in (digits, digits[::-1])]
    source, order = rng.choice(list(filter(fits, shapes)))
    return Symmetry(source, tuple(order[renamed] for renamed in renaming))


def _with_sum(total: int, rules: Rules) -> set[Feedback]:
    """The feedbacks whose hits and blows add up to `total`."""
    return {Feedback(*pair) for pair in rules.feedbacks() if sum(pair) == total}
