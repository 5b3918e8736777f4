"""The items of Numer0n: what they do, what they told, their questions and buttons, and why they are refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.commands.catalogue import CONFIRM, MORE, YES
from bot.locales import translatable, translatable_in_context
from bot.locales.columns import align
from bot.presenters import phrases
from bot.presenters.boards import code_text, feedback_symbols, full_name, turn_panel
from bot.presenters.views import AT, Block, Button, Footnote, Heading, Paragraph, Preformatted, TimeParagraph, View
from core.game import errors as game
from core.game.clues import format_clue
from core.game.codes import format_code_ascii
from core.game.commitment import seal
from core.game.feedback import Feedback, Turn, format_feedback
from core.game.items import ITEM_RULES, Clue, Entry, Item, ItemSet, UsedItem
from core.game.sides import BOT, Side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bot.locales import Words
    from bot.model.games import ShownGame
    from core.errors import CoreError
    from core.game.duels import Duel
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


def item_effects_and_examples(words: Words) -> Iterator[tuple[str, str, str]]:
    """The name of each item, what it does, and an example; see `explained_items` for the numbers in it."""
    return ((item_name(item, words), words(effect), words(example)) for item, (effect, example) in _RULES.items())


def explained_items(words: Words) -> View:
    """What each item does."""
    intro = words(
        "Both have the same three or six items, each used once, before a call. In the examples your "
        "opponent's number is 872, yours 061."
    )
    blocks: list[Block] = [Heading(words("The items of Numer0n")), Paragraph(intro)]
    for name, effect, example in item_effects_and_examples(words):
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


def item_comparison_text(advice: Advice, words: Words) -> str:
    """What items leave on average, and whether the best one is worth more than the best guess now."""
    best = advice.items[0]
    by_guess = advice.guesses[0].left
    left = words(
        "Codes left on average after an item: {items}; after this guess: {codes}.",
        items=words.comma_separated(_worth(each, words) for each in advice.items),
        codes=words.number(by_guess, 1),
    )
    worth_more = words("{item} is worth more than a guess now.", item=item_name(best.item, words))
    return words.joined(
        [left, worth_more if best.left < by_guess else words("No item is worth more than a guess now.")]
    )


def _worth(worth: ItemWorth, words: Words) -> str:
    about = "" if worth.about is None else f" {worth.about}"
    return f"{item_name(worth.item, words)}{about} {words.number(worth.left, 1)}"


_QUESTIONS: Mapping[str, str] = {
    Item.DOUBLE: translatable("You use DOUBLE. Which digit do you have at position {about}?"),
    Item.HIGHLOW: translatable("I use HIGH&LOW. Which of your digits are high (5 to 9), which low (0 to 4)?"),
    Item.TARGET: translatable("I use TARGET. Where is the {about} in your number?"),
    Item.SLASH: translatable("I use SLASH. What is your largest digit minus the smallest?"),
}
"""What the opponent asks about a number in the player's head."""

_CLASSES = {True: "5-9", False: "0-4"}

_EFFECTS: Mapping[str, str] = {
    Item.DOUBLE: translatable("Call twice. {opponent} sees one of your digits first."),
    Item.HIGHLOW: translatable("Which digits are 5 to 9?"),
    Item.TARGET: translatable("Is a digit in it, and where?"),
    Item.SLASH: translatable("Largest digit minus smallest."),
    Item.SHUFFLE: translatable("Reorder your own digits."),
    Item.CHANGE: translatable("Replace one of your digits; high stays high."),
}
"""What each item does, in the menu in which it is chosen."""


def item_count(items: ItemSet, words: Words) -> str:
    """How many items both sides have, as a term of a game."""
    count = words.plural("{n} item", "{n} items", len(items.items))
    return " · ".join((count, *items_per_turn_note(items, words)))


def items_per_turn_note(items: ItemSet, words: Words) -> tuple[str, ...]:
    """That two items can be used in a turn, if the rules say so."""
    return (words("one attack and one defence a turn"),) if items.both_kinds else ()


def calls_and_items_panel(view: ShownGame, game: Duel, words: Words, most: int) -> Iterator[Preformatted]:
    """The last calls and uses of items of both sides in order, each in a row; nothing before the first."""
    entries = list(game.timeline())[-most:]
    if entries:
        lines = tuple(align([_cells(entry, game, words) for entry in entries], gap=1))
        yield Preformatted(lines, names=tuple(full_name(_name_of(view, entry.by), words) for entry in entries))


def _name_of(view: ShownGame, player: str) -> str:
    return phrases.BOT_NAME if player == BOT else view.name_of(player)


def _cells(entry: Turn | UsedItem, game: Duel, words: Words) -> tuple[str, str]:
    if isinstance(entry, Turn):
        feedback = f"{format_feedback(entry.feedback, game.rules)} {feedback_symbols(entry.feedback, game.rules)}"
        return format_code_ascii(entry.guess, game.rules), feedback
    clue = words(phrases.WAITING) if entry.clue is None else _told(entry.clue)
    return item_name(entry.item, words), clue


def _told(clue: Clue) -> str:
    """What everybody learns from a clue, in signs that need no language."""
    item, about, answer = clue.item, clue.about or 0, clue.answer
    if item is Item.SHUFFLE:
        return "? ? ?"
    if isinstance(answer, tuple):
        return " ".join(_CLASSES[is_high] for is_high in answer)
    if answer is None:
        return f"no {about}"
    if item is Item.CHANGE:
        return f"{_at(about, '?')} {_CLASSES[bool(answer)]}"
    if item is Item.SLASH:
        return f"max-min {answer}"
    return _at(answer, about) if item is Item.TARGET else _at(about, answer)


def _at(position: int, sign: object) -> str:
    """A sign at a position, from 0, of a number: `_7_`."""
    return "".join(str(sign) if place == position else "_" for place in range(ITEM_RULES.positions))


def _items_left(view: ShownGame, game: Duel, words: Words) -> str:
    """How many items each side has left; empty if neither has any."""
    if game.items is None:
        return ""
    if not game.uses:
        return words.plural("{n} item each", "{n} items each", len(game.items.items))
    left = [(_name_of(view, side.player), len(_unused(game, side))) for side in game.sides]
    shown = words.comma_separated(f"{words.person(player)} {number}" for player, number in left)
    return words("items: {left}", left=shown) if any(number for _, number in left) else ""


def _unused(game: Duel, side: Side) -> tuple[Item, ...]:
    used = {use.item for use in game.item_uses_of(side.player)}
    return tuple(item for item in (game.items.items if game.items else ()) if item not in used)


def item_menu_or_answers(game: Duel, words: Words) -> Iterator[Button]:
    """The buttons of whoever has to move: the answers to an item, or one that opens the menu of their items."""
    if (used := game.pending_use) is not None:
        command, option = ("guess", "code") if _asks_position(used) else ("answer", "feedback")
        for label, answer in _answers(used):
            yield Button(label, command, {option: answer})
    elif game.items is not None and game.player_to_move is not None:
        yield Button(words("Items"), "board", {MORE: ITEMS})


ITEMS = "items"
"""The value of the option `MORE` for the items of the person who asks."""


def items_menu(view: ShownGame, game: Duel, words: Words) -> View:
    """What the opponent of the viewer has left and, on the viewer's turn, their own usable items to choose from."""
    opponent = game.opponent_of(view.viewer)
    name = words.person(_name_of(view, opponent.player), first=True)
    items = words.comma_separated(item_name(item, words) for item in _unused(game, opponent))
    has = words("{player} has {items}.", player=name, items=items or "0")
    usable = [item for item in (game.items.items if game.items else ()) if game.is_usable(item, view.viewer)]
    title = Heading(words("Your items"), (words("each once, before a call"),), view.id)
    return View((title, Paragraph(has)), tuple(_item_choice(item, name, words) for item in usable), view.id)


def _item_choice(item: Item, opponent: str, words: Words) -> Button:
    effect, options = words(_EFFECTS[item], opponent=opponent), {"code": item.value, CONFIRM: YES}
    return Button(item_name(item, words), "guess", options, menu=words("Use an item"), about=effect)


def _answers(used: UsedItem) -> Sequence[tuple[str, str]]:
    """What can be answered to an item, in words and as it is typed."""
    if _asks_position(used):
        return [(position, f"{used.item} {position}") for position in "123"]
    return _clues(used.item, used.about)


def _clues(item: Item, about: int | None) -> Sequence[tuple[str, str]]:
    return [(_told(clue), format_clue(clue)) for clue in Clue(item, about).possible_clues()]


def _asks_position(used: UsedItem) -> bool:
    return used.item is Item.DOUBLE and used.about is None


def item_question(view: ShownGame, game: Duel, words: Words) -> str:
    """What somebody has to answer to an item before the game goes on; empty if nobody has to."""
    if (used := game.pending_use) is None:
        return ""
    if not _asks_position(used):
        about = (used.about or 0) + (used.item is Item.DOUBLE)
        return words(_QUESTIONS[used.item], about=about)
    if used.by == BOT:
        return words("I use DOUBLE. At which position do I have to reveal my digit?")
    return words(
        "{player} uses DOUBLE. {opponent}, choose the position at which they reveal their digit.",
        player=words.person(view.name_of(used.by), first=True),
        opponent=words.person(view.name_of(game.awaited_player), first=True),
    )


def next_step(view: ShownGame, game: Duel, words: Words) -> Iterator[Block]:
    """Whose turn it is and until when, with the number of items that are left, or what has to be answered."""
    if (used := game.pending_use) is not None:
        asked, (*_, (_, example)) = item_question(view, game, words), _answers(used)
        yield Paragraph(asked, words.joined((asked, phrases.typing_example(words, example))))
        return
    player, left = words.person(view.name_of(game.awaited_player), first=True), _items_left(view, game, words)
    turn, details = words("{player}'s turn", player=player), tuple(filter(None, (left,)))
    if view.is_late:
        yield Heading(words("{player}'s time is up.", player=player), details)
    elif view.turn_ends_at is not None:
        until = " · ".join((words("until {at}", at=AT), *details))
        yield TimeParagraph(until, view.turn_ends_at, turn, is_clock_time=True)
    else:
        yield Heading(turn, details)


def digit_choices(view: ShownGame, item: Item, words: Words) -> View:
    """Which digit TARGET looks for, or which one CHANGE replaces in a number that the game does not know."""
    if item is Item.TARGET:
        question = words("Which digit does TARGET look for?")
        texts = [(str(digit), f"{item} {digit}") for digit in range(ITEM_RULES.symbols)]
    else:
        question = words("Which digit do you replace? It stays high (5 to 9) or low (0 to 4).")
        texts = [text for position in range(ITEM_RULES.positions) for text in _clues(item, position)]
    buttons = (Button(label, "guess", {"code": code, CONFIRM: YES}) for label, code in texts)
    typed = words.joined((question, phrases.typing_example(words, texts[-1][1])))
    return View((Paragraph(question, typed),), tuple(buttons), view.id)


def number_prompt(item: Item, words: Words) -> str:
    """Asks for what SHUFFLE or CHANGE does to the reader's number, at most 100 characters."""
    if item is Item.SHUFFLE:
        return words("Type your digits in their new order. You may also leave them as they are.")
    return words("Type a position and its new digit, such as `2 9`: high (5-9) stays high, low stays low.")


def changed_number_seals(view: ShownGame, game: Duel, words: Words) -> Iterator[Footnote]:
    """The seal of a number that has been changed since the other player's last call."""
    if any(used.number is not None and used.faced == game.opponent_of(used.by).guess_count for used in game.uses):
        yield Footnote(words("Sealed again `{seal}`", seal=seal(view.changes[-1])), once=False)


def _unreadable_clue(error: game.UnreadableClue, words: Words) -> str:
    item = Item(error.item)
    clue = Clue.for_number(item, (8, 7, 2), {Item.TARGET: 7, Item.CHANGE: 1}.get(item))
    return phrases.typing_example(words, format_clue(clue))


def _unusable(item: str, words: Words) -> str:
    return words("{item} can't be used like that now. `rules items` explains it.", item=item_name(item, words))


_USES: Mapping[str, str] = {Item.DOUBLE: "double 2", Item.TARGET: "target 7", Item.CHANGE: "change 2 9"}
"""How the items that need more than their name are typed."""


def _unreadable_use(error: game.UnreadableItemUse, words: Words) -> str:
    return phrases.typing_example(words, _USES.get(error.item, error.item))


ITEM_REFUSALS: Mapping[type[CoreError], str | Callable[[Any, Words], str]] = {
    game.UnreadableClue: _unreadable_clue,
    game.UnreadableItemUse: _unreadable_use,
    game.ItemsDoNotFit: translatable("Items need three different digits, as in `3x10`."),
    game.ItemsNeedShownCalls: translatable("In a game with items, no guesses are hidden."),
    game.InvalidItemSet: translatable("Choose three items, of HIGH&LOW and SLASH at most one, or all six."),
    game.ItemNotInGame: lambda error, words: _unusable(error.item, words),
    game.ItemUnusable: lambda error, words: _unusable(error.item, words),
    game.ItemPending: lambda error, words: words("First answer {item}.", item=item_name(error.item, words)),
    game.NotARearrangement: lambda _error, words: _unusable(Item.SHUFFLE, words),
    game.InvalidNewDigit: lambda _error, words: _unusable(Item.CHANGE, words),
}
