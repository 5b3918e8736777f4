"""Commands typed as a line: `play hitblow`, `play rules:4x10 tries:0`, `/hitblow guess 0123`, or a bare code."""

import re
import unicodedata

from rapidfuzz import fuzz, process

from bot.commands.catalogue import BY_NAME, Command
from bot.commands.errors import UnknownCommand, UnknownOption
from bot.commands.invocation import Invocation
from core.game.rules import COLORS, DIGITS, LETTERS

_PREFIX = re.compile(r"[/／]?hitblow(?=\s|$)", re.IGNORECASE)
_NAMED = re.compile(r"(?:(?<=\s)|^)([A-Za-z]+)[:：]\s*")
_ANSWER = re.compile(r"\d+\s*([^\W\d_]+)\s*\d+\s*([^\W\d_]+)")
_BESIDE_DIGITS = frozenset(DIGITS.keys + COLORS.keys)
"""What a code with digits in it may hold."""

_WORD = re.compile(r"[A-Za-z]+")
_MISTYPED = 85.0
"""The same, for a word that could also be a code of letters."""

_NEAR = 60.0
"""How alike, of 100, a word must be to a command to be offered as what was meant."""


def parse_line(line: str) -> Invocation | None:
    """Read a line, None if there is nothing in it.

    The prefix that Discord and Slack show is accepted and ignored, so that lines can be copied. A line that begins
    with a digit, or with anything else that is no word, is a guess, or an answer if it is spelt like `0H2B`.

    Raises:
        UnknownCommand: the first word is no command, and the line does not look like a code.
        CommandError: the command does not take these options.
    """
    text = line.strip()
    text = text[match.end() :].strip() if (match := _PREFIX.match(text)) else text
    if not text:
        return Invocation(BY_NAME["help"]) if match else None
    first, rest = (*text.split(maxsplit=1), "")[:2]
    command = BY_NAME.get(unicodedata.normalize("NFKC", first).lower().lstrip("/"))
    if command is not None:
        return Invocation(command, _options(command, rest))
    if _looks_like_command(first, rest):
        raise UnknownCommand(first, nearest(first))
    if _looks_like_answer(unicodedata.normalize("NFKC", text).upper()):
        return Invocation(BY_NAME["answer"], {"feedback": text})
    return Invocation(BY_NAME["guess"], {"code": text})


def nearest(word: str) -> str | None:
    """The command that looks most like a word, None if none does."""
    found = process.extractOne(word.lower(), list(BY_NAME), scorer=fuzz.ratio, score_cutoff=_NEAR)
    return found[0] if found else None


def _looks_like_command(first: str, rest: str) -> bool:
    """Whether a line that names no command was to name one: it begins with a word, and is no code of letters."""
    if _WORD.fullmatch(first) is None:
        return False
    return not _could_be_code("".join((first, *rest.split()))) or _nearly(first)


def _nearly(word: str) -> bool:
    """Whether a word is a command but for one letter too many or too few, as no code of its length is."""
    found = process.extractOne(word.lower(), list(BY_NAME), scorer=fuzz.ratio, score_cutoff=_MISTYPED)
    return found is not None and len(found[0]) != len(word)


def _looks_like_answer(text: str) -> bool:
    """Whether a line is spelt like a feedback, `0H2B` or `1 EAT 2 BITE`, and could be no code; `1A2B` could."""
    match = _ANSWER.fullmatch(text)
    return match is not None and not set(match[1] + match[2]) <= _BESIDE_DIGITS


def _could_be_code(word: str) -> bool:
    return any(set(word.upper()) <= set(keys) for keys in (LETTERS.keys, COLORS.keys))


def _options(command: Command, text: str) -> dict[str, str]:
    """The options in a text: what stands before the first `name:` is the first option, whatever it holds.

    Only words that could be options count as such: neither `0123:0H2B` nor `RYGB:0H2B` in a history does.

    Raises:
        UnknownOption: a `name:` that the command does not have.
    """
    marks = [mark for mark in _NAMED.finditer(text) if command.option(mark[1].lower()) or not _could_be_code(mark[1])]
    given: dict[str, str] = {}
    bare = text[: marks[0].start() if marks else len(text)].strip()
    if bare:
        if not command.options:
            raise UnknownOption(command.name, bare, ())
        given[command.options[0].name] = bare
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):  # without marks there is one end too many
        given[mark[1].lower()] = text[mark.end() : end].strip().strip('"')
    return given
