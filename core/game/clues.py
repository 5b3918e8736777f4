"""Items as people type them: sets of them, uses, and clues.

Clues are `highlow hhl`, `target 7 2`, `target 3 no`, `slash 6`, `shuffle`, `change 2 high`.

`double 1 7` says that the opponent's DOUBLE revealed a 7 in the first position.
"""

import re
import unicodedata

from core.game.codes import MAX_TEXT, parse_code, without_invisible
from core.game.errors import InvalidItemSet, UnreadableClue, UnreadableItemUse
from core.game.hidden import HiddenCode
from core.game.items import Clue, Item, ItemSet, Use, require_playable_with_items
from core.game.rules import Rules

_NAMES = {
    Item.DOUBLE: "DOUBLE|ダブル",
    Item.HIGHLOW: "HIGH *(?:&|AND)? *LOW|ハイ *(?:&|アンド)? *ロー",
    Item.TARGET: "TARGET|ターゲット",
    Item.SLASH: "SLASH|スラッシュ",
    Item.SHUFFLE: "SHUFFLE|シャッフル",
    Item.CHANGE: "CHANGE|チェンジ",
}
_HIGH, _LOW, _NO = "HIGH|H|ハイ|高", "LOW|L|ロー|低", "NO|NONE|-|X|なし|ない|無し"
_CLASS = f"{_HIGH}|{_LOW}"
_BETWEEN = "[ ,:=-]*"
_DETAILS = {
    Item.DOUBLE: rf"(?P<about>[123]){_BETWEEN}(?P<answer>\d)",
    Item.HIGHLOW: _BETWEEN.join(rf"({_CLASS})" for _ in range(3)),
    Item.TARGET: rf"(?P<about>\d)[ ,:=]*(?P<answer>[123]|{_NO})",
    Item.SLASH: r"(?P<answer>[2-9])",
    Item.SHUFFLE: "",
    Item.CHANGE: rf"(?P<about>[123]){_BETWEEN}(?P<answer>{_CLASS})",
}

_USES = {Item.TARGET: r"(\d)", Item.CHANGE: rf"([123]){_BETWEEN}(\d)"}
_SETS = {"STANDARD|標準": ItemSet().items, "ALL|全部|すべて": tuple(Item), "BOTH|両方": ()}


def parse_clue(text: str, rules: Rules) -> Clue | None:
    """Read a clue, in English or Japanese; None if the text does not start with the name of an item.

    Raises:
        ItemsDoNotFit: the rules are not played with items.
        UnreadableClue: the text after the name is not what the item tells.
    """
    found = parse_item(text)
    if found is None:
        return None
    item, rest = found
    require_playable_with_items(rules)
    details = re.fullmatch(_DETAILS[item], rest)
    if details is None:
        raise UnreadableClue(item, text)
    return _clue(item, details)


def parse_item(text: str) -> tuple[Item, str] | None:
    """The item that a text starts with, and what follows its name; None if it starts with none."""
    plain = _plain(text)
    for item, names in _NAMES.items():
        if (name := re.match(rf"({names})(?![A-Z]){_BETWEEN}", plain)) is not None:
            return item, plain[name.end() :]
    return None


def parse_use(item: Item, text: str, rules: Rules) -> Use:
    """What a player does with an item: `7` for TARGET, the whole number for SHUFFLE, `2 9` for CHANGE.

    Raises:
        UnreadableItemUse: the text is something else.
        CodeError: the number after SHUFFLE is no code.
    """
    if item is Item.SHUFFLE:
        return Use(item, None, HiddenCode(parse_code(text, rules)))
    found = re.fullmatch(_USES.get(item, ""), _plain(text))
    if found is None:
        raise UnreadableItemUse(item)
    numbers = tuple(map(int, found.groups()))
    if item is Item.CHANGE:
        return Use(item, numbers[0] - 1, HiddenCode(numbers[1:]))
    return Use(item, numbers[0] if numbers else None)


def parse_position(text: str) -> int:
    """The position, from 0, that the opponent of a player who uses DOUBLE names.

    Raises:
        UnreadableItemUse: the text is none.
    """
    if re.fullmatch("[123]", text) is None:
        raise UnreadableItemUse(Item.DOUBLE)
    return int(text) - 1


def parse_items(text: str) -> ItemSet:
    """The items of a game: `standard`, `all` or their names, and `both` for an attack and a defence in one turn.

    Raises:
        InvalidItemSet: they can't be a set, or the text is something else.
    """
    rest, items, is_both = _plain(text), list[Item](), False
    while rest := rest.lstrip(" ,+、・-"):
        values = {**{f"{names}|{_short(item)}": (item,) for item, names in _NAMES.items()}, **_SETS}
        found = ((re.match(rf"({names})(?![A-Z])", rest), chosen) for names, chosen in values.items())
        match, chosen = next(((match, chosen) for match, chosen in found if match), (None, ()))
        if match is None:
            raise InvalidItemSet
        items += chosen
        is_both |= not chosen
        rest = rest[match.end() :]
    return ItemSet(tuple(items) or ItemSet().items, is_both)


def format_items(items: ItemSet) -> str:
    """A set of items in at most 13 ASCII characters, as `parse_items` reads it: `all`, `do-hi-sh`, `do-hi-sh-both`."""
    names = ["all"] if len(items.items) == len(Item) else [_short(item).lower() for item in items.items]
    return "-".join((*names, *(("both",) if items.both_kinds else ())))


def _short(item: Item) -> str:
    return item[:2].upper()


def format_clue(clue: Clue) -> str:
    """A clue in English, as `parse_clue` reads it."""
    item, about, answer = clue.item, clue.about, clue.answer
    if isinstance(answer, tuple):
        return f"{item} {''.join('h' if high else 'l' for high in answer)}"
    match item:
        case Item.TARGET:
            return f"{item} {about} {'no' if answer is None else answer + 1}"
        case Item.CHANGE:
            return f"{item} {(about or 0) + 1} {'high' if answer else 'low'}"
        case Item.DOUBLE:
            return f"{item} {(about or 0) + 1} {answer}"
    return str(item) if answer is None else f"{item} {answer}"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", without_invisible(text[:MAX_TEXT])).strip().upper()


def _clue(item: Item, details: re.Match[str]) -> Clue:
    """The clue of an item from the match of its details."""
    if item is Item.HIGHLOW:
        return Clue(item, None, tuple(map(_is_high, details.groups())))
    read = details.groupdict()
    about, answer = read.get("about"), read.get("answer")
    if about is None or answer is None:
        return Clue(item, None, None if answer is None else int(answer))
    if item is Item.TARGET:
        return Clue(item, int(about), int(answer) - 1 if answer.isdecimal() else None)
    return Clue(item, int(about) - 1, int(answer) if item is Item.DOUBLE else int(_is_high(answer)))


def _is_high(word: str) -> bool:
    return word in _HIGH.split("|")
