"""Reading the options of a typed command: `mastermind tries:8 me`, `rules:numeron 012 1EAT1BITE`."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.commands.command import (
    ON,
    SWITCH_VALUES,
    Command,
    CommandError,
    Option,
    OptionType,
    OptionWithoutCommand,
    UnknownCommand,
    UnknownOption,
)
from bot.commands.invocation import Invocation, replace_invalid_characters
from bot.locales import LANGUAGES, translatable_in_context
from bot.model.daily import looks_like_day
from core.game.codes import without_invisible
from core.game.feedback import try_parse_feedback
from core.game.rules import ALPHABETS, COLORS, DIGITS, LETTERS, NAMED_RULES, Rules, RulesError, UnknownRules

_OPTION_NAME = re.compile(r"(?:(?<=\s)|^)([^\W\d_][^\W\d]*)[:：=＝]\s*")
_ATTEMPT = re.compile(r"[\d\s,.;/_-]*\d[\d\s,.;/_-]*")
_QUOTED_OR_WORD = re.compile(r'"[^"]*"|\S+')

_SINGLE = {OptionType.CHOICE, OptionType.CODE, OptionType.DAY, OptionType.INTEGER, OptionType.RULES, OptionType.SWITCH}
"""Types of options whose value is a single word."""

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


def could_be_letter_code(word: str) -> bool:
    """Whether a word consists of symbols of one alphabet of letters."""
    return any(set(word.upper()) <= set(keys) for keys in (LETTERS.keys, COLORS.keys))


def is_rules_notation(text: str) -> bool:
    """Whether a text names rules or is a notation of rules, which may be out of range."""
    try:
        Rules.parse(text)
    except UnknownRules:
        return False
    except RulesError:
        return True  # a notation, but of rules that are out of range
    return True


def is_code_attempt(text: str) -> bool:
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
    return command.name not in _CODES_OR_HISTORIES or not could_be_letter_code(word)


def _split_value(option: Option | None, text: str) -> tuple[str, str]:
    """The value of a named option, and the text after it, which belongs to options without names."""
    if option is None or not (option.kind in _SINGLE or option.choices) or _is_value(option, text):
        return text.strip('"'), ""
    word = match[0] if (match := _QUOTED_OR_WORD.match(text)) else ""
    return word.strip('"'), text.removeprefix(word).strip()


def _with_unnamed(command: Command, options: dict[str, str], text: str) -> dict[str, str]:
    """The options, with the values that were typed without names."""
    options, text = _with_spaced(command, options, text)
    first = command.options[0] if command.options else None
    if first is not None and first.name not in options and _is_value(first, text):
        return {first.name: text, **options} if text else options
    if first is not None and first.name not in options and first.kind is OptionType.PLAYER:
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
    if first is None or first.name in options or (not _takes_text(command) and not any(map(str.isdigit, rest))):
        raise UnknownOption(command.name, rest)
    return {first.name: rest, **options}


def _takes_text(command: Command) -> bool:
    return any(option.kind not in {OptionType.INTEGER, OptionType.SWITCH} for option in command.options)


def _with_spaced(command: Command, options: dict[str, str], text: str) -> tuple[dict[str, str], str]:
    """The options, with those whose name stands without a colon, as in `tries 8` and `hidden`; and the rest."""
    words, rest, given = text.split(), list[str](), dict(options)
    takes_name = bool(command.options) and command.options[0].kind is OptionType.PLAYER
    while words:
        word = words.pop(0)
        option = command.option(word.lower())
        if option is None or option.name in given or option.kind not in _SINGLE:
            rest.append(word)
        elif words and _is_value(option, words[0]):
            given[option.name] = words.pop(0)
        elif option.kind is OptionType.SWITCH and option.default is not None and (rest or not takes_name):
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
    if (word.isdecimal() or word.lower() == "no") and command.name in _CODES_OR_HISTORIES:
        return None  # a code, feedback, what an item tells, or a part of it
    options = (option for option in command.options if option.name not in given and not option.needs_name)
    fitting = [option for option in options if _is_value(option, word)]
    return fitting[0] if len(fitting) == 1 else None


def _is_value(option: Option, text: str) -> bool:
    """Whether a text can be recognized as a value of an option without its name."""
    if option.kind is OptionType.RULES:
        return is_rules_notation(text)
    if option.kind is OptionType.INTEGER:
        return text.isdecimal()
    if option.kind is OptionType.SWITCH:
        return text.lower() in SWITCH_VALUES
    if option.kind is OptionType.DAY:
        return looks_like_day(text)
    if option.kind is OptionType.CODE:
        return _is_code(text)
    is_choice = text.lower() in option.choices or text.lower() in option.synonyms
    return is_choice and (option.kind is OptionType.CHOICE or not could_be_letter_code(text))


def _is_code(text: str) -> bool:
    """Whether a text can be nothing but a code: digits, letters or pictures of one alphabet."""
    symbols = "".join(without_invisible(text).split())
    pictures = any(set(symbols) <= set(alphabet.glyphs) for alphabet in ALPHABETS.values() if alphabet.pictorial)
    return bool(symbols) and (symbols.isdecimal() or could_be_letter_code(symbols) or pictures)


_PREFIX = re.compile(r"[/／]?hitblow(?=\s|$)", re.IGNORECASE)
_FEEDBACK = re.compile(r"\d+\s*([^\W\d_]+)\s*[,;+/&]?\s*\d+\s*([^\W\d_]+)")
_TURN = re.compile(r"(?P<guess>\w+)\s+(?P<feedback>\d+\s*[^\W\d_]+[\s,]*\d+\s*[^\W\d_]+)")
"""A guess with its feedback, such as `0123 0H2B`."""

_WORD = re.compile(r"[A-Za-z]+")
_WORD_OF_TEXT = re.compile(r"[^\W_]+")
_NAMED_VALUE = re.compile(r"([^\W\d_][^\W\d]*)[:：]")

_GAME = re.compile(r"\s+#(?P<id>[0-9a-zA-Z]+)$")

_OTHER_WORDS = translatable_in_context(
    "what can be typed for commands, with _ for a space",
    "?=help commands=help tutorial=rules how_to_play=rules verify=board_verify:on status=board continue=board more=fix "
    "new=play new_game=play start=play again=rematch play_again=rematch start_over=rematch today=daily vs=versus "
    "challenge=duel give_up=giveup resign=giveup surrender=giveup stop=giveup quit=giveup leave=giveup end_game=giveup "
    "coach=suggest advice=suggest score=stats statistics=stats scores=leaderboard ranking=leaderboard "
    "double=guess_double highlow=guess_highlow high&low=guess_highlow high_low=guess_highlow high_&_low=guess_highlow "
    "high_and_low=guess_highlow target=guess_target slash=guess_slash shuffle=guess_shuffle change=guess_change",
)


@cache
def _aliases() -> Mapping[str, str]:
    """Other words for commands in all languages, which can have options. Those of most words are read first."""
    pairs = (pair.split("=") for words in LANGUAGES.values() for pair in words(_OTHER_WORDS).split())
    return {word.replace("_", " "): command.replace("_", " ") for word, command in pairs}


_MOST_WORDS = 3
"""The words of the longest alias."""

MEANT = {
    **{name: f"play {name}" for name in NAMED_RULES},
    "race": "play race",
    "solo": "play me",
    "restart": "rematch",
}
"""What is suggested for words that are no commands but say what somebody wants."""


@cache
def commands_by_word() -> Mapping[str, str]:
    """All words for commands, in lower case, with the command that each stands for or suggests."""
    return {**{name: name for name in BY_NAME}, **_aliases(), **MEANT}


_COLOR_NAMES = translatable_in_context(
    "colours that can be typed in a code, in this order", "red/yellow/green/blue/purple/orange/brown/black/white"
)


@cache
def _color_keys() -> Mapping[str, str]:
    """The keys of the colours by their names in all languages."""
    names = (words(_COLOR_NAMES).split("/") for words in LANGUAGES.values())
    return {name: key for each in names for name, key in zip(each, COLORS.keys, strict=False)}


_ID = re.compile(r"(?=.*\d)[0-9a-z]{5}", re.IGNORECASE)
"""The id of a game: letters and digits, with a digit so that it is not taken for a word."""

_SYMBOLS_BESIDE_DIGITS = frozenset(DIGITS.keys + COLORS.keys)
"""Symbols that can occur in a code together with digits."""

_SHORTEST = 2
"""The characters of the shortest feedback, such as `02`."""

_SIMILAR, _ALMOST_EQUAL = 0.65, 0.85
"""How similar two words are, from 0 to 1, for one to be suggested for the other, and to be taken for it."""

_SHORTEST_PREFIX = 3
"""The letters from which on the beginning of a command suggests it."""

_LONGEST_REQUEST = 40
"""The characters of the longest text in which the name of a command suggests it, as in `give me a hint`."""


def parse_line(line: str) -> Invocation | None:
    """Read a line; None if it is empty.

    The prefix `/hitblow` of Discord and Slack and backticks are ignored. A line that does not start with a command is
    a guess if it could be a code, and feedback if it is spelled like `0H2B`, also after a code. The id of a game at
    the end, as in `0123 #k3qz7`, says which game is meant.

    Raises:
        UnknownCommand: the first word is not a command, and the line cannot be a code.
        CommandError: the command does not take these options.
    """
    text = line.replace("`", "").strip()
    text = text[match.end() :].strip() if (match := _PREFIX.match(text)) else text
    if not text:
        return Invocation(BY_NAME["help"]) if match else None
    if text.isdecimal():  # the usual line, which names no command and is no feedback
        return Invocation(BY_NAME["guess"], {"code": text})
    text = replace_invalid_characters(text)
    if (named := _GAME.search(text)) is None:
        return _parse_command(text)
    invocation = _parse_command(text[: named.start()])
    is_option = invocation.command.option("game") is not None
    return _parse_command(text) if is_option else replace(invocation, game=named["id"].lower())


def _parse_command(text: str) -> Invocation:
    """Read a line that names no game."""
    command, rest = _split_command(text)
    if command is not None:
        if command.name == "giveup" and _ID.fullmatch(rest):
            return Invocation(command, game=rest.lower())
        try:
            return Invocation(command, parse_options(command, rest))
        except UnknownOption:
            if _takes_text(command):
                raise
            raise UnknownCommand(text, command.name) from None
    first = text.split(maxsplit=1)[0]
    if (keys := _colors_in(text)) is not None:
        return Invocation(BY_NAME["guess"], {"code": keys})
    _refuse_unknown_command(first, text)
    if _looks_like_feedback(unicodedata.normalize("NFKC", text).upper()):
        return Invocation(BY_NAME["answer"], {"feedback": text})
    if (turn := _TURN.fullmatch(text)) is not None and try_parse_feedback(turn["feedback"]) is not None:
        return Invocation(BY_NAME["answer"], {"feedback": turn["feedback"], "guess": turn["guess"]})
    if (named := _NAMED_VALUE.match(text)) is not None and _is_option(named[1], text[named.end() :].strip()):
        raise _option_alone(first, named[1].lower())
    return Invocation(BY_NAME["guess"], {"code": text})


def _refuse_unknown_command(first: str, text: str) -> None:
    """Check that a text, whose first word is no command, does not name or resemble one.

    Raises:
        UnknownCommand: it does.
    """
    rest = text.removeprefix(first)
    if not _is_misspelled_command(first) and (meant := _named_in(text)) is not None:
        raise UnknownCommand(text, meant)
    could_be_typed_code = could_be_letter_code("".join((first, *rest.split()))) and not _is_misspelled_command(first)
    if _WORD.fullmatch(first) is not None and not could_be_typed_code:
        meant = most_similar_command(first)
        raise UnknownCommand(first, f"{meant} {rest.strip()}" if meant == "guess" and is_code_attempt(rest) else meant)
    if text.isalpha() and not text.isascii() and (meant := most_similar_command(text)) is not None:
        raise UnknownCommand(text, meant)


def _colors_in(text: str) -> str | None:
    """The keys of the colours in a text that consists of their names: `red green`; None for any other."""
    names = sorted(_color_keys(), key=len, reverse=True)
    found = re.findall("|".join(names), text.lower())
    rest = re.sub("|".join((*names, r"[\s,\u3001]")), "", text.lower())
    return "".join(map(_color_keys().__getitem__, found)) if found and not rest else None


def most_similar_command(word: str) -> str | None:
    """The command for the word that is most similar to a mistyped one, None if no word is similar."""
    return commands_by_word().get(most_similar(word, commands_by_word()) or "")


def _named_in(text: str) -> str | None:
    """The command that a short text names: `give me a hint`; None if it names none, or several.

    Names of languages that put no spaces between words count wherever they stand.
    """
    folded = unicodedata.normalize("NFKC", text).lower()
    spaced = f" {' '.join(_WORD_OF_TEXT.findall(folded))} "
    named = {
        command
        for name, command in commands_by_word().items()
        if (f" {name} " in spaced if name.isascii() else name in folded)
    }
    longest = max(named, key=len, default="")
    return longest if len(text) <= _LONGEST_REQUEST and longest and all(map(longest.startswith, named)) else None


def _is_option(name: str, value: str) -> bool:
    """Whether a name and a value with a colon between them cannot be parts of a code, or a code with its feedback."""
    return (
        not could_be_letter_code(name)
        or len(value) < _SHORTEST
        or not (could_be_letter_code(value) or try_parse_feedback(value))
    )


def _option_alone(read: str, name: str) -> CommandError:
    """The error for an option without a command, which is perhaps a command followed by a colon."""
    if (command := most_similar(name, BY_NAME, _ALMOST_EQUAL)) is not None:
        return UnknownCommand(read, command)
    return OptionWithoutCommand(read, next((each.name for each in CATALOGUE if each.option(name)), None))


def most_similar(word: str, names: Iterable[str], similarity: float = _SIMILAR) -> str | None:
    """The name that is most similar to a word, ignoring case; None if no name is similar.

    Args:
        word: as typed.
        names: in lower case.
        similarity: how similar the name must be, from 0 to 1: the share of the longer word's letters that the other has
            too, in the same order. Only one name that begins with the word is similar enough, too.
    """
    lowered, listed = word.lower(), list(names)
    begun = [name for name in listed if len(word) >= _SHORTEST_PREFIX and name.startswith(lowered)]
    if len(begun) == 1:
        return begun[0]
    close = get_close_matches(lowered, listed, cutoff=similarity)
    return next((name for name in close if _common(lowered, name) >= similarity * max(len(word), len(name))), None)


def _common(word: str, name: str) -> int:
    """How many letters a word, of which the beginning is read, has in common with a name in the same order."""
    return sum(block.size for block in SequenceMatcher(None, word[:_LONGEST_REQUEST], name).get_matching_blocks())


def _split_command(text: str) -> tuple[Command | None, str]:
    """The command that a line starts with, None if it starts with something else, and what follows."""
    for words in range(_MOST_WORDS, 0, -1):
        parts = text.split(maxsplit=words)
        name = unicodedata.normalize("NFKC", " ".join(parts[:words])).lower().lstrip("/")
        name = name.rstrip("!?.\u3002") or name
        alias, _, options = _aliases().get(name, "").partition(" ")
        if (command := BY_NAME.get(alias or name)) is not None:
            return command, " ".join(filter(None, (options, *parts[words:])))
    return None, text


def _is_misspelled_command(word: str) -> bool:
    """Whether a word is a command with a letter too many, too few or in another place."""
    near = (name for name in BY_NAME if _common(word.lower(), name) == max(len(word), len(name)) - 1)
    return any(len(name) != len(word) or sorted(name) == sorted(word.lower()) for name in near)


def _looks_like_feedback(text: str) -> bool:
    """Whether a line is spelled like `0H2B` or `1 EAT 2 BITE` and cannot be a code, as `1A2B` can."""
    match = _FEEDBACK.fullmatch(text)
    if match is None:
        return text.startswith(("EAT", "HIT")) and try_parse_feedback(text) is not None
    return not set(match[1] + match[2]) <= _SYMBOLS_BESIDE_DIGITS
