"""The repositories of games in memory."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from typing_extensions import override

from bot.model.due_games import DueGame, DueGames
from bot.model.games import StoredGame
from bot.services import ports
from tests.fakes.memory.stored import MemoryRepository


class MemoryGames(MemoryRepository, ports.Games):
    """The games by id."""

    @override
    async def add(self, game: StoredGame) -> bool:
        if game.id in self._work.games or await self.in_slot(game.room, game.slot):
            return False
        self._work.games[game.id] = game
        return True

    @override
    async def save(self, game: StoredGame) -> None:
        self._work.games[game.id] = game

    @override
    async def remove(self, game: StoredGame) -> None:
        del self._work.games[game.id]
        for of_game in (self._work.messages, self._work.message_languages, self._work.claims, self._work.shown):
            of_game.pop(game.id, None)

    @override
    async def in_slot(self, room: str, slot: str) -> StoredGame | None:
        here = (game for game in self._work.games.values() if (game.room, game.slot) == (room, slot))
        return next((game for game in here if game.ended_at is None), None)

    @override
    async def for_player(self, room: str, player: str) -> StoredGame | None:
        return await self.in_slot(room, player) or await self.in_slot(room, "")

    @override
    async def duels_of(self, room: str, player: str) -> Sequence[StoredGame]:
        here = (game for game in self._work.games.values() if game.room == room and game.ended_at is None)
        return [game for game in here if game.slot.startswith("#") and player in game.game.players]

    @override
    async def get(self, room: str, game: str) -> StoredGame | None:
        found = self._work.games.get(game)
        return found if found and found.room == room else None

    @override
    async def by_id(self, game: str) -> StoredGame | None:
        return self._work.games.get(game)

    @override
    async def latest(self, room: str, player: str) -> StoredGame | None:
        return next(iter(self._visible(room, player)), None)

    @override
    async def ended(self, room: str, player: str, most: int) -> Sequence[StoredGame]:
        return [game for game in self._visible(room, player) if game.ended_at is not None][:most]

    @override
    async def running_with(self, player: str, most: int) -> Sequence[StoredGame]:
        running = (game for game in self._work.games.values() if game.ended_at is None)
        return _newest_first(game for game in running if player in {game.game.starter, *game.game.players})[:most]

    def _visible(self, room: str, player: str) -> Sequence[StoredGame]:
        here = (game for game in self._work.games.values() if game.room == room)
        return _newest_first(game for game in here if not game.slot or player in {game.game.starter, *_duelists(game)})


def _duelists(game: StoredGame) -> Sequence[str]:
    return game.game.players if game.slot.startswith("#") else ()


class MemoryDueGames(MemoryRepository, DueGames):
    """The games themselves."""

    @override
    async def due(self, now: datetime, latest: datetime, most: int) -> Sequence[DueGame]:
        rooms = {room.id: room for room in self._work.rooms.values()}
        due = (game for game in self._work.games.values() if game.check_at and not now < game.check_at <= latest)
        first = sorted(due, key=lambda game: game.check_at or now)[:most]
        return [DueGame(rooms[game.room], game.id) for game in first]

    @override
    async def check_later(self, game: str, at: datetime) -> None:
        self._work.games[game] = replace(self._work.games[game], check_at=at)

    @override
    async def mark_reminded(self, game: str) -> None:
        self._work.games[game] = replace(self._work.games[game], reminded=True)

    @override
    async def count_running(self) -> int:
        return sum(game.ended_at is None for game in self._work.games.values())


def _newest_first(games: Iterable[StoredGame]) -> Sequence[StoredGame]:
    return list(games)[::-1]  # they are stored in the order of their beginning
