"""Reading commands from a line of text: `play hitblow`, `play 4x10 tries:0 me`, `/hitblow guess 0123`, `0123`."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from bot.commands.catalogue import BY_NAME, CATALOGUE
from bot.commands.command import Command
from bot.commands.errors import CommandError, OptionAlone, UnknownCommand
from bot.commands.invocation import Invocation, readable
from bot.commands.typed_options import could_be_code, parse_options
from core.game.feedback import try_parse_feedback
from core.game.rules import COLORS, DIGITS

_PREFIX = re.compile(r"[/／]?hitblow(?=\s|$)", re.IGNORECASE)
_FEEDBACK = re.compile(r"\d+\s*([^\W\d_]+)\s*[,;+/&]?\s*\d+\s*([^\W\d_]+)")
_TURN = re.compile(r"(?P<guess>\w+)\s+(?P<feedback>\d+\s*[^\W\d_]+[\s,]*\d+\s*[^\W\d_]+)")
"""A guess with its feedback, such as `0123 0H2B`."""

_WORD = re.compile(r"[A-Za-z]+")
_NAMED_VALUE = re.compile(r"([^\W\d_][^\W\d]*)[:：]")

_GAME = re.compile(r"\s+#(?P<id>[0-9a-zA-Z]+)$")

_ALIASES = {
    "?": "help",
    "verify": "board verify:on",
    "more": "fix",
    "new": "play",
    "new game": "play",
    "start": "play",
    "give up": "giveup",
    "resign": "giveup",
    "surrender": "giveup",
}
"""Other words for commands, which can have options. Those of two words are read first."""

_ID = re.compile(r"(?=.*\d)[0-9a-z]{5}", re.IGNORECASE)
"""The id of a game: letters and digits, with a digit so that it is not taken for a word."""

_SYMBOLS_BESIDE_DIGITS = frozenset(DIGITS.keys + COLORS.keys)
"""Symbols that can occur in a code together with digits."""

_SHORTEST = 2
"""The characters of the shortest feedback, such as `02`."""

_SIMILAR, _ALMOST_EQUAL = 60.0, 85.0
"""Similarities of two words, of 100: enough to suggest one for the other, and enough to assume that it was meant."""


def parse_line(line: str) -> Invocation | None:
    """Read a line; None if it is empty.

    The prefix `/hitblow` of Discord and Slack and backticks are ignored. A line that does not begin with a command is
    a guess if it could be a code, and feedback if it is spelled like `0H2B`, also after a code. The id of a game at
    the end, as in `0123 #k3qz7`, says which game is meant.

    Raises:
        UnknownCommand: the first word is not a command, and the line cannot be a code.
        CommandError: the command does not take these options.
    """
    text = readable(line).replace("`", "").strip()
    text = text[match.end() :].strip() if (match := _PREFIX.match(text)) else text
    if not text:
        return Invocation(BY_NAME["help"]) if match else None
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
        return Invocation(command, parse_options(command, rest))
    first = text.split(maxsplit=1)[0]
    if _looks_like_command(first, text.removeprefix(first)):
        raise UnknownCommand(first, nearest(first, BY_NAME))
    if _looks_like_feedback(unicodedata.normalize("NFKC", text).upper()):
        return Invocation(BY_NAME["answer"], {"feedback": text})
    if (turn := _TURN.fullmatch(text)) is not None and try_parse_feedback(turn["feedback"]) is not None:
        return Invocation(BY_NAME["answer"], {"feedback": turn["feedback"], "guess": turn["guess"]})
    if (named := _NAMED_VALUE.match(text)) is not None and _is_option(named[1], text[named.end() :].strip()):
        raise _option_alone(first, named[1].lower())
    return Invocation(BY_NAME["guess"], {"code": text})


def _is_option(name: str, value: str) -> bool:
    """Whether a name and a value with a colon between them cannot be parts of a code, or a code with its feedback."""
    return not could_be_code(name) or len(value) < _SHORTEST or not (could_be_code(value) or try_parse_feedback(value))


def _option_alone(read: str, name: str) -> CommandError:
    """The error for an option without a command, which is perhaps a command followed by a colon."""
    if (command := nearest(name, BY_NAME, _ALMOST_EQUAL)) is not None:
        return UnknownCommand(read, command)
    return OptionAlone(read, next((each.name for each in CATALOGUE if each.option(name)), None))


def nearest(word: str, names: Iterable[str], similarity: float = _SIMILAR) -> str | None:
    """The name that is most similar to a word, ignoring case; None if no name is similar.

    Args:
        word: as typed.
        names: in lower case.
        similarity: how similar the name must be, from 0 to 100 (100 minus the normalized insertions and deletions).
    """
    from rapidfuzz import fuzz, process  # noqa: PLC0415  # only mistyped names need it

    match = process.extractOne(word.lower(), list(names), scorer=fuzz.ratio, score_cutoff=similarity)
    return match[0] if match else None


def _split_command(text: str) -> tuple[Command | None, str]:
    """The command that a line begins with, None if it begins with something else, and what follows."""
    for words in (2, 1):
        parts = text.split(maxsplit=words)
        name = unicodedata.normalize("NFKC", " ".join(parts[:words])).lower().lstrip("/")
        alias, _, options = _ALIASES.get(name, "").partition(" ")
        if (command := BY_NAME.get(alias or name)) is not None:
            return command, " ".join(filter(None, (options, *parts[words:])))
    return None, text


def _looks_like_command(first: str, rest: str) -> bool:
    """Whether a line begins with a mistyped command rather than being a code of letters."""
    if _WORD.fullmatch(first) is None:
        return False
    return not could_be_code("".join((first, *rest.split()))) or _is_misspelled_command(first)


def _is_misspelled_command(word: str) -> bool:
    """Whether a word is a command with a letter too many or too few, or with two letters exchanged."""
    command = nearest(word, BY_NAME, _ALMOST_EQUAL)
    if command is not None and len(command) != len(word):
        return True
    from rapidfuzz.distance import OSA  # noqa: PLC0415  # only mistyped names need it

    letters = sorted(word.lower())
    return any(sorted(name) == letters and OSA.distance(word.lower(), name) == 1 for name in BY_NAME)


def _looks_like_feedback(text: str) -> bool:
    """Whether a line is spelled like `0H2B` or `1 EAT 2 BITE` and cannot be a code, as `1A2B` can."""
    match = _FEEDBACK.fullmatch(text)
    if match is None:
        return text.startswith(("EAT", "HIT")) and try_parse_feedback(text) is not None
    return not set(match[1] + match[2]) <= _SYMBOLS_BESIDE_DIGITS
