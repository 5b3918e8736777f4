"""People who ask for things."""

from itertools import count

from bot.model.rooms import Caller, PlayerKey, RoomKey
from bot.services.games.duels import Person as Opponent

_EVENTS = count()


class Person:
    """Somebody in a room; calling them makes a new event of theirs."""

    def __init__(
        self, name: str, room: str = "home", workspace: str = "local", platform: str = "console", user: str = ""
    ) -> None:
        self._name = name
        self._room = RoomKey(platform, workspace, room)
        self._key = PlayerKey(platform, workspace, user or name.lower())

    def as_opponent(self, *, is_bot: bool = False, is_self: bool = False) -> Opponent:
        """The person as the opponent of a duel."""
        return Opponent(self._key, self._name, is_bot, is_self)

    def __call__(self) -> Caller:
        return Caller(self._room, self._key, self._name, f"event-{next(_EVENTS)}")
