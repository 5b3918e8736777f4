"""Games as the operator sees them and announcements, with the interface of their repository."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.rooms import RoomKey


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A running game as the operator sees it, without its secret and its guesses.

    Args:
        id: the game's id.
        room: the room where it is played.
        rules: the notation of the rules.
        last_move_at: when the last move was made or, before the first, when the game began.
    """

    id: str
    room: RoomKey
    rules: str
    last_move_at: datetime


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announcement of the operator to the players.

    Args:
        id: the announcement's id.
        english: the text in English.
        japanese: the text in Japanese, None if there is only an English one.
    """

    id: str
    english: str
    japanese: str | None = None

    def text(self, language: str) -> str:
        """The text in a language, such as `ja`, or in English."""
        return self.japanese if language == "ja" and self.japanese is not None else self.english
