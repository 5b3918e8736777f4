"""A storage as two processes reach it, and games to store in it."""

from dataclasses import dataclass
from datetime import timedelta

from bot.model.games import StoredGame
from bot.model.results import results_of
from bot.model.rooms import Player, PlayerKey, Room, RoomKey
from bot.persistence.unit_of_work import UnitOfWork, UnitOfWorkFactory
from core.game.any_game import AnyGame, Who
from core.game.codes import parse_code
from core.game.hidden import HiddenText
from core.game.races import create_game
from core.game.rules import Rules
from tests.fakes.clock import NOON
from tests.support.present import present
from tests.support.storage import committed

CLASSIC = Rules.parse("4x10")
SECRET = parse_code("0123", CLASSIC)
WRONG = parse_code("4567", CLASSIC)
OTHER = parse_code("9876", CLASSIC)
NONCE = HiddenText("ab" * 32)
LATER = NOON + timedelta(hours=1)
"""When the moves of `move` are made."""


@dataclass(frozen=True)
class Store:
    """A storage; `unit` makes the units of work of one process, `other` those of another."""

    unit: UnitOfWorkFactory
    other: UnitOfWorkFactory


def room_key(channel: str = "lobby", workspace: str = "club", platform: str = "chat") -> RoomKey:
    """The key of a room."""
    return RoomKey(platform, workspace, channel)


def player_key(user: str = "ANN", workspace: str = "club", platform: str = "chat") -> PlayerKey:
    """The key of a player."""
    return room_key("", workspace, platform).player_key(user)


async def enter(unit: UnitOfWork, user: str = "ANN", channel: str = "lobby") -> tuple[Room, Player]:
    """A room and a player in it, both stored."""
    room = await unit.rooms.get_or_add(room_key(channel))
    return room, await unit.players.get_or_add(player_key(user), "club", user.lower())


async def enter_two(unit: UnitOfWork) -> tuple[Room, Player, Player]:
    """A room with Ann and Bob in it."""
    room, ann = await enter(unit)
    return room, ann, (await enter(unit, "BOB"))[1]


def new_game(room: Room, starter: Player, name: str = "k3qz7", who: Who = Who.EVERYONE, tries: int = 12) -> StoredGame:
    """A game that is not stored yet."""
    return StoredGame(name, room.id, create_game(CLASSIC, SECRET, starter.id, who, tries), NONCE, NOON)


async def start(store: Store, who: Who = Who.EVERYONE, name: str = "k3qz7") -> StoredGame:
    """Store a new game of Ann's in the lobby."""
    async with committed(store.unit) as unit:
        game = new_game(*await enter(unit), name, who)
        assert await unit.games.add(game)
    return game


async def read(store: Store, game: StoredGame) -> StoredGame:
    """The game as another process reads it."""
    async with store.other() as unit:
        found = await unit.games.get(game.room, game.id)
    return present(found)


async def ids_of(store: Store, *users: str) -> list[str]:
    """The ids of players, who are stored."""
    async with committed(store.unit) as unit:
        return [(await enter(unit, user))[1].id for user in users]


async def change(store: Store, stored: StoredGame, after: AnyGame) -> StoredGame:
    """Store a game after moves, with the results if it has ended."""
    async with committed(store.unit) as unit:
        assert await unit.games.get(stored.room, stored.id)
        moved = stored.after(after, LATER)
        await unit.games.update(moved)
        await unit.results.add(results_of(moved))
    return moved


async def move(store: Store, game: StoredGame, *guesses: tuple[str, tuple[int, ...]]) -> StoredGame:
    """Guess, each in a unit of work of its own."""
    for user, code in guesses:
        async with committed(store.unit) as unit:
            _, player = await enter(unit, user)
            found = present(await unit.games.get(game.room, game.id))
            game = found.after(found.game.guess(code, player.id), LATER)
            await unit.games.update(game)
    return game
