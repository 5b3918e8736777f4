"""Storage as two processes reach it, and something to keep in it."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.services.model import Player, PlayerKey, Room, RoomKey, StoredGame
from bot.services.ports import UnitOfWork
from core.game.codes import parse_code
from core.game.games import Game, Who
from core.game.rules import Rules
from tests.fakes.clock import NOON

CLASSIC = Rules.parse("4x10")
SECRET = parse_code("0123", CLASSIC)
WRONG = parse_code("4567", CLASSIC)
NONCE = "ab" * 32


@dataclass(frozen=True)
class Store:
    """Where `unit` is one process's way in and `other` another's."""

    unit: Callable[[], UnitOfWork]
    other: Callable[[], UnitOfWork]


def room_key(channel: str = "lobby", workspace: str = "club", platform: str = "chat") -> RoomKey:
    """A room."""
    return RoomKey(platform, workspace, channel)


def player_key(user: str = "ANN", workspace: str = "club", platform: str = "chat") -> PlayerKey:
    """A player."""
    return PlayerKey(platform, workspace, user)


async def introduce(unit: UnitOfWork, user: str = "ANN", channel: str = "lobby") -> tuple[Room, Player]:
    """A room and a player, known to the storage."""
    room = await unit.rooms.ensure(room_key(channel))
    return room, await unit.players.ensure(player_key(user), user.lower())


def stored(room: Room, starter: Player, name: str = "k3qz7", who: Who = Who.EVERYONE, tries: int = 12) -> StoredGame:
    """A new game."""
    return StoredGame(name, room.id, Game(CLASSIC, SECRET, starter.id, who, tries), NONCE, NOON)


async def begin(store: Store, who: Who = Who.EVERYONE, name: str = "k3qz7") -> StoredGame:
    """A game by Ann in the lobby, kept."""
    async with store.unit() as unit:
        game = stored(*await introduce(unit), name, who)
        assert await unit.games.add(game)
        await unit.commit()
    return game


async def read(store: Store, game: StoredGame) -> StoredGame | None:
    """What another process finds of it."""
    async with store.other() as unit:
        return await unit.games.get(game.room, game.id)
