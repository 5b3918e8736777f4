"""The repository in memory of what only the operator asks for."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from typing_extensions import override

from bot.model.operations import Announcement, GameOverview, StoredOperations
from bot.model.rooms import Player, Room
from bot.services.games.time_limits import last_move

if TYPE_CHECKING:
    from tests.fakes.memory.stored import Stored


class MemoryOperations(StoredOperations):
    """Looks through everything that is stored."""

    def __init__(self, work: "Stored") -> None:
        self._work = work

    @override
    async def running_games(self, platform: str, workspace: str, most: int) -> Sequence[GameOverview]:
        keys = {room.id: key for key, room in self._work.rooms.items()}
        found = [
            GameOverview(game.id, keys[game.room], str(game.game.rules), last_move(game))
            for game in self._work.games.values()
            if game.ended_at is None
            and platform in {"", keys[game.room].platform}
            and workspace in {"", keys[game.room].workspace}
        ]
        return sorted(found, key=lambda game: (game.last_move_at, game.id))[:most]

    @override
    async def rooms_with_games(self, platform: str, after: str, most: int) -> Sequence[Room]:
        running = {game.room for game in self._work.games.values() if game.ended_at is None}
        rooms = sorted(self._work.rooms.values(), key=lambda room: room.id)
        found = (room for room in rooms if room.key.platform == platform and room.id in running)
        return [room for room in found if room.id > after][:most]

    @override
    async def players_of(self, platform: str, user: str) -> Sequence[Player]:
        return [player for key, player in self._work.players.items() if (key.platform, key.user) == (platform, user)]

    @override
    async def add_announcement(self, announcement: Announcement, now: datetime) -> None:
        self._work.announcements[announcement.id] = announcement, now

    @override
    async def announcement(self, announcement: str) -> Announcement | None:
        found = self._work.announcements.get(announcement)
        return found and found[0]

    @override
    async def prune_announcements(self, before: datetime, most: int) -> int:
        every = self._work.announcements
        old = [id_ for id_, (_, made_at) in every.items() if made_at < before][:most]
        for id_ in old:
            del every[id_]
        return len(old)
