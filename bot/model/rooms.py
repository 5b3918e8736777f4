"""Rooms, players and callers, what is deleted or exported of a player, and the boards and news that rooms are sent."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from bot.model.room_settings import PersonalSettings

MAX_NAME = 100
"""Characters of a player's name that are stored."""

MIN_ACCOUNT_DAYS = 7
"""The age of a person's account, in days, below which their wins against people are not rated."""


class PlayerKey(Struct, frozen=True):
    """A person, by the platform's own ids.

    Args:
        platform: the platform.
        realm: that within which a user id is unique: empty on Discord, which has one for all servers.
        user: the user id.
    """

    platform: str
    realm: str
    user: str


class RoomKey(Struct, frozen=True):
    """A channel, thread or direct message within a workspace, by the platform's own ids."""

    platform: str
    workspace: str
    channel: str

    def player_key(self, user: str) -> PlayerKey:
        """The person with a user id in this room: on Slack in the workspace, or in the organisation that it is in."""
        match self.platform:
            case "discord":
                realm = ""
            case "slack":
                realm = self.workspace.partition(":")[0]
            case _:
                realm = self.workspace
        return PlayerKey(self.platform, realm, user)


class Caller(Struct, frozen=True):
    """Who calls a use case, and where.

    Args:
        room: the room where the caller is.
        player: the caller.
        name: the caller's display name; it is cut to `MAX_NAME` characters when stored.
        event: the id of the event that caused the call, so that an event delivered twice counts once.
        is_moderator: whether the platform lets the caller moderate the room.
        is_manager: whether the platform lets the caller manage the server or workspace.
        parent: the id of the channel that the room is a thread of, None if it is not a thread.
        sent_at: when the caller sent what may be delivered late, None for what is delivered at once or never.
    """

    room: RoomKey
    player: PlayerKey
    name: str
    event: str
    is_moderator: bool = False
    is_manager: bool = False
    parent: str | None = None
    sent_at: datetime | None = None

    @property
    def settings_room(self) -> RoomKey:
        """The room whose settings apply: the channel of a thread, otherwise the room itself."""
        return self.room if self.parent is None else replace(self.room, channel=self.parent)


class Room(Struct, frozen=True):
    """A room in which the bot has been used."""

    id: str
    key: RoomKey


class Player(Struct, frozen=True):
    """Somebody who has used the bot.

    Args:
        id: the player's id in the storage.
        key: the player's ids on the platform.
        name: the display name when the player was last seen in the workspace that was asked for or, if they never were
            there, anywhere.
        settings: the settings that the player has chosen.
        hidden: whether leaderboards and summaries leave the player out.
        introduced: whether the player was told what hits and blows are.
        first_seen_at: when they first used the bot or were challenged, None if that was not stored.
        is_member: whether they have used the bot in the workspace that was asked for.
    """

    id: str
    key: PlayerKey
    name: str
    settings: PersonalSettings = field(default_factory=PersonalSettings)
    hidden: bool = False
    introduced: bool = False
    first_seen_at: datetime | None = None
    is_member: bool = True

    @property
    def account_created_at(self) -> datetime | None:
        """When their account was created: on Discord as its id tells, elsewhere when they were first seen."""
        if self.key.platform == "discord" and self.key.user.isdecimal():
            milliseconds = (int(self.key.user) >> _SNOWFLAKE_BITS) + _SNOWFLAKE_EPOCH
            return datetime.fromtimestamp(milliseconds / 1000, UTC)
        return self.first_seen_at

    def has_new_account(self, now: datetime) -> bool:
        """Whether their account was then so new that their wins against people are not rated."""
        return self.account_created_at is not None and now < self.account_created_at + timedelta(days=MIN_ACCOUNT_DAYS)


_SNOWFLAKE_BITS = 22
"""The bits of an id on Discord after the time."""

_SNOWFLAKE_EPOCH = 1_420_070_400_000
"""The first second of 2015, in milliseconds since 1970."""


DIRECT = "direct:"
"""The workspace of a Discord conversation outside servers starts like this."""

OPERATOR = "#operator"
"""The user id of the operator, who ends games as a moderator would."""

FORMER = "deleted:"
"""The user ids of the players who take the place of deleted ones start like this. They have no name."""

LEFT = "left:"
"""The workspace of the room that ended games are moved to from workspaces that have removed the bot."""

Exported: TypeAlias = Mapping[str, Sequence[Mapping[str, object]]]
"""The exported rows by the name of their table. A row maps columns to values that can be written as JSON."""


class PlayerDeletion(Struct, frozen=True):
    """A player who is being deleted.

    Args:
        player: the player's id.
        successor: the id of an anonymous player, who takes their place in games with others.
    """

    player: str
    successor: str


def is_direct_message(room: RoomKey) -> bool:
    """Whether a room is a direct message. On Discord several people can be in it."""
    return room.workspace.startswith(DIRECT) or (room.platform == "slack" and room.channel.startswith("D"))


def is_reserved_user_id(user: str) -> bool:
    """Whether a user id would be taken for one of the program's own. Only people in a terminal choose their user id."""
    return user == OPERATOR or user.startswith(FORMER)


class MessageKey(Struct, frozen=True):
    """A message, by the platform's own ids."""

    channel: str
    message: str


class PostClaimOutcome(Enum):
    """The result of claiming to post the message of a game, or to tell news: whether the process may do so."""

    NEW = auto()  # it may
    RENEWED = auto()  # it may, but an earlier post has failed or its outcome is unknown
    TAKEN = auto()  # another process is posting it, or has done so


class CardMessageChange(Struct, frozen=True):
    """How the message of a card changes.

    Args:
        day: the day of the card that is to be posted or edited, None if there is none any more.
        is_posted: whether the last message is to be edited; otherwise it is to be replaced by a new one.
        may_return: whether a new one is posted if somebody has deleted it.
    """

    day: date | None
    is_posted: bool
    may_return: bool


class NewsClaimResult(Struct, frozen=True):
    """The result of claiming to tell news.

    Args:
        result: whether the process may tell it.
        before: the card or the notice of a turn that the news edits or replaces, None if there is none or it is not
            known.
        may_have_lost: whether an earlier process may have left notices that it could not record.
        card: how the message of a card changes, None for other news.
    """

    result: PostClaimOutcome
    before: MessageKey | None = None
    may_have_lost: bool = False
    card: CardMessageChange | None = None


class StoredBoard(Struct, frozen=True):
    """What the storage holds of a board: the revision of its game, and the message that shows it, None for none."""

    revision: int
    message: MessageKey | None


class OutdatedBoard(Struct, frozen=True):
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


class TurnNoticePlacement(Enum):
    """Where it is told whose turn it is, on platforms where threads are channels of their own."""

    BOARD_THREAD = auto()  # in a thread of the board; where none can be opened, as for `CHANNEL`
    SAME_THREAD = auto()  # beside the board, which is in a thread
    CHANNEL = auto()  # beside the board, in one message that is edited


class NewsKey(Struct, frozen=True):
    """Identifies a piece of news. Only the newest news about a subject is pending.

    Args:
        subject: what the news is about: the id of a game, or see `NewsKind`.
        kind: what the news tells.
        revision: the revision of the game when the news was stored.
    """

    subject: str
    kind: NewsKind
    revision: int = 0


class PendingNews(Struct, frozen=True):
    """News that is yet to be told.

    Args:
        key: identifies the news.
        room: the room where it is to be told.
        message: the message that shows the game, None without a game.
        language: the language of the message or, without one, of the workspace; None if neither is known.
    """

    key: NewsKey
    room: RoomKey
    message: MessageKey | None
    language: str | None
