"""The rules of the game in their plainest form, written from the documentation, to compare the services with.

Codes are texts such as "01", people are names, and games are changed in place. A move that is not allowed raises
`Refused` with the name of the error that the services raise.
"""

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any, TypeAlias

BOT = "the bot"

CODES = {
    "2x5": ["".join(code) for code in permutations("01234", 2)],
    "2x3r": ["".join(code) for code in product("012", repeat=2)],
}
"""Every code under some small rules, so that secrets are often found and guesses often repeated."""

Turn: TypeAlias = tuple[str, str, int, int]
"""Who guessed, what, and the hits and blows."""

Shown: TypeAlias = dict[str, Any]
"""What somebody sees of a game."""


class Refused(Exception):
    """A move is not allowed."""

    @property
    def reason(self) -> str:
        return str(self.args[0])


@cache
def score(secret: str, guess: str) -> tuple[int, int]:
    """The hits and blows of a guess."""
    hits = sum(one == other for one, other in zip(secret, guess, strict=True))
    return hits, sum(min(secret.count(symbol), guess.count(symbol)) for symbol in set(secret)) - hits


@cache
def possible_feedback(rules: str) -> set[tuple[int, int]]:
    """The hits and blows that some guess can get."""
    return {score(secret, guess) for secret in CODES[rules] for guess in CODES[rules]}


def fitting(rules: str, turns: list[Turn]) -> list[str]:
    """The codes that turns leave possible."""
    return [
        code for code in CODES[rules] if all(score(code, guess) == (hits, blows) for _, guess, hits, blows in turns)
    ]


def check_feedback(rules: str, hits: int, blows: int) -> None:
    """Refuse what no guess can get."""
    if (hits, blows) not in possible_feedback(rules):
        raise Refused("ImpossibleFeedback")


def check_code(text: str, rules: str) -> None:
    """Refuse what is no code."""
    if text not in CODES[rules]:
        symbols = {symbol for code in CODES[rules] for symbol in code}
        unknown, long = not symbols.issuperset(text), len(text) != len(CODES[rules][0])
        raise Refused("UnknownSymbol" if unknown else "WrongLength" if long else "RepeatedSymbol")


@dataclass
class Terms:
    """What every game has."""

    id: str
    room: str
    starter: str
    rules: str
    tries: int
    nonce: str
    moves: int = 0
    is_over: bool = False

    def waits_for(self) -> str | None:
        """The only player who can move next, if there is one."""
        return None

    @property
    def size(self) -> int:
        return len(CODES[self.rules][0])

    def is_found(self, turns: list[Turn]) -> bool:
        return bool(turns) and turns[-1][2] == self.size
