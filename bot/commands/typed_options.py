"""Reading the options of a typed command: `mastermind tries:8 me`, `rules:numeron 012 1EAT1BITE`."""

import re
import unicodedata
from collections.abc import Iterator

from bot.commands.command import ON, SWITCH_VALUES, Command, Kind, Option
from bot.commands.errors import UnknownOption
from bot.services.daily.days import is_day
from core.game.codes import without_invisible
from core.game.rules import ALPHABETS, COLORS, LETTERS, Rules, RulesError, UnknownRules

_OPTION_NAME = re.compile(r"(?:(?<=\s)|^)([^\W\d_][^\W\d]*)[:：=＝]\s*")
_ATTEMPT = re.compile(r"[\d\s,.;/_-]*\d[\d\s,.;/_-]*")
_QUOTED_OR_WORD = re.compile(r'"[^"]*"|\S+')

_ONE_WORD = {Kind.CHOICE, Kind.CODE, Kind.DAY, Kind.INTEGER, Kind.RULES, Kind.SWITCH}
"""Kinds of options whose value is a single word."""

_CODES_OR_HISTORIES = {"answer", "check", "guess", "suggest"}
"""Commands in whose text a word before a colon, or a number, can be a code, as in the history `RYGB:0H2B`."""


def parse_options(command: Command, text: str) -> dict[str, str]:
    """The options in a text.

    A value may follow the name of its option. A word that can be the value of only one of the other options, such as
    `10x10` or `race`, needs no name; the remaining words are the value of the first option.

    Raises:
        UnknownOption: the command has no option of this name, or no option that takes these words.
    """
    options: dict[str, str] = {}
    unnamed: list[str] = []
    name: str | None = None
    for part in _parts(command, text):
        if isinstance(part, re.Match):
            name = part[1].lower()
            continue
        option = command.option(name) if name else None
        value, rest = _split_value(option, part) if name else ("", part)
        if name is not None:
            options[name] = value
        unnamed.append(rest)
    return _with_unnamed(command, options, " ".join(filter(None, unnamed)))


def could_be_code(word: str) -> bool:
    """Whether a word consists of symbols of one alphabet of letters."""
    return any(set(word.upper()) <= set(keys) for keys in (LETTERS.keys, COLORS.keys))


def is_rules(text: str) -> bool:
    """Whether a text names rules or is a notation of rules, which may be out of range."""
    try:
        Rules.parse(text)
    except UnknownRules:
        return False
    except RulesError:
        return True  # a notation, but of rules that are out of range
    return True


def is_attempt(text: str) -> bool:
    """Whether a text can only be an attempt at a code, however wrong: digits and separators."""
    return _ATTEMPT.fullmatch(unicodedata.normalize("NFKC", text)) is not None


def _parts(command: Command, text: str) -> Iterator[re.Match[str] | str]:
    """The names of options in a text, and the text before the first and after each of them."""
    names = [name for name in _OPTION_NAME.finditer(text) if _is_name(command, name[1])]
    yield text[: names[0].start() if names else len(text)].strip()
    ends = [*(name.start() for name in names[1:]), len(text)]
    for name, end in zip(names, ends, strict=False):  # without names, there is one end too many
        yield name
        yield text[name.end() : end].strip()


def _is_name(command: Command, word: str) -> bool:
    """Whether a word before a colon is the name of an option rather than a code."""
    if command.option(word.lower()) is not None:
        return True
    return command.name not in _CODES_OR_HISTORIES or not could_be_code(word)


def _split_value(option: Option | None, text: str) -> tuple[str, str]:
    """The value of a named option, and the text after it, which belongs to options without names."""
    if option is None or option.kind not in _ONE_WORD or _is_value(option, text):
        return text.strip('"'), ""
    word = match[0] if (match := _QUOTED_OR_WORD.match(text)) else ""
    return word.strip('"'), text.removeprefix(word).strip()


def _with_unnamed(command: Command, options: dict[str, str], text: str) -> dict[str, str]:
    """The options, with the values that were typed without names."""
    options, text = _with_spaced(command, options, text)
    first = command.options[0] if command.options else None
    if first is not None and first.name not in options and _is_value(first, text):
        return {first.name: text, **options} if text else options
    if first is not None and first.name not in options and first.kind is Kind.PLAYER:
        return _with_player(command, first, options, text.split())
    remaining = []
    for word in text.split():
        option = _only_option(command, word, options)
        if option is None:
            remaining.append(word)
        else:
            options[option.name] = word
    if not remaining:
        return options
    rest = " ".join(remaining)
    if first is None or first.name in options:
        raise UnknownOption(command.name, rest, tuple(option.name for option in command.options))
    return {first.name: rest, **options}


def _with_spaced(command: Command, options: dict[str, str], text: str) -> tuple[dict[str, str], str]:
    """The options, with those whose name stands without a colon, as in `tries 8` and `hidden`; and the rest."""
    words, rest, given = text.split(), list[str](), dict(options)
    takes_name = bool(command.options) and command.options[0].kind is Kind.PLAYER
    while words:
        word = words.pop(0)
        option = command.option(word.lower())
        if option is None or option.name in given or option.kind not in _ONE_WORD:
            rest.append(word)
        elif words and _is_value(option, words[0]):
            given[option.name] = words.pop(0)
        elif option.kind is Kind.SWITCH and option.default is not None and (rest or not takes_name):
            given[option.name] = ON
        else:
            rest.append(word)
    return given, text if given == options else " ".join(rest)


def _with_player(command: Command, player: Option, options: dict[str, str], words: list[str]) -> dict[str, str]:
    """The options, with a name that may consist of several words and the values after it."""
    while len(words) > 1 and (option := _only_option(command, words[-1], options)) is not None:
        options[option.name] = words.pop()
    return {player.name: " ".join(words), **options} if words else options


def _only_option(command: Command, word: str, given: dict[str, str]) -> Option | None:
    """The option not given yet that a word is a value of; None if there are none or several."""
    if word.isdecimal() and command.name in _CODES_OR_HISTORIES:
        return None  # a code, feedback or a part of it
    options = (option for option in command.options if option.name not in given and not option.needs_name)
    fitting = [option for option in options if _is_value(option, word)]
    return fitting[0] if len(fitting) == 1 else None


def _is_value(option: Option, text: str) -> bool:
    """Whether a text can be recognized as a value of an option without its name."""
    if option.kind is Kind.RULES:
        return is_rules(text)
    if option.kind is Kind.INTEGER:
        return text.isdecimal()
    if option.kind is Kind.SWITCH:
        return text.lower() in SWITCH_VALUES
    if option.kind is Kind.DAY:
        return is_day(text)
    if option.kind is Kind.CODE:
        return _is_code(text)
    is_choice = text.lower() in option.choices or text.lower() in option.synonyms
    return is_choice and (option.kind is Kind.CHOICE or not could_be_code(text))


def _is_code(text: str) -> bool:
    """Whether a text can be nothing but a code: digits, letters or pictures of one alphabet."""
    symbols = "".join(without_invisible(text).split())
    pictures = any(set(symbols) <= set(alphabet.glyphs) for alphabet in ALPHABETS.values() if alphabet.pictorial)
    return bool(symbols) and (symbols.isdecimal() or could_be_code(symbols) or pictures)
