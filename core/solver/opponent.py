"""The opponent, which guesses at four levels from the rules and its own history, and how strong the levels are.

- `expert` plays from the book, or searches where there is none.
- `hard` guesses a random candidate, each as often as it is likely.
- `normal` does the same, but forgets each turn with some probability.
- `easy` also forgets turns, and understands only the last two in full. Of earlier ones it uses the sum of hits and
  blows, as beginners do.

What is forgotten is drawn again for each guess. The guesses of `expert` are mapped through a random symmetry that
leaves the history or, with clues, the candidates unchanged, so that nobody can learn its games by heart.

The strength of a level is a rating on the scale of the players: `normal` has 1500 points under all rules, and 400
points are odds of ten to one. The ratings follow from 2,000 to 20,000 simulated games of each level, so their standard
errors are two to eight points. `python -m benchmarks.level_strengths` prints the lines of the table.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
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
    return code_at(rng.randrange(rules.codes), rules) if drawn is None else drawn


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


ANCHORS: Mapping[str, tuple[int, int, int, int]] = {
    "2x10": (1523, 1500, 1559, 1596),
    "3x7": (1485, 1500, 1591, 1617),
    "3x8": (1500, 1500, 1609, 1634),
    "3x9": (1479, 1500, 1587, 1637),
    "3x10": (1484, 1500, 1595, 1647),
    "4x6": (1454, 1500, 1604, 1629),
    "4x7": (1424, 1500, 1608, 1640),
    "4x8": (1419, 1500, 1614, 1662),
    "4x9": (1397, 1500, 1624, 1673),
    "4x10": (1402, 1500, 1627, 1681),
    "5x6": (1343, 1500, 1604, 1642),
    "5x7": (1320, 1500, 1620, 1658),
    "5x8": (1307, 1500, 1631, 1679),
    "5x10": (1278, 1500, 1644, 1699),
    "3x5r": (1495, 1500, 1571, 1622),
    "3x6r": (1487, 1500, 1581, 1643),
    "3x7r": (1482, 1500, 1594, 1662),
    "3x8r": (1493, 1500, 1588, 1673),
    "4x5r": (1454, 1500, 1603, 1662),
    "4x6r": (1451, 1500, 1617, 1685),
    "4x7r": (1420, 1500, 1609, 1696),
    "4x8r": (1438, 1500, 1629, 1714),
    "5x6r": (1389, 1500, 1640, 1717),
}
"""The points of each level, weakest first, by the notation of rules without their looks."""


ANCHORS_WITH_ITEMS = (1243, 1500, 1616, 1637)
"""The points of each level in games with items, weakest first, from `python -m benchmarks.item_strengths`.

Those of three items and of all differ by up to 122. The lower ones are used, so that nobody gains by choosing a set.
"""


def anchor(rules: Rules, level: Level, *, with_items: bool = False) -> int:
    """The rating of a level in points.

    Rules that were not simulated have the ratings of the most similar ones that were: those whose number of positions
    is nearest, then those that also allow, or forbid, repeats, then those with the most similar number of codes. How
    much `easy` loses depends on the positions most of all, because it has more to forget in a longer game.
    """
    if with_items:
        return ANCHORS_WITH_ITEMS[list(Level).index(level)]
    nearest = min(ANCHORS, key=lambda notation: _distance(Rules.parse(notation), rules))
    return ANCHORS[nearest][list(Level).index(level)]


def _distance(one: Rules, another: Rules) -> tuple[int, bool, float]:
    codes = abs(math.log(one.codes / another.codes))
    return abs(one.positions - another.positions), one.repeats != another.repeats, codes
