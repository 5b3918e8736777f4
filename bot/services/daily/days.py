"""Days as people write them."""

import re
import unicodedata
from datetime import date, timedelta

from bot.services.daily.errors import UnreadableDay

TODAY, YESTERDAY = "today", "yesterday"
"""Words for days, which can be written instead of a date."""

_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")


def is_day(text: str) -> bool:
    """Whether a text is spelled like a day: `2026-11-21`, `today` or `yesterday`."""
    plain = _plain(text)
    return plain in {TODAY, YESTERDAY} or _DATE.fullmatch(plain) is not None


def parse_day(text: str, today: date) -> date:
    """Read a day.

    Raises:
        UnreadableDay: the text is neither a date nor `today` or `yesterday`.
    """
    plain = _plain(text)
    if plain in {TODAY, YESTERDAY}:
        return today - timedelta(days=plain == YESTERDAY)
    match = _DATE.fullmatch(plain)
    if match is None:
        raise UnreadableDay(text, today)
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        raise UnreadableDay(text, today) from None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().lower()
