"""The referee: hides a secret, answers guesses and keeps the book."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.errors import GameRunning, NoGameHere
from bot.services.model import MAX_NAME, Caller, GameView, Player, Room, StoredGame
from bot.services.ports import Clock, Dice, UnitOfWork, Units
from core.codes import parse_code
from core.feedback import Turn
from core.game import DEFAULT_TRIES, Game, Who
from core.rules import Rules


@dataclass(frozen=True, slots=True)
class Guessed:
    """The game after a guess; `turn` is None if the guess had been counted before."""

    view: GameView
    turn: Turn | None


class Referee:
    """The use cases of a game against a hidden secret; every method is one unit of work.

    Each names the room and player from the `Caller`, who need not be known yet. An event that has been dealt with
    changes nothing; what comes back is then the game as it stands.

    Every method raises `StorageError` when the storage fails; nothing has changed then.
    """

    def __init__(self, units: Units, clock: Clock, dice: Dice) -> None:
        self._units = units
        self._clock = clock
        self._dice = dice

    async def play(self, caller: Caller, rules: Rules, tries: int = DEFAULT_TRIES, who: Who = Who.EVERYONE) -> GameView:
        """Begin a game.

        Raises:
            GameRunning: the room has a shared game, or the player one of their own, and this would be another.
        """
        async with self._units() as unit:
            now = self._clock()
            room, player = await _introduce(unit, caller)
            if not await unit.events.claim(caller.event, now):
                return await _view(unit, await _current(unit, room, player, None), player)
            stored = self._draw(room, Game(rules, self._dice.code(rules), player.id, who, tries), now)
            while not await unit.games.add(stored):
                running = await unit.games.running(room.id, stored.slot)
                if running is not None:
                    raise GameRunning(running.id)
                stored = self._draw(room, stored.game, now)  # another room's game has this id
            view = await _view(unit, stored, player)
            await unit.commit()
            return view

    async def guess(self, caller: Caller, text: str, game: str | None = None) -> Guessed:
        """Guess in the game of that id or, without one, in the caller's own if they have one here, else in the room's.

        Raises:
            NoGameHere: nothing runs here.
            CodeError: `text` is no code; no turn was counted.
            GameError: the game does not allow it; no turn was counted.
        """
        async with self._units() as unit:
            now = self._clock()
            room, player = await _introduce(unit, caller)
            if not await unit.events.claim(caller.event, now):
                return Guessed(await _view(unit, await _current(unit, room, player, game), player), None)
            stored = await _running(unit, room, player, game)
            after = stored.game.guess(parse_code(text, stored.game.rules), player.id)
            view = await _keep(unit, stored.after(after, now), player)
            return Guessed(view, after.board(player.id).turns[-1])

    async def give_up(self, caller: Caller, game: str | None = None) -> GameView:
        """Give up: the game, or in a race the caller's part of it.

        Raises:
            NoGameHere: nothing runs here.
            GameError: the game does not allow it.
        """
        async with self._units() as unit:
            now = self._clock()
            room, player = await _introduce(unit, caller)
            if not await unit.events.claim(caller.event, now):
                return await _view(unit, await _current(unit, room, player, game), player)
            stored = await _running(unit, room, player, game)
            return await _keep(unit, stored.after(stored.game.give_up(player.id), now), player)

    async def board(self, caller: Caller, game: str | None = None) -> GameView:
        """The game of that id or, without one, the one to guess in now; when nothing runs, the last one here.

        Raises:
            NoGameHere: nothing was ever played here.
        """
        async with self._units() as unit:
            room, player = await _introduce(unit, caller)
            return await _view(unit, await _current(unit, room, player, game), player)

    def _draw(self, room: Room, game: Game, now: datetime) -> StoredGame:
        return StoredGame(self._dice.name(), room.id, game, self._dice.nonce(), now)


async def _introduce(unit: UnitOfWork, caller: Caller) -> tuple[Room, Player]:
    return await unit.rooms.ensure(caller.room), await unit.players.ensure(caller.player, caller.name[:MAX_NAME])


async def _running(unit: UnitOfWork, room: Room, player: Player, game: str | None) -> StoredGame:
    """The game to make a move in; one named by its id may have ended, which it will say itself."""
    stored = await _find(unit, room, player, game)
    if stored is None:
        ended = await unit.games.latest(room.id, player.id)
        raise NoGameHere(ended.id if ended else None)
    return stored


async def _current(unit: UnitOfWork, room: Room, player: Player, game: str | None) -> StoredGame:
    """The game to look at."""
    stored = await _find(unit, room, player, game) or await unit.games.latest(room.id, player.id)
    if stored is None:
        raise NoGameHere
    return stored


async def _find(unit: UnitOfWork, room: Room, player: Player, game: str | None) -> StoredGame | None:
    if game is not None:
        return await unit.games.get(room.id, game)
    return await unit.games.running(room.id, player.id) or await unit.games.running(room.id, "")


async def _keep(unit: UnitOfWork, stored: StoredGame, player: Player) -> GameView:
    """Commit a transition; the view is made first, so that nothing can fail between the commit and the answer."""
    await unit.games.save(stored)
    await unit.results.add(stored.results())
    view = await _view(unit, stored, player)
    await unit.commit()
    return view


async def _view(unit: UnitOfWork, stored: StoredGame, player: Player) -> GameView:
    game = stored.game
    players = await unit.players.by_id({player.id, game.starter, *game.players})
    return GameView(
        id=stored.id,
        game=game.seen_by(player.id),
        public=game.seen_by(""),
        viewer=player.id,
        names={known.id: known.name for known in players.values()},
        commitment=stored.commitment,
        nonce=stored.nonce if game.outcome else None,
    )
