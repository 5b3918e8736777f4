"""The items of Numer0n: their names, and why items are refused."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from bot.locales import Words
from bot.locales.safe import quote
from bot.locales.words import translatable, translatable_in_context
from core.game import errors as game
from core.game.items import Item

if TYPE_CHECKING:
    from bot.presenters.game_refusals import Refusals

_NAMES: Mapping[str, str] = {
    Item.DOUBLE: translatable_in_context("item", "DOUBLE"),
    Item.HIGHLOW: translatable_in_context("item", "HIGH&LOW"),
    Item.TARGET: translatable_in_context("item", "TARGET"),
    Item.SLASH: translatable_in_context("item", "SLASH"),
    Item.SHUFFLE: translatable_in_context("item", "SHUFFLE"),
    Item.CHANGE: translatable_in_context("item", "CHANGE"),
}

_EXAMPLES: Mapping[str, str] = {
    Item.DOUBLE: "double 1 7",
    Item.HIGHLOW: "highlow hhl",
    Item.TARGET: "target 7 2",
    Item.SLASH: "slash 6",
    Item.SHUFFLE: "shuffle",
    Item.CHANGE: "change 2 high",
}
"""Clues, as they are typed."""

_MISFITS = {
    "repeats": translatable("Items need digits that are all different, but `{rules}` allows repeats."),
    "symbols": translatable("Items need the digits 0 to 9, but `{rules}` has other symbols."),
    "positions": translatable("Items need three positions, as in `3x10`, but `{rules}` has {positions}."),
}


def item_name(item: str, words: Words) -> str:
    """The name of an item within a sentence."""
    return words(_NAMES[item])


def _item_names(items: Iterable[str], words: Words) -> str:
    return words.commas(item_name(item, words) for item in items)


def _unreadable_clue(error: game.UnreadableClue, words: Words) -> str:
    return words(
        "I can't read {read}. {item} is written like `{example}`.",
        read=quote(error.read),
        item=item_name(error.item, words),
        example=_EXAMPLES[error.item],
    )


def _misfit(error: game.ItemsDoNotFit, words: Words) -> str:
    return words(_MISFITS[error.quantity], rules=str(error.rules), positions=error.rules.positions)


def _wrong_items(error: game.WrongItems, words: Words) -> str:
    rule = words("Choose three different items, of HIGH&LOW and SLASH at most one, or all six.")
    if not error.items:
        return rule
    return words.joined([words("{items} can't be a set.", items=_item_names(error.items, words)), rule])


def _not_your_item(error: game.NotYourItem, words: Words) -> str:
    if not error.items:
        return words("This game is played without items.")
    item, items = item_name(error.item, words), _item_names(error.items, words)
    return words("{item} isn't in this game. Both sides have {items}.", item=item, items=items)


def _other_class(error: game.OtherClass, words: Words) -> str:
    return words(
        "CHANGE keeps a digit high (5 to 9) or low (0 to 4), so {digit} can't replace {old}.",
        digit=error.digit,
        old=error.old,
    )


ITEM_REFUSALS: "Refusals" = {
    game.UnreadableClue: _unreadable_clue,
    game.ItemsDoNotFit: _misfit,
    game.WrongItems: _wrong_items,
    game.NotYourItem: _not_your_item,
    game.ItemUsed: lambda error, words: words(
        "You have used {item}. Each item can be used once.", item=item_name(error.item, words)
    ),
    game.OneItemATurn: lambda error, words: words(
        "You have used {used} in this turn, so {item} has to wait. Make your call first.",
        item=item_name(error.item, words),
        used=item_name(error.used, words),
    ),
    game.TooEarly: translatable("DOUBLE can't be used for the first call of a game."),
    game.ItemPending: lambda error, words: words(
        "{item} has to be answered before anybody can move.", item=item_name(error.item, words)
    ),
    game.NoRearrangement: translatable("SHUFFLE only reorders your digits. You may also leave them as they are."),
    game.DigitInNumber: translatable("{digit} is in your number already. CHANGE takes another digit."),
    game.OtherClass: _other_class,
}
