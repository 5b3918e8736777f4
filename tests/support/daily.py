"""The codes of the dailies of services over a fake random source."""

from datetime import date
from functools import cache

from core.game.codes import format_code_ascii
from core.game.daily import CHAIN_DAYS, daily_code, earlier_link
from core.game.rules import Rules
from tests.fakes.random_source import NONCE


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
