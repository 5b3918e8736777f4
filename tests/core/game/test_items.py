"""Items: sets, clues, and their text."""

import itertools
import random

import pytest

from core.game.clues import format_clue, parse_clue
from core.game.codes import all_codes
from core.game.errors import InvalidItemSet, ItemsDoNotFit, UnreadableClue
from core.game.items import ITEM_RULES, Clue, Item, ItemSet, is_high, require_playable_with_items
from core.game.rules import Rules

NUMBERS = list(all_codes(ITEM_RULES))
TYPED = {
    "highlow hhl": Clue(Item.HIGHLOW, None, (True, True, False)),
    "HIGH&LOW high, high, low": Clue(Item.HIGHLOW, None, (True, True, False)),
    "ハイ＆ロー 高高低": Clue(Item.HIGHLOW, None, (True, True, False)),
    "target 7 2": Clue(Item.TARGET, 7, 1),
    "target 3 no": Clue(Item.TARGET, 3, None),
    "ターゲット３ なし": Clue(Item.TARGET, 3, None),
    "slash 6": Clue(Item.SLASH, None, 6),
    "スラッシュ６": Clue(Item.SLASH, None, 6),
    "shuffle": Clue(Item.SHUFFLE),
    "シャッフル": Clue(Item.SHUFFLE),
    "change 2 high": Clue(Item.CHANGE, 1, 1),
    "チェンジ 2 ロー": Clue(Item.CHANGE, 1, 0),
    "double 1 7": Clue(Item.DOUBLE, 0, 7),
    "ダブル 1 7": Clue(Item.DOUBLE, 0, 7),
}


def every_clue() -> list[Clue]:
    """Every clue that an item can give."""
    abouts = {Item.TARGET: range(10), Item.DOUBLE: range(3), Item.CHANGE: range(3)}
    return [clue for item in Item for about in abouts.get(item, [None]) for clue in Clue(item, about).possible_clues()]


@pytest.mark.parametrize(("text", "clue"), TYPED.items())
def test_clues_are_read_in_both_languages(text: str, clue: Clue) -> None:
    assert parse_clue(text, Rules.parse("numeron")) == clue


def test_the_text_of_every_clue_is_read_back() -> None:
    assert all(parse_clue(format_clue(clue), ITEM_RULES) == clue for clue in every_clue())


@pytest.mark.parametrize(
    "text", ["target", "target 7 4", "slash 1", "shuffle 012", "highlow hh", "change 2", "double 0 1"]
)
def test_what_an_item_cannot_tell_is_refused(text: str) -> None:
    with pytest.raises(UnreadableClue) as refused:
        parse_clue(text, ITEM_RULES)
    assert text.startswith(refused.value.item)


@pytest.mark.parametrize("text", ["012 1H0B", "", "targets 7 2", "changed 2 high"])
def test_other_texts_are_no_clues(text: str) -> None:
    assert parse_clue(text, ITEM_RULES) is None


@pytest.mark.parametrize("notation", ["3x10r", "3x10-letters", "3x9", "3x11", "4x10"])
def test_rules_that_do_not_fit_items_are_refused(notation: str) -> None:
    with pytest.raises(ItemsDoNotFit):
        require_playable_with_items(Rules.parse(notation))
    with pytest.raises(ItemsDoNotFit):
        parse_clue("slash 6", Rules.parse(notation))


def test_a_set_has_three_items_without_both_openers_or_all() -> None:
    allowed = set()
    for size in range(8):
        for items in itertools.combinations(Item, size):
            try:
                allowed.add(ItemSet(items).items)
            except InvalidItemSet:
                continue
    openers = {Item.HIGHLOW, Item.SLASH}
    assert allowed == {
        items for size in (3, 6) for items in itertools.combinations(Item, size) if size == 6 or not openers <= {*items}
    }
    with pytest.raises(InvalidItemSet):
        ItemSet((Item.DOUBLE, Item.DOUBLE, Item.TARGET))


def test_clues_of_filtering_items_say_what_is_in_the_number() -> None:
    for number in NUMBERS:
        assert Clue.for_number(Item.HIGHLOW, number).answer == tuple(digit > 4 for digit in number)
        assert Clue.for_number(Item.SLASH, number).answer == max(abs(one - other) for one in number for other in number)
        for digit in range(10):
            place = [position for position in range(3) if number[position] == digit]
            assert Clue.for_number(Item.TARGET, number, digit).answer == (place[0] if place else None)
        for position in range(3):
            assert Clue.for_number(Item.DOUBLE, number, position).answer == number[position]


def test_a_changed_digit_is_another_one_of_its_class_that_is_not_in_the_number() -> None:
    number = random.Random(3).choice(NUMBERS)
    for position in range(3):
        after = set(Clue.for_number(Item.CHANGE, number, position).possible_new_numbers(number))
        assert after == {
            other
            for other in NUMBERS
            if [place for place in range(3) if other[place] != number[place]] == [position]
            and is_high(other[position]) == is_high(number[position])
        }
