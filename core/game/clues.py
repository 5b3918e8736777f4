"""Clues as people type them: `highlow hhl`, `target 7 2`, `target 3 no`, `slash 6`, `shuffle`, `change 2 high`.

`double 1 7` says that the opponent's DOUBLE revealed a 7 in the first position.
"""

import re
import unicodedata

from core.game.codes import MAX_TEXT, without_invisible
from core.game.errors import UnreadableClue
from core.game.items import Clue, Item, require_fitting
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


def parse_clue(text: str, rules: Rules) -> Clue | None:
    """Read a clue, in English or Japanese; None if the text does not start with the name of an item.

    Raises:
        ItemsDoNotFit: the rules are not played with items.
        UnreadableClue: the text after the name is not what the item tells.
    """
    plain = unicodedata.normalize("NFKC", without_invisible(text[:MAX_TEXT])).strip().upper()
    for item, names in _NAMES.items():
        if (name := re.match(rf"({names})(?![A-Z]){_BETWEEN}", plain)) is not None:
            require_fitting(rules)
            details = re.fullmatch(_DETAILS[item], plain[name.end() :])
            if details is None:
                raise UnreadableClue(item, text)
            return _clue(item, details)
    return None


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
