"""The items of Numer0n: their names, histories with clues, and why items are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.locales import translatable, translatable_in_context
from bot.locales.columns import align
from bot.presenters.board import code_text, turn_panel
from bot.presenters.phrases import typed_like
from bot.presenters.views import Block, Heading, Paragraph, Preformatted, View
from core.game import errors as game
from core.game.clues import format_clue
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.items import Clue, Entry, Item

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from bot.locales import Words
    from bot.presenters.game_refusals import Refusals
    from core.game.rules import Rules
    from core.solver.coach import Advice
    from core.solver.item_play import ItemWorth

_NAMES: Mapping[str, str] = {
    Item.DOUBLE: translatable_in_context("item", "DOUBLE"),
    Item.HIGHLOW: translatable_in_context("item", "HIGH&LOW"),
    Item.TARGET: translatable_in_context("item", "TARGET"),
    Item.SLASH: translatable_in_context("item", "SLASH"),
    Item.SHUFFLE: translatable_in_context("item", "SHUFFLE"),
    Item.CHANGE: translatable_in_context("item", "CHANGE"),
}

_RULES: Mapping[str, tuple[str, str]] = {
    Item.DOUBLE: (
        translatable(
            "Two calls in this turn. First you reveal the digit at a position your opponent names. Not for "
            "the first call."
        ),
        translatable("Asked for the second, you reveal 6 and call 872 and 873."),
    ),
    Item.HIGHLOW: (
        translatable("Which digits are high (5 to 9), which low (0 to 4)."),
        translatable("High, high, low."),
    ),
    Item.TARGET: (
        translatable("Whether a digit is in the number, and where."),
        translatable("7: second position. 3: not there."),
    ),
    Item.SLASH: (translatable("The largest digit minus the smallest."), translatable("8 - 2 = 6.")),
    Item.SHUFFLE: (
        translatable("You reorder your own digits, or secretly leave them."),
        translatable("061 becomes 106, or stays 061."),
    ),
    Item.CHANGE: (
        translatable(
            "You replace one of your digits by a new one, high for high, low for low, and say which position and class."
        ),
        translatable("'Second position, high': 061 becomes 081."),
    ),
}
"""What each item does, with an example in which the opponent's number is 872 and one's own 061."""


def item_rules(words: Words) -> Iterator[tuple[str, str, str]]:
    """The name of each item, what it does, and an example; see `explained_items` for the numbers in it."""
    return ((item_name(item, words), words(effect), words(example)) for item, (effect, example) in _RULES.items())


def explained_items(words: Words) -> View:
    """What each item does."""
    intro = words(
        "Both have the same three or six items, each used once, before a call. In the examples your "
        "opponent's number is 872, yours 061."
    )
    blocks: list[Block] = [Heading(words("The items of Numer0n")), Paragraph(intro)]
    for name, effect, example in item_rules(words):
        blocks += [Heading(name), Paragraph(words.joined([effect, words("Example: {example}", example=example)]))]
    return View(tuple(blocks))


def item_name(item: str, words: Words) -> str:
    """The name of an item within a sentence."""
    return words(_NAMES[item])


def answer_text(answer: Feedback | Clue, rules: Rules) -> str:
    """What a guess or an item got, as it is typed."""
    return format_feedback(answer, rules) if isinstance(answer, Feedback) else format_clue(answer).partition(" ")[2]


def entry_cells(entry: Entry, rules: Rules, words: Words) -> tuple[str, str]:
    """A guess or the name of an item, and what it got."""
    if isinstance(entry, Turn):
        return code_text(entry.guess, rules), format_feedback(entry.feedback, rules)
    return item_name(entry.item, words), answer_text(entry, rules)


def entry_panel(history: Sequence[Entry], rules: Rules, words: Words) -> tuple[Preformatted, ...]:
    """The turns and clues of a history, nothing if there are none."""
    turns = [entry for entry in history if isinstance(entry, Turn)]
    if len(turns) == len(history):
        return turn_panel(turns, rules, words)
    rows = [(str(number), *entry_cells(entry, rules, words)) for number, entry in enumerate(history, 1)]
    return (Preformatted(align(rows, right=[0])),)


def items_compared(advice: Advice, words: Words) -> str:
    """What items leave on average, and whether the best one is worth more than the best guess now."""
    best = advice.items[0]
    by_guess = advice.guesses[0].left
    left = words(
        "Codes left on average after an item: {items}; after this guess: {codes}.",
        items=words.commas(_worth(each, words) for each in advice.items),
        codes=words.number(by_guess, 1),
    )
    if best.left < by_guess:
        return words.joined([left, words("{item} is worth more than a guess now.", item=item_name(best.item, words))])
    return words.joined([left, words("No item is worth more than a guess now.")])


def _worth(worth: ItemWorth, words: Words) -> str:
    about = "" if worth.about is None else f" {worth.about}"
    return f"{item_name(worth.item, words)}{about} {words.number(worth.left, 1)}"


def item_names(items: Iterable[str], words: Words) -> str:
    """The names of items in a list."""
    return words.commas(item_name(item, words) for item in items)


def _unreadable_clue(error: game.UnreadableClue, words: Words) -> str:
    item = Item(error.item)
    clue = Clue.of(item, (8, 7, 2), {Item.TARGET: 7, Item.CHANGE: 1}.get(item))
    return typed_like(words, format_clue(clue))


def _unusable(item: str, words: Words) -> str:
    return words("{item} can't be used like that now. `rules items` explains it.", item=item_name(item, words))


_USES: Mapping[str, str] = {Item.DOUBLE: "double 2", Item.TARGET: "target 7", Item.CHANGE: "change 2 9"}
"""How the items that need more than their name are typed."""


def _unreadable_use(error: game.UnreadableUse, words: Words) -> str:
    return typed_like(words, _USES.get(error.item, error.item))


ITEM_REFUSALS: Refusals = {
    game.UnreadableClue: _unreadable_clue,
    game.UnreadableUse: _unreadable_use,
    game.ItemsDoNotFit: translatable("Items need three different digits, as in `3x10`."),
    game.ItemsShowCalls: translatable("In a game with items, no guesses are hidden."),
    game.WrongItems: translatable("Choose three items, of HIGH&LOW and SLASH at most one, or all six."),
    game.NotYourItem: lambda error, words: _unusable(error.item, words),
    game.ItemUnusable: lambda error, words: _unusable(error.item, words),
    game.ItemPending: lambda error, words: words("First answer {item}.", item=item_name(error.item, words)),
    game.NoRearrangement: lambda _error, words: _unusable(Item.SHUFFLE, words),
    game.WrongDigit: lambda _error, words: _unusable(Item.CHANGE, words),
}
