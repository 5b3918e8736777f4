"""What rules are explained with: their symbols, and a guess with its answer."""

from core.game.codes import format_code_ascii
from core.game.feedback import compute_feedback, format_feedback
from core.game.rules import Rules


def worked_example(rules: Rules) -> tuple[str, str, str]:
    """A secret, a guess and its answer, as texts; there is a hit in it and, where the rules allow, a blow."""
    guess = tuple(position % rules.symbols for position in range(rules.positions))
    others = rules.symbols - 1
    secret = (0, *(1 + position % others for position in range(1, rules.positions)))
    return (
        format_code_ascii(secret, rules),
        format_code_ascii(guess, rules),
        format_feedback(compute_feedback(secret, guess), rules),
    )


def symbols_in_use(rules: Rules) -> str:
    """The symbols of the rules, pictures with the keys that stand for them: `0123456789`, `🔴R 🟡Y`."""
    glyphs, keys = rules.alphabet.glyphs[: rules.symbols], rules.alphabet.keys[: rules.symbols]
    return " ".join(map(str.__add__, glyphs, keys)) if rules.alphabet.pictorial else keys
