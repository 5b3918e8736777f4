"""Nouns and their numbers, in English."""

from core.game.rules import Rules

_SYMBOLS = {"digits": "digit", "letters": "letter", "colors": "colour", "fruit": "fruit"}


def count(number: int, noun: str) -> str:
    """`1 hit`, `2 hits`, `3 guesses`."""
    ending = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{ending}"


def symbols(rules: Rules, *, different: bool = False) -> str:
    """What a code is made of: `4 digits`, `4 different digits`."""
    noun = _SYMBOLS[rules.alphabet.name]
    plural = noun if rules.positions == 1 or noun == "fruit" else f"{noun}s"
    return f"{rules.positions} {'different ' * different}{plural}"
