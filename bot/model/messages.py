"""The messages that show boards, and news about games."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum, StrEnum, auto

from bot.model.rooms import RoomKey


@dataclass(frozen=True, slots=True)
class MessageKey:
    """A message, by the platform's own ids."""

    channel: str
    message: str


class Claim(Enum):
    """The result of claiming to post the message of a game, or to tell news: whether the process may do so."""

    NEW = auto()  # it may
    RENEWED = auto()  # it may, but an earlier post has failed or its outcome is unknown
    TAKEN = auto()  # another process is posting it, or has done so


@dataclass(frozen=True, slots=True)
class CardState:
    """How the message of a card changes.

    Args:
        day: the day of the card that is to be posted or edited, None if there is none any more.
        is_posted: whether the last message is to be edited; otherwise it is to be replaced by a new one.
        may_return: whether a new one is posted if somebody has deleted it.
    """

    day: date | None
    is_posted: bool
    may_return: bool


@dataclass(frozen=True, slots=True)
class NewsClaim:
    """The result of claiming to tell news.

    Args:
        result: whether the process may tell it.
        before: the card or the notice of a turn that the news edits or replaces, None if there is none or it is not
            known.
        may_have_lost: whether an earlier process may have left notices that it could not record.
        card: how the message of a card changes, None for other news.
    """

    result: Claim
    before: MessageKey | None = None
    may_have_lost: bool = False
    card: CardState | None = None


@dataclass(frozen=True, slots=True)
class StoredBoard:
    """What the storage holds of a board: the revision of its game, and the message that shows it, None for none."""

    revision: int
    message: MessageKey | None


@dataclass(frozen=True, slots=True)
class OutdatedBoard:
    """A board whose message shows an older revision than the stored one.

    Args:
        game: the id of the game.
        room: the room where it is played.
        message: the message that shows the board, None if it was never posted.
        revision: the stored revision.
        language: the language of the message or, without one, of the workspace; None if neither is known.
        ended_at: when the game ended, None while it runs.
        is_edit_only: whether an existing message is edited, but no new message is posted.
    """

    game: str
    room: RoomKey
    message: MessageKey | None
    revision: int
    language: str | None
    ended_at: datetime | None = None
    is_edit_only: bool = False


CLAIM_TIME = timedelta(seconds=20)
"""How long a process may take to tell news before another may try."""

NEWS_LIFETIME = timedelta(hours=24)
"""The age at which news that could not be told is dropped."""


class NewsKind(StrEnum):
    """What news tells."""

    END = "end"
    """A game has ended."""
    TURN = "turn"
    """It has become a player's turn."""
    REMINDER = "reminder"
    """A player is to be reminded of their turn, or notified of it after its notice was only edited."""
    PASSED = "passed"
    """A turn has passed and nobody is told of the next one; only the notice of that turn is to be deleted."""
    ANNOUNCEMENT = "announcement"
    """A view that a handler posts in another channel at once. Never pending."""
    OPERATOR = "operator"
    """An announcement of the operator; the subject is its id with that of the room."""
    CARD = "card"
    """The card of a room's daily is to be posted or edited; the subject is the id of the room."""
    CLOSING = "closing"
    """The same, after a day has closed, whose picture the card gets."""
    WEEK = "week"
    """The week of a room, which is told elsewhere; the subject is its id with `/week`, the revision the first day."""
    WELCOME = "welcome"
    """The bot has been added to a workspace, whose key is the subject."""

    @property
    def is_card(self) -> bool:
        """Whether it posts or edits a card."""
        return self in {NewsKind.CARD, NewsKind.CLOSING}


class NoticePlace(Enum):
    """Where it is told whose turn it is, on platforms where threads are channels of their own."""

    BOARD_THREAD = auto()  # in a thread of the board; where none can be opened, as for `CHANNEL`
    SAME_THREAD = auto()  # beside the board, which is in a thread
    CHANNEL = auto()  # beside the board, in one message that is edited


@dataclass(frozen=True, slots=True)
class NewsKey:
    """Identifies a piece of news. Only the newest news about a subject is pending.

    Args:
        subject: what the news is about: the id of a game, or see `NewsKind`.
        kind: what the news tells.
        revision: the revision of the game when the news was stored.
    """

    subject: str
    kind: NewsKind
    revision: int = 0


@dataclass(frozen=True, slots=True)
class PendingNews:
    """News that is yet to be told.

    Args:
        key: identifies the news.
        game: the id of the game that it is about, None if it is not about a game.
        room: the room where it is to be told.
        message: the message that shows the game, None without a game.
        language: the language of the message or, without one, of the workspace; None if neither is known.
    """

    key: NewsKey
    game: str | None
    room: RoomKey
    message: MessageKey | None
    language: str | None
