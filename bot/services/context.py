"""The context a use case sits down at: one unit of work, who asks and where, and what is done there with every game."""

from dataclasses import dataclass
from datetime import datetime

from bot.services.errors import GameRunning, NoGameHere
from bot.services.model import MAX_NAME, AnyGame, Caller, GameView, Player, Room, StoredGame
from bot.services.ports import RandomSource, UnitOfWork


@dataclass(frozen=True, slots=True)
class CallContext:
    """One caller in one room, within one unit of work.

    Args:
        unit: of work, entered.
        room: the caller's.
        player: the caller.
        event: the one that brought them, not yet claimed.
        now: the time of everything that happens here.
    """

    unit: UnitOfWork
    room: Room
    player: Player
    event: str
    now: datetime

    async def first_time(self) -> bool:
        """Claim the event: whether this is the first time it is delivered."""
        return await self.unit.events.claim(self.event, self.now)

    async def start(self, game: AnyGame, random_source: RandomSource) -> GameView:
        """Begin a game and commit it.

        Raises:
            GameRunning: its slot in the room is taken, or the caller has a game of their own here.
        """
        own = await self.unit.games.running(self.room.id, self.player.id)
        if own is not None:
            raise GameRunning(own.id)  # guesses go to one's own game first, so another could not be reached
        stored = self._named(game, random_source)
        while not await self.unit.games.add(stored):
            occupant = await self.unit.games.running(self.room.id, stored.slot)
            if occupant is not None:
                raise GameRunning(occupant.id)
            stored = self._named(game, random_source)  # another room's game has this id
        view = await self.view(stored)
        await self.unit.commit()
        return view

    async def running(self, game: str | None) -> StoredGame:
        """The game to make a move in; one named by its id may have ended, which it will say itself.

        Raises:
            NoGameHere: nothing runs here.
        """
        stored = await self._find(game)
        if stored is None:
            ended = await self.unit.games.latest(self.room.id, self.player.id)
            raise NoGameHere(ended.id if ended else None)
        return stored

    async def current(self, game: str | None) -> StoredGame:
        """The game to look at: the one named, the one that runs or the last one.

        Raises:
            NoGameHere: nothing was ever played here.
        """
        stored = await self._find(game) or await self.unit.games.latest(self.room.id, self.player.id)
        if stored is None:
            raise NoGameHere
        return stored

    async def last_ended(self) -> str | None:
        """The id of the last game that the caller guessed in and that ended in this room, None if there is none."""
        results = await self.unit.results.of(self.player.id)
        return next((result.game for result in reversed(results) if result.room == self.room.id), None)

    async def move(self, stored: StoredGame, game: AnyGame) -> GameView:
        """Commit a move; the view is made first, so that nothing can fail between the commit and the answer."""
        after = stored.after(game, self.now)
        await self.unit.games.save(after)
        await self.unit.results.add(after.results())
        view = await self.view(after)
        await self.unit.commit()
        return view

    async def view(self, stored: StoredGame) -> GameView:
        """The game as the caller may see it."""
        game = stored.game
        others = {game.starter, *game.players} - {self.player.id}
        players = await self.unit.players.by_id(others) if others else {}
        return GameView(
            id=stored.id,
            game=game.seen_by(self.player.id),
            public=game.seen_by(SPECTATOR),
            viewer=self.player.id,
            names={known.id: known.name for known in (self.player, *players.values())},
            commitment=stored.commitment,
            nonce=stored.nonce if game.outcome else None,
        )

    def _named(self, game: AnyGame, random_source: RandomSource) -> StoredGame:
        return StoredGame(random_source.name(), self.room.id, game, random_source.nonce(), self.now)

    async def _find(self, game: str | None) -> StoredGame | None:
        games, room = self.unit.games, self.room.id
        if game is not None:
            return await games.get(room, game)
        return await games.playing(room, self.player.id)


SPECTATOR = "?"
"""Nobody's id."""


async def open_context(unit: UnitOfWork, caller: Caller, now: datetime) -> CallContext:
    """Find the caller's room and the caller, or make them if they are new."""
    room = await unit.rooms.ensure(caller.room)
    player = await unit.players.ensure(caller.player, caller.name[:MAX_NAME])
    return CallContext(unit, room, player, caller.event, now)
