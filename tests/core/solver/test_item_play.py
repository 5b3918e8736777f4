"""What items are worth, and how the opponent uses them."""

import random
from collections import Counter

import pytest

from core.game.codes import all_codes
from core.game.feedback import compute_feedback
from core.game.history import parse_history
from core.game.items import ITEM_RULES, Clue, Item, Use, draw_defence
from core.game.rules import Rules
from core.game.sides import Level
from core.solver.candidates import CandidateSet, find_candidates
from core.solver.item_play import INFORMING, choose_position_to_see, choose_use, item_worths

EVERYTHING = find_candidates(ITEM_RULES, ())
NUMBERS = list(all_codes(ITEM_RULES))


def codes(history: str) -> CandidateSet:
    rules = Rules.parse("numeron")
    return find_candidates(rules, parse_history(history, rules))


def used(known: CandidateSet, exposed: CandidateSet, level: Level, items: set[Item], seed: int = 1) -> Use | None:
    return choose_use(known, exposed, items, level, random.Random(seed))


@pytest.mark.parametrize(
    "history", ["", "012 1E0B", "012 0E1B, slash 6", "012 1E0B, shuffle", "012 1E0B, shuffle, 314 0E1B, change 2 high"]
)
def test_the_worth_of_items_is_that_of_brute_force(history: str) -> None:
    known = find_candidates(ITEM_RULES, parse_history(history, ITEM_RULES) if history else ())
    numbers = known.weighted_codes()

    def left(item: Item, about: int | None) -> float:
        sizes = Counter(Clue.for_number(item, number, about) for number in known.codes())
        weights = Counter(Clue.for_number(item, number, about) for number in numbers)
        return sum(weights[clue] * size for clue, size in sizes.items()) / len(numbers)

    worths = {worth.item: worth for worth in item_worths(known, set(Item))}
    assert worths[Item.HIGHLOW].left == pytest.approx(left(Item.HIGHLOW, None))
    assert worths[Item.SLASH].left == pytest.approx(left(Item.SLASH, None))
    assert worths[Item.TARGET].left == pytest.approx(min(left(Item.TARGET, digit) for digit in range(10)))
    assert left(Item.TARGET, worths[Item.TARGET].about) == pytest.approx(worths[Item.TARGET].left)
    assert left(Item.DOUBLE, choose_position_to_see(known)) == min(left(Item.DOUBLE, each) for each in range(3))


def test_hard_takes_the_item_that_leaves_the_fewest_and_expert_also_looks_at_the_call_after_it() -> None:
    known = codes("012 0E1B, target 7 2")
    numbers = find_candidates(ITEM_RULES, parse_history("012 0H1B, target 7 2", ITEM_RULES)).codes()

    def left_after_call(item: Item) -> float:
        groups: dict[Clue, list[tuple[int, ...]]] = {}
        for number in numbers:
            groups.setdefault(Clue.for_number(item, number), []).append(number)
        return sum(min(squares(group, guess) for guess in NUMBERS) for group in groups.values())

    def squares(group: list[tuple[int, ...]], guess: tuple[int, ...]) -> int:
        sizes = Counter(compute_feedback(number, guess) for number in group)
        return sum(size * size for feedback, size in sizes.items() if feedback.hits < 3)

    openers = [Item.HIGHLOW, Item.SLASH]
    best = min(openers, key=left_after_call)
    assert used(known, EVERYTHING, Level.EXPERT, set(openers)) == Use(best)
    assert used(known, EVERYTHING, Level.HARD, set(openers)) == Use(item_worths(known, openers)[0].item)


@pytest.mark.parametrize("level", [Level.NORMAL, Level.HARD, Level.EXPERT])
def test_double_finishes(level: Level) -> None:
    few = codes("012 2E0B, target 2 no, highlow llh, target 5 no, target 6 no")
    assert few.count == 3
    assert used(few, EVERYTHING, level, set(Item)) == Use(Item.DOUBLE)
    assert used(EVERYTHING, EVERYTHING, level, {Item.DOUBLE}) is None


@pytest.mark.parametrize("level", [Level.HARD, Level.EXPERT])
def test_a_defence_answers_a_threat(level: Level) -> None:
    assert used(EVERYTHING, codes("012 3E0B"), level, {Item.SHUFFLE, Item.HIGHLOW}) == Use(Item.SHUFFLE)
    assert used(EVERYTHING, EVERYTHING, level, {Item.SHUFFLE, Item.CHANGE}) is None
    assert used(codes("012 3E0B"), EVERYTHING, level, set(INFORMING)) is None


def test_easy_uses_any_item_now_and_then() -> None:
    uses = [used(EVERYTHING, EVERYTHING, Level.EASY, set(Item), seed) for seed in range(200)]
    assert {use.item for use in uses if use is not None} == set(Item)
    assert 100 < uses.count(None) < 180
    assert used(EVERYTHING, EVERYTHING, Level.EASY, set()) is None


@pytest.mark.parametrize("seed", range(5))
def test_defences_are_completed_as_the_rules_allow(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.choice(NUMBERS)
    for use in (Use(Item.SHUFFLE), *(Use(Item.CHANGE, position) for position in range(3))):
        after = draw_defence(use, number, rng).number_after(number)
        assert after in set(Clue.for_number(use.item, number, use.about).possible_new_numbers(number))
    assert draw_defence(Use(Item.TARGET, 3), number, rng) == Use(Item.TARGET, 3)
