"""Nouns and their counters, in Japanese."""

from core.game.rules import Rules

_SYMBOLS = {"digits": "数字", "letters": "文字", "colors": "色", "fruit": "果物"}


def symbols(rules: Rules, *, different: bool = False) -> str:
    """What a code is made of."""
    return f"{rules.positions}つの{'違う' * different}{_SYMBOLS[rules.alphabet.name]}"


def places(rules: Rules) -> str:
    """How long a code is."""
    if rules.alphabet.name == "digits":
        return f"{rules.positions}桁"
    return f"{_SYMBOLS[rules.alphabet.name]}{rules.positions}つ"
