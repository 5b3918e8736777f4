"""Duels with the items of Numer0n: boards, questions and buttons."""

from collections.abc import Iterator, Mapping, Sequence

from bot.commands.catalogue import CONFIRM, YES
from bot.locales import Words
from bot.locales.columns import align_within
from bot.locales.safe import name, shorten
from bot.locales.words import translatable, translatable_in_context
from bot.model.games import ShownGame
from bot.presenters import phrases
from bot.presenters.items import item_name, item_names
from bot.presenters.views import Block, Button, Footnote, Paragraph, Preformatted, View
from core.game.clues import format_clue
from core.game.codes import format_code_ascii
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

_CLASSES = {True: translatable_in_context("digit", "high"), False: translatable_in_context("digit", "low")}


def items_in_play(items: ItemSet, words: Words) -> str:
    """The items of both sides, as a term of a game."""
    names = item_names(items.items, words)
    if items.both_kinds:
        return words("items: {items}, one attack and one defence a turn", items=names)
    return words("items: {items}", items=names)


def game_with_items(view: ShownGame, game: Duel, words: Words, most: int) -> Iterator[Preformatted]:
    """The last calls and uses of items of both sides in order, each in a line; nothing before the first."""
    entries = list(game.timeline())[-most:]
    rows = [(*_cells(entry, game, words), _name_of(view, entry.by)) for entry in entries]
    if rows:
        who = [name(by) if by else phrases.former_player(words) for *_, by in rows]
        named = [(*row[:-1], by) for row, by in zip(rows, who, strict=True)]
        cut = ([(*row[:-1], shorten(row[-1], cells)) for row in named] for cells in range(10, 3, -1))
        yield Preformatted(align_within(cut))


def _name_of(view: ShownGame, player: str) -> str:
    return phrases.BOT_NAME if player == BOT else view.name_of(player)


def _cells(entry: Turn | Used, game: Duel, words: Words) -> tuple[str, str]:
    if isinstance(entry, Turn):
        return format_code_ascii(entry.guess, game.rules), format_feedback(entry.feedback, game.rules)
    clue = phrases.feedback_awaited(words) if entry.clue is None else _told(entry.clue, words)
    return item_name(entry.item, words), clue


def _told(clue: Clue, words: Words) -> str:
    """What everybody learns from a clue, in a few words."""
    item, about, answer = clue.item, clue.about or 0, clue.answer
    if isinstance(answer, tuple):
        return " ".join(words(_CLASSES[is_high]) for is_high in answer)
    if answer is None:
        return words("{digit}: not there", digit=about) if item is Item.TARGET else ""
    if item is Item.CHANGE:
        return words("position {position}: {kind}", position=about + 1, kind=words(_CLASSES[bool(answer)]))
    if item is Item.SLASH:
        return str(answer)
    digit, position = (about, answer) if item is Item.TARGET else (answer, about)
    return words("{digit}: position {position}", digit=digit, position=position + 1)


def _items_left(view: ShownGame, game: Duel, words: Words) -> Iterator[Block]:
    """What each side has left, and how an item is used."""
    left = [
        words("{player} {items}", player=words.person(_name_of(view, side.player)), items=item_names(unused, words))
        for side in game.sides
        if (unused := _unused(game, side))
    ]
    if not left:
        return
    text = words("Items left: {items}.", items=" · ".join(left))
    example = _unused(game, game.side_to_move)[:1]
    typed = (
        words.joined((text, words("On your turn, type one before your call, such as `{item}`.", item=example[0])))
        if example
        else text
    )
    yield Paragraph(text, typed)


def _unused(game: Duel, side: Side) -> tuple[Item, ...]:
    used = {use.item for use in game.uses_of(side.player)}
    return tuple(item for item in (game.items.items if game.items else ()) if item not in used)


def item_buttons(game: Duel, words: Words) -> Iterator[Button]:
    """The buttons of whoever has to move: answers, or their items, disabled if they cannot use them now."""
    if (used := game.pending_use) is not None:
        command, option = ("guess", "code") if _asks_position(used) else ("answer", "feedback")
        for label, answer in _answers(used, words):
            yield Button(label, command, {option: answer}, is_minor=True)
    elif game.items is not None and (mover := game.to_move) is not None:
        for item in game.items.items:
            is_off = not game.is_usable(item, mover)
            yield Button(item_name(item, words), "guess", {"code": item.value}, is_minor=True, is_disabled=is_off)


def _answers(used: Used, words: Words) -> Sequence[tuple[str, str]]:
    """What can be answered to an item, in words and as it is typed."""
    if _asks_position(used):
        return [(position, f"{used.item} {position}") for position in "123"]
    return _clues(used.item, used.about, words)


def _clues(item: Item, about: int | None, words: Words) -> Sequence[tuple[str, str]]:
    return [(_told(clue, words), format_clue(clue)) for clue in Clue(item, about).alternatives()]


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
    """Whose turn it is or what has to be answered, and what items each side has left."""
    if (used := game.pending_use) is not None:
        asked, (*_, (_, example)) = item_question(view, game, words), _answers(used, words)
        yield Paragraph(asked, words.joined((asked, words("Type it, such as `{example}`.", example=example))))
    else:
        yield Paragraph(phrases.your_turn(words, view.name_of(game.waits_for)))
    yield from _items_left(view, game, words)


def choices(view: ShownGame, item: Item, words: Words) -> View:
    """Which digit TARGET looks for, or which one CHANGE replaces in a number that the game does not know."""
    if item is Item.TARGET:
        question = words("Which digit does TARGET look for?")
        texts = [(str(digit), f"{item} {digit}") for digit in range(ITEM_RULES.symbols)]
    else:
        question = words("Which digit do you replace? It stays high (5 to 9) or low (0 to 4).")
        texts = [text for position in range(ITEM_RULES.positions) for text in _clues(item, position, words)]
    buttons = (Button(label, "guess", {"code": code, CONFIRM: YES}, is_minor=True) for label, code in texts)
    typed = words.joined((question, words("Type it, such as `{example}`.", example=texts[-1][1])))
    return View((Paragraph(question, typed),), tuple(buttons), view.id)


def number_prompt(item: Item, words: Words) -> str:
    """Asks for what SHUFFLE or CHANGE does to the reader's number, at most 100 characters."""
    if item is Item.SHUFFLE:
        return words("Type your digits in their new order. You may also leave them as they are.")
    return words("Type a position and its new digit, such as `2 9`: high (5-9) stays high, low stays low.")


def changed_commitments(view: ShownGame, words: Words) -> Iterator[str]:
    """The commitments to the numbers after SHUFFLE and CHANGE."""
    for number, digest in enumerate(view.changes, 1):
        yield words("SHA-256 after change {number}: `{digest}`", number=number, digest=digest)


def new_commitment(view: ShownGame, game: Duel, words: Words) -> Iterator[Footnote]:
    """The commitment to a number that has been changed since the other player's last call."""
    if any(used.number is not None and used.faced == game.opponent_of(used.by).guesses for used in game.uses):
        *_, last = changed_commitments(view, words)
        yield Footnote(last, once=False)
