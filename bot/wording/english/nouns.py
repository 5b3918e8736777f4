"""Nouns with their plurals, in English."""

from collections.abc import Sequence

from bot.locales.safe import name
from core.game.rules import Rules

_SYMBOLS = {"digits": "digit", "letters": "letter", "colors": "colour", "fruit": "fruit"}


def count(number: int, noun: str) -> str:
    """`1 hit`, `2 hits`, `3 guesses`."""
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"


def duration(hours: int) -> str:
    """A length of time: `36 hours`, `7 days`."""
    days, rest = divmod(hours, 24)
    return count(days, "day") if days > 1 and not rest else count(hours, "hour")


def listed(items: Sequence[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cat`."""
    *others, last = items
    return f"{', '.join(others)} and {last}" if others else last


def person(player: str, *, first: bool = False) -> str:
    """A player by name, or a noun if they have deleted their data; `first` is whether it begins a sentence."""
    if player:
        return name(player)
    return "A former player" if first else "a former player"


def symbol(rules: Rules) -> str:
    """What one symbol of these rules is called: `digit`, `colour`."""
    return _SYMBOLS[rules.alphabet.name]


def symbols(rules: Rules) -> str:
    """What a code consists of: `4 digits`; `4 different digits` if the rules forbid repeats."""
    different = "" if rules.repeats or rules.positions == 1 else "different "
    return f"{rules.positions} {different}{symbol(rules)}{'' if rules.positions == 1 else 's'}"
