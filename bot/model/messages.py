"""The messages that show boards."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto

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
