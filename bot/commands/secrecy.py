"""Noticing secrets that are typed into commands, where others or a history could see them."""

import unicodedata
from collections.abc import Mapping

from bot.commands.command import SecretKeeper
from bot.commands.errors import CommandError
from bot.commands.invocation import Invocation
from bot.commands.parsing import could_be_code, is_attempt, is_rules, nearest, parse_line
from core.game.boards import MAX_TRIES
from core.game.rules import ALPHABETS
from core.game.sides import Level

_TRIES_DIGITS = len(str(MAX_TRIES))

_PICTURES = frozenset("".join(alphabet.glyphs for alphabet in ALPHABETS.values() if alphabet.pictorial))


def command_with_secret(text: str) -> str | None:
    """The name of the command into whose text somebody typed what looks like a secret; None if nobody did."""
    first, _, rest = text.strip().removeprefix("/hitblow").strip().partition(" ")
    command = unicodedata.normalize("NFKC", first).lower()
    tells = _TELLS_SECRET.get(command)
    return command if tells is not None and rest.strip() and tells(rest) else None


def has_secret_in_options(invocation: Invocation) -> bool:
    """Whether the options of an invocation hold what looks like a secret."""
    typed = " ".join(f'{name}:"{value}"' for name, value in invocation.options.items())
    return command_with_secret(f"{invocation.command.name} {typed}") is not None


def _tells_in_versus(options: str) -> bool:
    try:
        invocation = parse_line(f"versus {options}")
    except CommandError:
        return any(character.isdigit() for character in options) or any(map(could_be_code, options.split()))
    return invocation is None or not _is_harmless_versus(invocation.options)


def _tells_in_host(options: str) -> bool:
    try:
        invocation = parse_line(f"host {options}")
    except CommandError:
        figures = sum(character.isdigit() for character in options)
        return figures > _TRIES_DIGITS or any(_could_be_secret(word) for word in options.split() if word.isalpha())
    return invocation is None or not _is_harmless_host(invocation.options)


def _tells_in_duel(options: str) -> bool:
    """Whether the options hold more figures than a person's ID and the usual options."""
    try:
        invocation = parse_line(f"duel {options}")
    except CommandError:
        return True
    options_read = invocation.options if invocation else {}
    surplus = options_read.get("opponent", "").split()[1:]
    return len(options_read.get("tries", "")) > _TRIES_DIGITS or any(map(is_attempt, surplus))


def _is_harmless_versus(options: Mapping[str, str]) -> bool:
    """Whether every value is one that its option takes, or a single mistyped word."""
    level, keep, rules = (options.get(name, "").strip() for name in ("level", "secret", "rules"))
    return (
        (not level or (level.isalpha() and (nearest(level, Level) is not None or not could_be_code(level))))
        and keep.lower() in {*SecretKeeper, ""}
        and len(rules.split()) <= 1
        and not rules.isdigit()
    )


def _is_harmless_host(options: Mapping[str, str]) -> bool:
    keep, rules, tries = (options.get(name, "").strip() for name in ("keep", "rules", "tries"))
    return (
        keep.lower() in {*SecretKeeper, ""}
        and len(rules.split()) <= 1
        and (is_rules(rules) or not _could_be_secret(rules))
        and len(tries) <= _TRIES_DIGITS
    )


def _could_be_secret(word: str) -> bool:
    """Whether a word that is no value of an option has figures, pictures or only letters that codes consist of."""
    plain = unicodedata.normalize("NFKC", word).lower()
    is_notation = "x" in plain and plain[0].isdigit()
    return any((each.isdigit() and not is_notation) or each in _PICTURES for each in plain) or (
        bool(plain) and could_be_code(plain)
    )


_TELLS_SECRET = {
    "versus": _tells_in_versus,
    "host": _tells_in_host,
    "duel": _tells_in_duel,
    "secret": _tells_in_versus,
}
"""Whether the text after a command holds a secret, for the commands that are about one."""
