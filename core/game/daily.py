"""Daily codes: one secret for each day and rules, fixed in advance by a chain of hashes.

The chain is drawn backwards: link i is the SHA-256 of link i + 1. Link 0, the anchor, is published at the start. Link d
is the key of day d, counted from 1, and is published after that day. From a link, anyone can compute all earlier ones,
so the anchor proves every link. Computing a later link would require inverting SHA-256.

The code of a day is drawn with HMAC-SHA256 under the day's link. Position by position, from 1, it gets the symbol whose
HMAC is lowest among the symbols that the rules still allow there. HMAC of distinct texts under a secret key cannot be
told from independent random numbers, so every symbol is as likely as any other, and so is every code. The text is
`hitblow daily DATE RULES POSITION SYMBOL` with the number of the symbol, from 0:

    printf %s 'hitblow daily 2026-11-21 4x10 1 7' | openssl dgst -sha256 -hmac "$link"

Links are 64 hexadecimal digits in lower case. Those characters are hashed and are the key, not the bytes they stand
for, so that a shell can compute both.

A streak is a row of days, with freezes that keep it over missed ones. Its days are numbers that increase by one.
"""

import hashlib
import hmac
import json
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from core.game.codes import Code
from core.game.rules import Rules

CHAIN_DAYS = 14_610
"""The days of a new chain: forty years."""

CHECKPOINT_DAYS = 128
"""Every link whose number is a multiple of this is stored. The others are computed from the next stored one."""


def previous_link(link: str) -> str:
    """The link before this one: the SHA-256 of its characters."""
    return hashlib.sha256(link.encode()).hexdigest()


def earlier_link(link: str, steps: int) -> str:
    """The link that is `steps` before this one."""
    for _ in range(steps):
        link = previous_link(link)
    return link


def links_to_store(seed: str, days: int = CHAIN_DAYS, distance: int = CHECKPOINT_DAYS) -> dict[int, str]:
    """The links to store of the chain that ends with `seed`, by number: the last, and the multiples of `distance`.

    Args:
        seed: the last link, 64 random hexadecimal digits. Its number is `days`.
        days: number of days.
        distance: difference between the numbers of two stored links.
    """
    kept, link = {days: seed}, seed
    for number in range(days - 1, -1, -1):
        link = previous_link(link)
        if number % distance == 0:
            kept[number] = link
    return kept


def is_link_of(link: str, number: int, anchor: str) -> bool:
    """Whether `link` is link `number` of the chain with this anchor."""
    return earlier_link(link, number) == anchor


def daily_code(link: str, date: str, rules: Rules) -> Code:
    """The code of a day.

    Args:
        link: the link that is the key of the day.
        date: the day in ISO format, such as `2026-11-21`.
        rules: rules of the code. Their notation is part of the hashed text, so different rules get unrelated codes.
    """
    code: list[int] = []
    for position in range(1, rules.positions + 1):
        allowed = (symbol for symbol in range(rules.symbols) if rules.repeats or symbol not in code)
        code.append(min(allowed, key=partial(_hmac, link, f"{date} {rules} {position}")))
    return tuple(code)


def has_daily(rules: Rules) -> bool:
    """Whether there is a code of the day for these rules: the named ones have one, however they are spelled."""
    return rules.name is not None


def keyed_hash(link: str, *words: str) -> str:
    """HMAC-SHA256 of some words under a link, in hexadecimal digits. It is never that of a symbol of a code.

    Whoever does not know the link cannot find out the words by trying all that are likely.
    """
    return hmac.digest(link.encode(), json.dumps(words).encode(), "sha256").hex()


def _hmac(link: str, position: str, symbol: int) -> bytes:
    """The HMAC of a symbol in a position of a code; `position` is the text `DATE RULES POSITION`."""
    return hmac.digest(link.encode(), f"hitblow daily {position} {symbol}".encode(), "sha256")


DAYS_PER_FREEZE = 7
"""A streak earns a freeze with each seventh day that is played."""

MAX_FREEZES = 2
"""How many freezes a streak holds at most."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row.

    Args:
        days: the number of days played. Days on which a freeze was used do not count.
        best: the number of days of the longest streak so far.
        freezes: the number of freezes left, at most `MAX_FREEZES`.
        frozen: the days, oldest first, on which freezes were used since the last day played before today.
    """

    days: int = 0
    best: int = 0
    freezes: int = 0
    frozen: tuple[int, ...] = ()


def compute_streak(played: Collection[int], today: int, exempt: Collection[int] = ()) -> Streak:
    """The streak up to today.

    Each missed day uses a freeze. If no freeze is left, it ends the streak. Today is not over, so it cannot be missed.

    Args:
        played: the days that count. Days after today are ignored.
        today: the last day to consider.
        exempt: days that neither count nor are missed.
    """
    days = best = freezes = 0
    frozen: list[int] = []
    for day in range(min(played, default=today), today + 1):
        if day in played:
            days += 1
            best = max(best, days)
            freezes = min(MAX_FREEZES, freezes + (days % DAYS_PER_FREEZE == 0))
            frozen = frozen if day == today else []
        elif day < today and day not in exempt:
            if days and freezes:
                freezes -= 1
                frozen = [*frozen, day]
            else:
                days, freezes, frozen = 0, 0, []
    return Streak(days, best, freezes, tuple(frozen))
