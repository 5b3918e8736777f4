"""Daily codes: one secret for each day and rules, fixed in advance by a chain of hashes.

The chain is drawn backwards: link i is the SHA-256 of link i + 1. Link 0, the anchor, is published at the start. Link d
is the key of day d, counted from 1, and is published after that day. Whoever knows a link can compute all earlier
ones, and the anchor proves every link. Nobody can compute a later one, which would mean to invert SHA-256.

The code of a day is drawn with HMAC-SHA256 under the day's link. Position by position, from 1, it gets the symbol whose
HMAC is lowest among the symbols that the rules still allow there. HMAC of distinct texts under a secret key cannot be
told from independent random numbers, so every symbol is as likely as any other, and so is every code. The text is
`hitblow daily DATE RULES POSITION SYMBOL` with the number of the symbol, from 0:

    printf %s 'hitblow daily 2026-11-21 4x10 1 7' | openssl dgst -sha256 -hmac "$link"

Links are 64 hexadecimal digits in lower case. Those characters are hashed and are the key, not the bytes they stand
for, so that a shell can compute both.
"""

import hashlib
import hmac
from functools import partial

from core.game.codes import Code
from core.game.rules import Rules

CHAIN_DAYS = 14_610
"""The days of a new chain: forty years."""

CHECKPOINT_DAYS = 128
"""The distance of the links that are stored; the others are computed from the next of these."""


def previous_link(link: str) -> str:
    """The link before this one: the SHA-256 of its characters."""
    return hashlib.sha256(link.encode()).hexdigest()


def earlier_link(link: str, steps: int) -> str:
    """The link that is `steps` before this one."""
    for _ in range(steps):
        link = previous_link(link)
    return link


def checkpoints(seed: str, days: int = CHAIN_DAYS, distance: int = CHECKPOINT_DAYS) -> dict[int, str]:
    """Links of the chain that ends with `seed`, by number: the first, the last, and every one at a distance.

    Args:
        seed: the last link, whose number is `days`: 64 random hexadecimal digits.
        days: number of days.
        distance: of the links from one another.
    """
    kept, link = {days: seed}, seed
    for number in range(days - 1, -1, -1):
        link = previous_link(link)
        if number % distance == 0:
            kept[number] = link
    return kept


def leads_to(link: str, number: int, anchor: str) -> bool:
    """Whether `link` is link `number` of the chain with this anchor."""
    return earlier_link(link, number) == anchor


def daily_code(link: str, date: str, rules: Rules) -> Code:
    """The code of a day.

    Args:
        link: of the day.
        date: such as `2026-11-21`.
        rules: of the code, whose notation is part of what is hashed: different rules get unrelated codes.
    """
    code: list[int] = []
    for position in range(1, rules.positions + 1):
        allowed = (symbol for symbol in range(rules.symbols) if rules.repeats or symbol not in code)
        code.append(min(allowed, key=partial(_draw, link, f"{date} {rules} {position}")))
    return tuple(code)


def _draw(link: str, place: str, symbol: int) -> bytes:
    """What decides whether a symbol gets a place, which is a date, rules and a position."""
    return hmac.digest(link.encode(), f"hitblow daily {place} {symbol}".encode(), "sha256")
