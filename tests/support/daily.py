"""The codes of the dailies of services over a fake random source."""

import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from core.game.codes import format_code_ascii
from core.game.daily import CHAIN_DAYS, daily_code, earlier_link
from core.game.rules import Rules
from tests.fakes.random_source import NONCE
from tests.support.canaries import canaries_in

OTHER_RULES = ("5x10", "4x8r")

WITHOUT_EFFECT: Mapping[str, Mapping[str, str]] = {
    "a day in the future": {"day": "9999-01-01"},
    "a day before the first": {"day": "1999-01-01"},
    "a day that cannot be read": {"day": "someday"},
    "unknown rules": {"rules": "chess"},
    "a guess that cannot be read": {"guess": "0012"},
    "a share before the end": {"action": "share"},
    "an empty archive": {"action": "archive"},
}
"""Options of `daily` that change nothing while it is played."""


@cache
def key_of(number: int) -> str:
    """The key of the day with this number, from 1."""
    return earlier_link(NONCE, CHAIN_DAYS - number)


def code_of(day: date, rules: str = "4x10", number: int = 1) -> str:
    """The code of a day, whose number is counted from the first use of the daily."""
    parsed = Rules.parse(rules)
    return format_code_ascii(daily_code(key_of(number), str(day), parsed), parsed)


def wrong_for(code: str) -> str:
    """A code of four different digits that does not contain any symbol of this one."""
    return "".join(digit for digit in "9876543210" if digit not in code)[:4]


def random_commands(seed: int, number: int, day: date) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Who gives which command with which options around the daily of a day; none of them finds a code or gives up."""
    rng = random.Random(seed)
    wrong = wrong_for(code_of(day))
    commands: Sequence[tuple[str, Mapping[str, str]]] = (
        ("daily", {}),
        *(("daily", {"action": action}) for action in ("archive", "text", "share")),
        *(("daily", {"rules": rules}) for rules in OTHER_RULES),
        *(("daily", {"day": one}) for one in ("tomorrow", "9999-01-01", "1999-01-01", "yesterday")),
        *(("daily", {"guess": guess}) for guess in (wrong, wrong[::-1], wrong[:2], "1123")),
        ("stats", {}),
        ("leaderboard", {"order": "solved"}),
        ("privacy", {}),
        ("privacy", {"action": "export"}),
        ("board", {}),
        ("help", {"command": "daily"}),
    )
    for _ in range(number):
        command, options = rng.choice(commands)
        yield rng.choice(("ann", "bob")), command, options


def told_of(text: str, day: date) -> list[str]:
    """What a text tells of the keys of the first ten days, and of the codes of a day, which is the first."""
    keys = [key for number in range(1, 11) if (key := key_of(number)) in text]
    return [*keys, *canaries_in(text, [code_of(day, rules) for rules in ("4x10", *OTHER_RULES)])]
