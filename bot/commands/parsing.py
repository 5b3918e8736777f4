"""Reading commands from a line of text: `play hitblow`, `play rules:4x10 tries:0`, `/hitblow guess 0123`, `0123`."""

import re
import unicodedata
from collections.abc import Iterable

from rapidfuzz import fuzz, process

from bot.commands.catalogue import BY_NAME, Command
from bot.commands.errors import UnknownCommand, UnknownOption
from bot.commands.invocation import Invocation
from core.game.rules import COLORS, DIGITS, LETTERS

_PREFIX = re.compile(r"[/／]?hitblow(?=\s|$)", re.IGNORECASE)
_OPTION_NAME = re.compile(r"(?:(?<=\s)|^)([A-Za-z]+)[:：]\s*")
_FEEDBACK = re.compile(r"\d+\s*([^\W\d_]+)\s*\d+\s*([^\W\d_]+)")
_WORD = re.compile(r"[A-Za-z]+")

_SYMBOLS_BESIDE_DIGITS = frozenset(DIGITS.keys + COLORS.keys)
"""Symbols that can occur in a code together with digits."""

_SIMILAR, _ALMOST_EQUAL = 60.0, 85.0
"""Similarities of two words, of 100: high enough to suggest one for the other, and to be sure that it was meant."""


def parse_line(line: str) -> Invocation | None:
    """Read a line; None if it is empty.

    The prefix `/hitblow` of Discord and Slack is ignored. A line that does not begin with a command is a guess if it
    could be a code, and feedback if it is spelled like `0H2B`.

    Raises:
        UnknownCommand: the first word is not a command, and the line cannot be a code.
        CommandError: the command does not take these options.
    """
    text = line.strip()
    text = text[match.end() :].strip() if (match := _PREFIX.match(text)) else text
    if not text:
        return Invocation(BY_NAME["help"]) if match else None
    first, rest = (*text.split(maxsplit=1), "")[:2]
    command = BY_NAME.get(unicodedata.normalize("NFKC", first).lower().lstrip("/"))
    if command is not None:
        return Invocation(command, _parse_options(command, rest))
    if _looks_like_command(first, rest):
        raise UnknownCommand(first, nearest(first, BY_NAME))
    if _looks_like_feedback(unicodedata.normalize("NFKC", text).upper()):
        return Invocation(BY_NAME["answer"], {"feedback": text})
    return Invocation(BY_NAME["guess"], {"code": text})


def nearest(word: str, names: Iterable[str], similarity: float = _SIMILAR) -> str | None:
    """The name that is most similar to a word, ignoring case; None if no name is similar.

    Args:
        word: as typed.
        names: in lower case.
        similarity: how similar the name must be, from 0 to 100 (100 minus the normalized insertions and deletions).
    """
    match = process.extractOne(word.lower(), list(names), scorer=fuzz.ratio, score_cutoff=similarity)
    return match[0] if match else None


def _looks_like_command(first: str, rest: str) -> bool:
    """Whether a line begins with a mistyped command rather than being a code of letters."""
    if _WORD.fullmatch(first) is None:
        return False
    return not _could_be_code("".join((first, *rest.split()))) or _is_misspelled_command(first)


def _is_misspelled_command(word: str) -> bool:
    """Whether a word is a command with a letter too many or too few."""
    command = nearest(word, BY_NAME, _ALMOST_EQUAL)
    return command is not None and len(command) != len(word)


def _looks_like_feedback(text: str) -> bool:
    """Whether a line is spelled like `0H2B` or `1 EAT 2 BITE` and cannot be a code, as `1A2B` can."""
    match = _FEEDBACK.fullmatch(text)
    return match is not None and not set(match[1] + match[2]) <= _SYMBOLS_BESIDE_DIGITS


def _could_be_code(word: str) -> bool:
    return any(set(word.upper()) <= set(keys) for keys in (LETTERS.keys, COLORS.keys))


def _parse_options(command: Command, text: str) -> dict[str, str]:
    """The options in a text. Everything before the first `name:` is the value of the first option.

    A word before a colon is the name of an option only if it cannot be a code, as in the history `RYGB:0H2B`.

    Raises:
        UnknownOption: the command has no option of this name.
    """
    found = _OPTION_NAME.finditer(text)
    names = [name for name in found if command.option(name[1].lower()) or not _could_be_code(name[1])]
    options: dict[str, str] = {}
    unnamed = text[: names[0].start() if names else len(text)].strip()
    if unnamed:
        if not command.options:
            raise UnknownOption(command.name, unnamed, ())
        options[command.options[0].name] = unnamed
    ends = [*(name.start() for name in names[1:]), len(text)]
    for name, end in zip(names, ends, strict=False):  # without names, there is one end too many
        options[name[1].lower()] = text[name.end() : end].strip().strip('"')
    return options
