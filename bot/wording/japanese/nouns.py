"""Nouns with their counters, in Japanese."""

from bot.locales.columns import width
from bot.locales.safe import name
from core.game.rules import Rules

_SYMBOLS = {"digits": "数字", "letters": "文字", "colors": "色", "fruit": "果物"}


def person(player: str) -> str:
    """A player by name, or a noun if they have deleted their data."""
    return name(player) if player else "退会したプレイヤー"


def san(player: str, *, spaced: bool = False) -> str:
    """A player by name with an honorific, or a noun if they have deleted their data.

    Spaces stand between Latin and Japanese letters, before the name only if it is `spaced`.
    """
    if not player:
        return person(player)
    shown = name(player)
    before, after = (" " if width(end) == 1 else "" for end in (shown[0], shown[-1]))  # between Latin and Japanese
    return f"{before if spaced else ''}{shown}{after}さん"


def duration(hours: int) -> str:
    """A length of time."""
    days, rest = divmod(hours, 24)
    return f"{days}日" if days > 1 and not rest else f"{hours}時間"


def symbol(rules: Rules) -> str:
    """What the symbols of these rules are called."""
    return _SYMBOLS[rules.alphabet.name]


def kinds_of_symbols(rules: Rules) -> str:
    """How many different symbols there are."""
    return f"{rules.symbols}色" if rules.alphabet.name == "colors" else f"{symbol(rules)}{rules.symbols}種類"


def things(number: int) -> str:
    """So many things; from ten on, the counter is another one."""
    return f"{number}つ" if number < 10 else f"{number}個"  # noqa: PLR2004  # a fact of the language


def symbols(rules: Rules, number: int | None = None) -> str:
    """So many symbols, or as many as a code has."""
    number = rules.positions if number is None else number
    counters = {"digits": f"{number}桁", "letters": f"{number}文字"}
    return counters.get(rules.alphabet.name, f"{symbol(rules)}{things(number)}")


def distinct_symbols(rules: Rules) -> str:
    """What a code consists of, and that nothing may be repeated if that is so."""
    return symbols(rules) + ("" if rules.repeats or rules.positions == 1 else "（重複なし）")
