"""People who ask for things."""

from itertools import count

from bot.model.rooms import Caller, RoomKey
from bot.services.games.duels import NamedPerson as Opponent

_EVENTS = count()


class Person:
    """Somebody in a room; calling them makes a new event of theirs."""

    def __init__(  # noqa: PLR0913  # each is independent of the others
        self,
        name: str,
        room: str = "home",
        workspace: str = "local",
        platform: str = "console",
        *,
        user: str = "",
        is_moderator: bool = False,
        is_manager: bool = False,
    ) -> None:
        self._name = name
        self._is_moderator, self._is_manager = is_moderator, is_manager
        self._room = RoomKey(platform, workspace, room)
        self._key = RoomKey(platform, workspace, "").player_key(user or name.lower())

    def as_opponent(self, *, is_bot: bool = False, is_self: bool = False) -> Opponent:
        """The person as the opponent of a duel."""
        return Opponent(self._key, self._name, is_bot, is_self)

    def __call__(self) -> Caller:
        event = f"event-{next(_EVENTS)}"
        return Caller(self._room, self._key, self._name, event, self._is_moderator, self._is_manager)
