"""Days, games, chains, streak days and summaries of the daily as values, and the expected errors about them."""

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import ServiceError
from bot.model.rooms import MessageKey
from core.errors import CoreError
from core.game.boards import Board, Outcome
from core.game.codes import format_code_ascii
from core.game.commitment import is_shown_as
from core.game.daily import CHAIN_DAYS, daily_code, earlier_link
from core.game.rules import Rules


class DailyError(ServiceError):
    """Base of the errors about dailies."""


class UnreadableDay(DailyError):
    """`read` is not a day; `today` is an example of one."""

    read: str
    today: date


class NoDailyOn(DailyError):
    """There is no daily on `day`: it has not started, or is before the first one."""

    day: date


class NoDailyForRules(DailyError):
    """`rules` have no name, and only named rules have dailies."""

    rules: Rules


class DailyGameError(DailyError):
    """Base of the errors about the player's game of the daily of `day` under `rules`."""

    day: date
    rules: Rules


class DailyGameEnded(DailyGameError):
    """The player has finished it."""


class DailyUnfinished(DailyGameError):
    """The player has not finished it."""


class NotShareable(DailyGameError):
    """It does not count, or its day has closed."""


CLOSING_TIME = timedelta(hours=12)
"""How long after the end of a day its games can be finished. After that, the key of the day is published."""


def day_start(day: date) -> datetime:
    """When a day starts, in UTC."""
    return datetime.combine(day, time(), UTC)


def day_closing(day: date) -> datetime:
    """When the games of a day close and its key is published, in UTC."""
    return day_start(day + timedelta(days=1)) + CLOSING_TIME


def is_counted(day: date, started_at: datetime, ended_at: datetime | None) -> bool:
    """Whether a game of a day counts: it was started on that day and ended before the day closed."""
    return started_at.date() == day and ended_at is not None and ended_at < day_closing(day)


class DailyHashChain(Struct, frozen=True):
    """A chain of keys, without its secret part; see `core.game.daily`.

    Args:
        first_day: the day whose key is link 1.
        last_day: the day whose key is the last link.
        anchor: link 0, which is public.
    """

    first_day: date
    last_day: date
    anchor: str

    def link_number(self, day: date) -> int:
        """The number of the link that is the key of a day."""
        return (day - self.first_day).days + 1


class DailyGame(Struct, frozen=True):
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

    @property
    def was_played_on_day(self) -> bool:
        """Whether somebody guessed in it, and it was started on its day."""
        return self.is_on_day and bool(self.board.turns)

    def can_still_count(self, now: datetime) -> bool:
        """Whether it runs, and counts if it ends now."""
        return self.is_on_day and self.ended_at is None and now < day_closing(self.day)

    @property
    def is_counted(self) -> bool:
        """Whether it was started on its day and ended before the day closed."""
        return is_counted(self.day, self.started_at, self.ended_at)

    @property
    def is_solved_in_time(self) -> bool:
        """Whether it counts, and its code was found."""
        return self.is_counted and self.board.outcome is Outcome.SOLVED

    def with_board(self, board: Board, now: datetime) -> Self:
        """The game after a move at `now`."""
        return replace(self, board=board, ended_at=now if board.outcome else None)


def daily_opening(chain: DailyHashChain, game: DailyGame, key: str) -> str:
    """The text that proves the code of a game whose secret is known: `hitblow daily FIRST_DAY DAY RULES CODE KEY`."""
    code = format_code_ascii(game.board.secret, game.rules)
    return f"hitblow daily {chain.first_day} {game.day} {game.rules} {code} {key}"


def verify_daily(text: str, anchor: str) -> bool:
    """Whether `text` is a `daily_opening` for a chain with this anchor.

    The anchor may be given by its seal. Backticks, surplus spaces and its case do not matter.
    """
    words = text.replace("`", " ").split()
    try:
        _, _, first, on, notation, code, key = words
        number, rules = (date.fromisoformat(on) - date.fromisoformat(first)).days + 1, Rules.parse(notation)
        drawn = format_code_ascii(daily_code(key, on, rules), rules)
    except (ValueError, CoreError):
        return False
    return 0 < number <= CHAIN_DAYS and code == drawn and is_shown_as(earlier_link(key, number), anchor)


def is_commitment_opening(text: str) -> bool:
    """Whether a text starts like a `daily_opening`."""
    return text.replace("`", " ").split()[:2] == ["hitblow", "daily"]


CARD_MOVES_AFTER = timedelta(hours=3)
"""The age at which a shared result posts the card of its day anew, so that people see it."""


class SummaryPlan(Struct, frozen=True):
    """What a room shows of its dailies: the card of a day, which is one message, and the result of a week.

    Args:
        room: the id of the room.
        check_at: when to check whether anything is due, None if nothing can be.
        told: the last day whose results were due, None before the first.
        week: the Monday of the week whose result is told, None for none.
        day: the day of the card, None if there is none.
        posted_at: when the card was posted, None while it is to be posted or posted anew.
        posts: how often the card of this day was posted.
        shown: a fingerprint of what the card shows.
        message: the last card that was posted, which a new one replaces; None for none.
        message_day: the day of that card.
    """

    room: str
    check_at: datetime | None = None
    told: date | None = None
    week: date | None = None
    day: date | None = None
    posted_at: datetime | None = None
    posts: int = 0
    shown: int | None = None
    message: MessageKey | None = None
    message_day: date | None = None

    def with_card(self, day: date) -> Self:
        """The plan in which the card is of this day."""
        return self if self.day == day else replace(self, day=day, posted_at=None, posts=0)

    def with_old_card_reposted(self, now: datetime) -> Self:
        """The plan in which a card that was posted long ago is to be posted anew."""
        is_old = self.posted_at is not None and now - self.posted_at > CARD_MOVES_AFTER
        return replace(self, posted_at=None) if is_old else self

    def with_posted_card(self, day: date | None, message: MessageKey, now: datetime) -> Self:
        """The plan after the card of a day was posted, which the plan may no longer be about."""
        plan = replace(self, message=message, message_day=day)
        return replace(plan, posted_at=now, posts=self.posts + 1) if day == self.day else plan


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
