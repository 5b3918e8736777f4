"""Duels with the items of Numer0n: boards, questions and buttons."""

from collections.abc import Iterator, Mapping, Sequence

from bot.commands.catalogue import CONFIRM, MORE, YES
from bot.locales import Words, translatable
from bot.locales.columns import align
from bot.model.games import ShownGame
from bot.presenters import phrases
from bot.presenters.board import feedback_symbols, full_name
from bot.presenters.items import item_name, item_names
from bot.presenters.views import AT, Block, Button, Footnote, Heading, Moment, Paragraph, Preformatted, View
from core.game.clues import format_clue
from core.game.codes import format_code_ascii
from core.game.commitment import seal
from core.game.duels import Duel
from core.game.feedback import Turn, format_feedback
from core.game.items import ITEM_RULES, Clue, Item, ItemSet, Used
from core.game.sides import BOT, Side

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
    return " · ".join((count, *both_kinds(items, words)))


def both_kinds(items: ItemSet, words: Words) -> tuple[str, ...]:
    """That two items can be used in a turn, if the rules say so."""
    return (words("one attack and one defence a turn"),) if items.both_kinds else ()


def game_with_items(view: ShownGame, game: Duel, words: Words, most: int) -> Iterator[Preformatted]:
    """The last calls and uses of items of both sides in order, each in a row; nothing before the first."""
    entries = list(game.timeline())[-most:]
    if entries:
        lines = tuple(align([_cells(entry, game, words) for entry in entries], gap=1))
        yield Preformatted(lines, names=tuple(full_name(_name_of(view, entry.by), words) for entry in entries))


def _name_of(view: ShownGame, player: str) -> str:
    return phrases.BOT_NAME if player == BOT else view.name_of(player)


def _cells(entry: Turn | Used, game: Duel, words: Words) -> tuple[str, str]:
    if isinstance(entry, Turn):
        feedback = f"{format_feedback(entry.feedback, game.rules)} {feedback_symbols(entry.feedback, game.rules)}"
        return format_code_ascii(entry.guess, game.rules), feedback
    clue = phrases.feedback_awaited(words) if entry.clue is None else _told(entry.clue)
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
    left = [(_name_of(view, side.player), len(_unused(game, side))) for side in game.sides]
    if game.items is None:
        return ""
    if not game.uses:
        return words.plural("{n} item each", "{n} items each", len(game.items.items))
    shown = words.commas(f"{words.person(player)} {number}" for player, number in left)
    return words("items: {left}", left=shown) if any(number for _, number in left) else ""


def _unused(game: Duel, side: Side) -> tuple[Item, ...]:
    used = {use.item for use in game.uses_of(side.player)}
    return tuple(item for item in (game.items.items if game.items else ()) if item not in used)


def item_buttons(game: Duel, words: Words) -> Iterator[Button]:
    """The buttons of whoever has to move: the answers to an item, or one that opens the menu of their items."""
    if (used := game.pending_use) is not None:
        command, option = ("guess", "code") if _asks_position(used) else ("answer", "feedback")
        for label, answer in _answers(used):
            yield Button(label, command, {option: answer})
    elif game.items is not None and game.to_move is not None:
        yield Button(words("Items"), "board", {MORE: ITEMS})


ITEMS = "items"
"""The value of the option `MORE` for the items of the person who asks."""


def items_menu(view: ShownGame, game: Duel, words: Words) -> View:
    """What the opponent of the viewer has left and, on the viewer's turn, their own usable items to choose from."""
    opponent = game.opponent_of(view.viewer)
    name = words.person(_name_of(view, opponent.player), first=True)
    has = words("{player} has {items}.", player=name, items=item_names(_unused(game, opponent), words) or "0")
    usable = [item for item in (game.items.items if game.items else ()) if game.is_usable(item, view.viewer)]
    title = Heading(words("Your items"), (words("each once, before a call"),), view.id)
    return View((title, Paragraph(has)), tuple(_item_choice(item, name, words) for item in usable), view.id)


def _item_choice(item: Item, opponent: str, words: Words) -> Button:
    effect, options = words(_EFFECTS[item], opponent=opponent), {"code": item.value, CONFIRM: YES}
    return Button(item_name(item, words), "guess", options, menu=words("Use an item"), about=effect)


def _answers(used: Used) -> Sequence[tuple[str, str]]:
    """What can be answered to an item, in words and as it is typed."""
    if _asks_position(used):
        return [(position, f"{used.item} {position}") for position in "123"]
    return _clues(used.item, used.about)


def _clues(item: Item, about: int | None) -> Sequence[tuple[str, str]]:
    return [(_told(clue), format_clue(clue)) for clue in Clue(item, about).alternatives()]


def _asks_position(used: Used) -> bool:
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
        opponent=words.person(view.name_of(game.waits_for)),
    )


def next_step(view: ShownGame, game: Duel, words: Words) -> Iterator[Block]:
    """Whose turn it is and until when, with the number of items that are left, or what has to be answered."""
    if (used := game.pending_use) is not None:
        asked, (*_, (_, example)) = item_question(view, game, words), _answers(used)
        yield Paragraph(asked, words.joined((asked, phrases.typed_like(words, example))))
        return
    player, left = words.person(view.name_of(game.waits_for), first=True), _items_left(view, game, words)
    turn, details = words("{player}'s turn", player=player), tuple(filter(None, (left,)))
    if view.is_late:
        yield Heading(words("{player}'s time is up.", player=player), details)
    elif view.turn_ends_at is not None:
        until = " · ".join((words("until {at}", at=AT), *details))
        yield Moment(until, view.turn_ends_at, turn, is_clock_time=True)
    else:
        yield Heading(turn, details)


def choices(view: ShownGame, item: Item, words: Words) -> View:
    """Which digit TARGET looks for, or which one CHANGE replaces in a number that the game does not know."""
    if item is Item.TARGET:
        question = words("Which digit does TARGET look for?")
        texts = [(str(digit), f"{item} {digit}") for digit in range(ITEM_RULES.symbols)]
    else:
        question = words("Which digit do you replace? It stays high (5 to 9) or low (0 to 4).")
        texts = [text for position in range(ITEM_RULES.positions) for text in _clues(item, position)]
    buttons = (Button(label, "guess", {"code": code, CONFIRM: YES}) for label, code in texts)
    typed = words.joined((question, phrases.typed_like(words, texts[-1][1])))
    return View((Paragraph(question, typed),), tuple(buttons), view.id)


def number_prompt(item: Item, words: Words) -> str:
    """Asks for what SHUFFLE or CHANGE does to the reader's number, at most 100 characters."""
    if item is Item.SHUFFLE:
        return words("Type your digits in their new order. You may also leave them as they are.")
    return words("Type a position and its new digit, such as `2 9`: high (5-9) stays high, low stays low.")


def new_commitment(view: ShownGame, game: Duel, words: Words) -> Iterator[Footnote]:
    """The seal of a number that has been changed since the other player's last call."""
    if any(used.number is not None and used.faced == game.opponent_of(used.by).guesses for used in game.uses):
        yield Footnote(words("Sealed again `{seal}`", seal=seal(view.changes[-1])), once=False)
