"""What items are worth, and how the opponent uses them at four levels.

All numbers are exact expectations over the candidates with their weights, see `core.solver.candidates`.

- `expert` looks two moves ahead: at the item and the best call after it, or at the next two calls of either side.
- `hard` uses the item that leaves the fewest candidates, and counts candidates for the others.
- `normal` does the same, but names any digit and does not see how many candidates the other side has.
- `easy` uses any item now and then.

A strategy never sees a number. It says which item, and `draw_defence` completes a defence at random.
"""

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from core.game.items import ITEM_RULES, Clue, Item, Use
from core.game.sides import Level
from core.solver.candidates import CandidateSet, Weights, numbers_fitting, total_weight, weights_after
from core.solver.code_masks import CodeSet, all_codes_mask, code_list, split_by_feedback

INFORMING = (Item.HIGHLOW, Item.SLASH, Item.TARGET)
"""The items that tell something about the other number, best first at the start of a game."""

_DIGITS, _POSITIONS = range(ITEM_RULES.symbols), range(ITEM_RULES.positions)

_FEW = 4
"""`hard` and `normal` double, and `hard` defends, with at most so many candidates left."""

_LIKELY = 0.75
"""`expert` doubles if two calls find the number with this probability, and defends if the other side's would."""

_LIKELY_AT_MOST = 13
"""Two calls find one of more candidates with less than the probability `_LIKELY`: there are ten kinds of feedback."""

_REMEMBERED = 1_000
"""The first turns of many games are the same."""

_SELDOM = 0.3
"""The probability that `easy` uses an item in a turn."""


@dataclass(frozen=True, slots=True)
class ItemWorth:
    """What an item that tells something is worth now.

    Args:
        item: the item.
        about: the best digit for TARGET, None for the others.
        left: the mean number of candidates after it.
    """

    item: Item
    about: int | None
    left: float


def item_worths(known: CandidateSet, items: Collection[Item]) -> list[ItemWorth]:
    """What each of the items that tell something leaves of some candidates, the best one first."""
    worths = (
        min((ItemWorth(item, about, _mean_left(known, _parts(item, about))) for about in _abouts(item)), key=_left)
        for item in INFORMING
        if item in items
    )
    return sorted(worths, key=_left)


def choose_use(
    known: CandidateSet, exposed: CandidateSet, items: Collection[Item], level: Level, rng: random.Random
) -> Use | None:
    """The item to use before the next call, if any; `draw_defence` completes it.

    Args:
        known: the candidates for the other side's number.
        exposed: the other side's candidates for one's own number.
        items: the items that may be used now.
        level: how well the opponent plays.
        rng: source of randomness.
    """
    if level is Level.EASY:
        item = rng.choice(sorted(items)) if items and rng.random() < _SELDOM else None
        return None if item is None else Use(item, rng.choice(_abouts(item)))
    if known.count > 1 and Item.DOUBLE in items and _finishes(known, level):
        return Use(Item.DOUBLE)
    if (defence := _defence(exposed, items, level, rng)) is not None:
        return defence
    worths = [] if known.count == 1 else item_worths(known, items)
    if not worths:
        return None
    if level is Level.NORMAL:
        return Use(worths[0].item, rng.choice(_abouts(worths[0].item)))
    best = min(worths, key=lambda worth: _left_after_call(known, worth)) if level is Level.EXPERT else worths[0]
    abouts = [about for about in _abouts(best.item) if _mean_left(known, _parts(best.item, about)) == best.left]
    return Use(best.item, rng.choice(abouts))


def choose_position_to_see(known: CandidateSet) -> int:
    """The position that is named when the other side uses DOUBLE: the one whose digit tells the most."""
    return min(_POSITIONS, key=lambda position: _mean_left(known, _parts(Item.DOUBLE, position)))


def _finishes(known: CandidateSet, level: Level) -> bool:
    """Whether two calls probably find the number."""
    return _chance_in_two(known) >= _LIKELY if level is Level.EXPERT else known.count <= _FEW


def _defence(exposed: CandidateSet, items: Collection[Item], level: Level, rng: random.Random) -> Use | None:
    """A defence if the other side is close: the one that sets it back the most."""
    uses = [Use(Item.SHUFFLE)] * (Item.SHUFFLE in items)
    uses += [Use(Item.CHANGE, position) for position in _POSITIONS if Item.CHANGE in items]
    if level is Level.NORMAL:
        return rng.choice(uses) if uses and rng.random() < _SELDOM else None
    is_expert = level is Level.EXPERT
    if not uses or not (_chance_in_two(exposed) >= _LIKELY if is_expert else exposed.count <= _FEW):
        return None
    rng.shuffle(uses)  # the first of those that are as good
    if is_expert:
        return min(uses, key=lambda use: _mean_after(use, exposed, _chance_in_two))
    return max(uses, key=lambda use: _mean_after(use, exposed, lambda after: after.count))


def _mean_after(use: Use, exposed: CandidateSet, value: Callable[[CandidateSet], float]) -> float:
    """The mean value of the other side's candidates after a defence."""
    mean = 0.0
    for clue in Clue(use.item, use.about).possible_clues():
        if before := total_weight(numbers_fitting(clue), exposed.weights):
            after = CandidateSet(ITEM_RULES, weights_after(clue, exposed.weights, ITEM_RULES))
            mean += before / exposed.weight * value(after)
    return mean


@lru_cache(_REMEMBERED)
def _left_after_call(known: CandidateSet, worth: ItemWorth) -> float:
    """The mean number of candidates after an item and the best call for each thing that it can tell."""
    groups = [tuple(digit & part for digit in known.weights) for part in _parts(worth.item, worth.about)]
    left = (_best_call_leaves(CandidateSet(ITEM_RULES, group)) for group in groups if any(group))
    return sum(left) / known.weight


def _best_call_leaves(known: CandidateSet) -> float:
    """The mean number of candidates after the best call, times the weight of all."""
    return known.weight * min(_mean_left(known, calls) for calls in _calls())


@lru_cache(_REMEMBERED)
def _chance_in_two(known: CandidateSet) -> float:
    """The probability of finding the secret with the best two calls."""
    if known.count > _LIKELY_AT_MOST:
        return 0.0
    weights = known.weights
    found = (
        sum(_largest(known.mask & part, weights) for part in calls) + total_weight(1 << guess, weights)
        for guess, calls in enumerate(_calls())
    )
    return max(found) / known.weight


def _largest(codes: CodeSet, weights: Weights) -> int:
    """The largest weight in a set."""
    largest = 0
    for power in reversed(range(len(weights))):
        if heavier := codes & weights[power]:
            codes, largest = heavier, largest + (1 << power)
    return largest


def _mean_left(known: CandidateSet, parts: Iterable[CodeSet]) -> float:
    """The mean number of candidates if they are divided into these parts. Those in none of them are found."""
    weights, mask = known.weights, known.mask
    return sum(total_weight(part, weights) * (part & mask).bit_count() for part in parts) / known.weight


@cache
def _parts(item: Item, about: int | None) -> Sequence[CodeSet]:
    """The numbers by what an item tells about them."""
    return list(map(numbers_fitting, Clue(item, about).possible_clues()))


@cache
def _calls() -> Sequence[Sequence[CodeSet]]:
    """For each guess, the numbers by its feedback, without itself."""
    everything = all_codes_mask(ITEM_RULES)
    return [
        [
            cell
            for feedback, cell in split_by_feedback(guess, everything, ITEM_RULES)
            if feedback.hits < ITEM_RULES.positions
        ]
        for guess in code_list(ITEM_RULES)
    ]


def _abouts(item: Item) -> Sequence[int | None]:
    """What an item can be used about."""
    return _DIGITS if item is Item.TARGET else _POSITIONS if item is Item.CHANGE else (None,)


def _left(worth: ItemWorth) -> float:
    return worth.left
