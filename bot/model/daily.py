"""Days, games, chains, streak days and summaries of the daily as values."""

import re
import unicodedata
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import Enum, auto
from typing import Self

from bot.model.daily_errors import UnreadableDay
from bot.model.rooms import RoomKey, is_direct_message
from core.errors import CoreError
from core.game.boards import Board, Outcome
from core.game.codes import format_code_ascii
from core.game.daily import CHAIN_DAYS, daily_code, is_link_of
from core.game.rules import Rules

CLOSING_TIME = timedelta(hours=12)
"""How long after the end of a day its games can be finished. After that, the key of the day is published."""


def start_of(day: date) -> datetime:
    """When a day starts, in UTC."""
    return datetime.combine(day, time(), UTC)


def closing_of(day: date) -> datetime:
    """When the games of a day close and its key is published, in UTC."""
    return start_of(day + timedelta(days=1)) + CLOSING_TIME


def is_counted(day: date, started_at: datetime, ended_at: datetime | None) -> bool:
    """Whether a game of a day counts: it was started on that day and ended before the day closed."""
    return started_at.date() == day and ended_at is not None and ended_at < closing_of(day)


@dataclass(frozen=True, slots=True)
class DailyChain:
    """A chain of keys, without its secret part; see `core.game.daily`.

    Args:
        first_day: the day whose key is link 1.
        last_day: the day whose key is the last link.
        anchor: link 0, which is public.
    """

    first_day: date
    last_day: date
    anchor: str

    def number(self, day: date) -> int:
        """The number of the link that is the key of a day."""
        return (day - self.first_day).days + 1


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A player's game of one day under some rules.

    Args:
        room: the id of the room where it was started.
        day: the day whose code is guessed.
        board: the player's board. Its secret is empty unless it is needed.
        started_at: when it was started; after `day` for a game of the archive.
        ended_at: when it ended, None while it runs.
    """

    room: str
    day: date
    board: Board
    started_at: datetime
    ended_at: datetime | None = None

    @property
    def player(self) -> str:
        """The id of the player."""
        return self.board.guesser or ""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.board.rules

    @property
    def is_on_day(self) -> bool:
        """Whether it was started on its day, so that it counts if it ends in time."""
        return self.started_at.date() == self.day

    def is_open(self, now: datetime) -> bool:
        """Whether it runs, and counts if it ends now."""
        return self.is_on_day and self.ended_at is None and now < closing_of(self.day)

    @property
    def is_counted(self) -> bool:
        """Whether it was started on its day and ended before the day closed."""
        return is_counted(self.day, self.started_at, self.ended_at)

    @property
    def is_solved_in_time(self) -> bool:
        """Whether it counts, and its code was found."""
        return self.is_counted and self.board.outcome is Outcome.SOLVED

    def after(self, board: Board, now: datetime) -> Self:
        """The game after a move at `now`."""
        return replace(self, board=board, ended_at=now if board.outcome else None)


class Origin(Enum):
    """Where a game of the daily was started, seen from the room where it is shown."""

    HERE = auto()
    SAME_WORKSPACE = auto()
    OTHER_WORKSPACE = auto()
    DIRECT_MESSAGE = auto()


def origin_of(started: RoomKey, shown: RoomKey) -> Origin:
    """The origin of a game that was started in one room and is shown in a room."""
    if started == shown:
        return Origin.HERE
    if is_direct_message(started):
        return Origin.DIRECT_MESSAGE
    is_same = (started.platform, started.workspace) == (shown.platform, shown.workspace)
    return Origin.SAME_WORKSPACE if is_same else Origin.OTHER_WORKSPACE


def daily_opening(chain: DailyChain, game: DailyGame, key: str) -> str:
    """The text that proves the code of a game whose secret is known: `hitblow daily FIRST_DAY DAY RULES CODE KEY`."""
    code = format_code_ascii(game.board.secret, game.rules)
    return f"hitblow daily {chain.first_day} {game.day} {game.rules} {code} {key}"


def verify_daily(text: str, anchor: str) -> bool:
    """Whether `text` is a `daily_opening` for a chain with this anchor.

    Backticks, surplus spaces and the case of the anchor do not matter.
    """
    words = text.replace("`", " ").split()
    try:
        _, _, first, on, notation, code, key = words
        number, rules = (date.fromisoformat(on) - date.fromisoformat(first)).days + 1, Rules.parse(notation)
        drawn = format_code_ascii(daily_code(key, on, rules), rules)
    except (ValueError, CoreError):
        return False
    hashed = "".join(anchor.replace("`", " ").split()).lower()
    return 0 < number <= CHAIN_DAYS and code == drawn and is_link_of(key, number, hashed)


def is_daily_opening(text: str) -> bool:
    """Whether a text starts like a `daily_opening`."""
    return text.replace("`", " ").split()[:2] == ["hitblow", "daily"]


@dataclass(frozen=True, slots=True)
class SummaryPlan:
    """The days of the last summary of a room, and when to check it next.

    Args:
        room: the id of the room.
        check_at: when to check whether a summary is due, None if there is nothing to summarize.
        first: the first day of the last summary, None before the first summary.
        told: the last day of the last summary, None before the first summary.
    """

    room: str
    check_at: datetime | None
    first: date | None = None
    told: date | None = None


TODAY, YESTERDAY = "today", "yesterday"
"""Words for days, which can be written instead of a date."""

_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")


def looks_like_day(text: str) -> bool:
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
