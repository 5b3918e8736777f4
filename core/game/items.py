"""The items of Numer0n: sets of them, what a player does with one, and the clue that it gives.

An item is used in one's own turn, before the call. What it tells about a number, or does to it, is a clue in the
history of the player who is looking for that number. Positions count from 0 here, and from 1 in text.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import permutations
from typing import Self, TypeAlias

from core.game.boards import Player
from core.game.codes import Code, all_codes
from core.game.errors import (
    InvalidItemSet,
    InvalidNewDigit,
    ItemNotInGame,
    ItemsDoNotFit,
    ItemUnusable,
    NotARearrangement,
)
from core.game.feedback import Turn
from core.game.rules import Rules

ITEM_RULES = Rules(3, 10)
"""The rules that items fit, whatever the words for feedback."""

_LOWEST_HIGH = 5


class Item(StrEnum):
    """An item, by the name that is typed for it."""

    DOUBLE = "double"
    HIGHLOW = "highlow"
    TARGET = "target"
    SLASH = "slash"
    SHUFFLE = "shuffle"
    CHANGE = "change"


DEFENCES = frozenset({Item.SHUFFLE, Item.CHANGE})
"""The items that change the user's own number. The others are attacks."""

ON_OWN_NUMBER = DEFENCES | {Item.DOUBLE}
"""The items whose clue is about the user's own number, so that the opponent gets it."""


def can_be_played_with_items(rules: Rules) -> bool:
    """Whether rules can be played with items."""
    return replace(rules, words=ITEM_RULES.words) == ITEM_RULES


def require_playable_with_items(rules: Rules) -> None:
    """Check that rules can be played with items: three different digits out of ten.

    Raises:
        ItemsDoNotFit: they cannot.
    """
    if not can_be_played_with_items(rules):
        raise ItemsDoNotFit


@dataclass(frozen=True, slots=True)
class ItemSet:
    """The items of a duel, which both sides have, each to be used once.

    Args:
        items: three different ones, not both HIGH&LOW and SLASH, or all.
        both_kinds: whether a turn may have an attack and a defence, and not only one item.

    Raises:
        InvalidItemSet: there are others.
    """

    items: tuple[Item, ...] = (Item.DOUBLE, Item.HIGHLOW, Item.SHUFFLE)
    both_kinds: bool = False

    def __post_init__(self) -> None:
        different = set(self.items)
        is_three = len(different) == 3 and not {Item.HIGHLOW, Item.SLASH} <= different  # noqa: PLR2004  # as documented
        if len(different) < len(self.items) or not (is_three or len(different) == len(Item)):
            raise InvalidItemSet


def is_high(digit: int) -> bool:
    """Whether a digit is high, from 5 to 9, rather than low, from 0 to 4."""
    return digit >= _LOWEST_HIGH


Answer: TypeAlias = tuple[bool, ...] | int | None


@dataclass(frozen=True, slots=True)
class Clue:
    """What the use of an item tells about a number, or does to it.

    Args:
        item: the item.
        about: the digit that TARGET names, or the position of DOUBLE and CHANGE; None for the others.
        answer: of HIGH&LOW, whether each digit is high; of TARGET, the position of the digit, None if it is not in the
            number; of SLASH, the difference; of DOUBLE, the digit; of CHANGE, 1 if both the old and the new digit are
            high, 0 if they are low; of SHUFFLE, None.
    """

    item: Item
    about: int | None = None
    answer: Answer = None

    @classmethod
    def for_number(cls, item: Item, number: Code, about: int | None = None) -> Self:
        """The clue about a number."""
        return cls(item, about, _answer(item, number, about or 0))

    def fits(self, number: Code) -> bool:
        """Whether the item can give this clue if it meets this number."""
        return _answer(self.item, number, self.about or 0) == self.answer

    def possible_new_numbers(self, number: Code) -> Iterable[Code]:
        """What a number that the clue fits can be afterwards. After SHUFFLE it can be the same."""
        if self.item is Item.SHUFFLE:
            return permutations(number)
        if self.item is Item.CHANGE:
            new = (
                digit for digit in range(ITEM_RULES.symbols) if is_high(digit) == self.answer and digit not in number
            )
            return (_replaced(number, self.about or 0, digit) for digit in new)
        return (number,)

    def possible_clues(self) -> Iterator["Clue"]:
        """All clues that the same use of the item can give."""
        answers = {_answer(self.item, number, self.about or 0): None for number in all_codes(ITEM_RULES)}
        return (Clue(self.item, self.about, answer) for answer in answers)


def _answer(item: Item, number: Code, about: int) -> Answer:
    match item:
        case Item.HIGHLOW:
            return tuple(map(is_high, number))
        case Item.TARGET:
            return number.index(about) if about in number else None
        case Item.SLASH:
            return max(number) - min(number)
        case Item.DOUBLE:
            return number[about]
        case Item.CHANGE:
            return int(is_high(number[about]))
        case Item.SHUFFLE:
            return None


def _replaced(number: Code, position: int, digit: int) -> Code:
    return (*number[:position], digit, *number[position + 1 :])


Entry: TypeAlias = Turn | Clue
"""An entry of a history."""


@dataclass(frozen=True, slots=True)
class Use:
    """What a player does with an item.

    Args:
        item: the item.
        about: the digit that TARGET names, or the position of CHANGE.
        digits: the number after SHUFFLE, or the new digit of CHANGE; None if the number is in the user's head. Left out
            of `repr`.
    """

    item: Item
    about: int | None = None
    digits: Code | None = field(default=None, repr=False)

    def number_after(self, number: Code) -> Code:
        """The user's number after a defence.

        Raises:
            NotARearrangement: SHUFFLE would change the digits.
            InvalidNewDigit: the new digit of CHANGE is in the number, or not high or low as the old one is.
        """
        digits, position = self.digits or (), self.about or 0
        if self.item is Item.SHUFFLE:
            if sorted(digits) != sorted(number):
                raise NotARearrangement
            return type(number)(digits)
        (digit,) = digits
        if digit in number or is_high(digit) != is_high(number[position]):
            raise InvalidNewDigit
        return type(number)(_replaced(number, position, digit))


def draw_defence(use: Use, number: Code, rng: random.Random) -> Use:
    """A use with what its defence makes of the user's number, drawn uniformly; SHUFFLE may leave it as it is."""
    if use.item is Item.SHUFFLE:
        return Use(use.item, None, tuple(rng.sample(number, len(number))))
    if use.item is not Item.CHANGE:
        return use
    old = number[use.about or 0]
    new = rng.choice(
        [digit for digit in range(ITEM_RULES.symbols) if is_high(digit) == is_high(old) and digit not in number]
    )
    return Use(use.item, use.about, (new,))


@dataclass(frozen=True, slots=True)
class UsedItem:
    """A use of an item in a duel.

    Args:
        item: the item.
        by: who used it.
        made: the number of calls that the user had made before.
        faced: the number of calls that the opponent had made before.
        clue: what came of it; None while DOUBLE waits for a position, or the owner of a number in their head for it.
        number: the user's number afterwards if a defence changed it and the game knows it; left out of `repr`.
        about: while the clue is missing, the digit that TARGET names or the position of DOUBLE and CHANGE, if known.
    """

    item: Item
    by: Player
    made: int
    faced: int
    clue: Clue | None = None
    number: Code | None = field(default=None, repr=False)
    about: int | None = None

    @property
    def is_about_own_number(self) -> bool:
        """Whether the clue is about the user's own number."""
        return self.item in ON_OWN_NUMBER

    def seen_by(self, player: Player) -> Self:
        """What `player` may see of it: that a number was changed, but the number only if it is their own."""
        number = self.number if self.by == player or self.number is None else ()
        return type(self)(self.item, self.by, self.made, self.faced, self.clue, number, self.about)

    def calls_before(self, player: Player) -> int | None:
        """The number of a player's calls before they got the clue; None if the clue is the opponent's."""
        if (self.by == player) == self.is_about_own_number:
            return None
        return self.made if self.by == player else self.faced


def merge_history(turns: Sequence[Turn], uses: Sequence[UsedItem], player: Player) -> tuple[Entry, ...]:
    """The history of a player: their turns and the clues that they got, in order."""
    history: list[Entry] = list(turns)
    for used in reversed(uses):
        if used.clue is not None and (before := used.calls_before(player)) is not None:
            history.insert(before, used.clue)
    return tuple(history)


def uses_without_undone(uses: Sequence[UsedItem], player: Player, made: int) -> tuple[UsedItem, ...]:
    """The uses without a player's later attacks if only the first `made` of the player's calls remain."""
    return tuple(
        used for used in uses if used.by != player or used.made <= made or (used.is_about_own_number and used.clue)
    )


def require_usable(item: Item, items: ItemSet | None, uses: Sequence[UsedItem], made: int, faced: int) -> None:
    """Check that a player may use an item now, in their turn.

    Args:
        item: the item.
        items: the items of the game, None without items.
        uses: what the player has used.
        made: the number of their calls.
        faced: the number of the opponent's calls.

    Raises:
        ItemNotInGame: the game is not played with the item.
        ItemUnusable: they have used it before or another one in this turn, or DOUBLE would double the first call.
    """
    if items is None or item not in items.items:
        raise ItemNotInGame(item)
    if any(used.item is item for used in uses):
        raise ItemUnusable(item)
    is_doubled = any(used.item is Item.DOUBLE and used.made == made - 1 for used in uses)
    for used in uses:
        is_same_kind = (used.item in DEFENCES) == (item in DEFENCES)
        if used.made >= made - is_doubled and (is_same_kind or not items.both_kinds):
            raise ItemUnusable(item)
    if item is Item.DOUBLE and made + faced == 0:
        raise ItemUnusable(item)
