"""The referee: hides a secret, gives feedback to guesses and keeps the board."""

from dataclasses import dataclass

from bot.services.context import open_context, spectator_view
from bot.services.model import Caller, GameView, OutdatedBoard
from bot.services.opponent import Opponent
from bot.services.ports import Access, Clock, UnitOfWorkFactory
from bot.services.randomness import RandomSource
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.feedback import Turn
from core.game.games import DEFAULT_TRIES, Game, Who
from core.game.rules import Rules
from core.game.sides import BOT


@dataclass(frozen=True, slots=True)
class GuessResult:
    """The game after a guess, and the turn it made; None if the guess was counted before."""

    view: GameView
    turn: Turn | None


class Referee:
    """The use cases of playing, in games against a hidden secret and against the opponent.

    The `Caller` gives the room and the player, who need not be known yet. An event that was delivered before changes
    nothing; the game is returned as it is. A game against the opponent is returned after the opponent's move.

    Every method raises `StorageError` when the storage fails; then nothing has changed.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, random_source: RandomSource, opponent: Opponent) -> None:
        self._units = units
        self._clock = clock
        self._random_source = random_source
        self._opponent = opponent

    async def play(self, caller: Caller, rules: Rules, tries: int = DEFAULT_TRIES, who: Who = Who.EVERYONE) -> GameView:
        """Begin a game against a hidden secret; `tries` is 0 for no limit.

        Raises:
            GameRunning: the caller has a running game of their own here, or the game is to be shared and the room has
                a shared one.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                game = Game(rules, self._random_source.code(rules), context.player.id, who, tries)
                view = await context.begin_game(game, self._random_source)
            else:
                view = await context.view(await context.current_game(None))
        return await self._opponent.settle(caller, view)

    async def guess(self, caller: Caller, text: str, game: str | None = None) -> GuessResult:
        """Guess in the game with that id or, without one, in the caller's own game here, else in the shared one.

        Raises:
            NoGameHere: no game runs here.
            CodeError: `text` is not a code; the guess is not counted.
            GameError: the game does not allow a guess now; it is not counted.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                stored = await context.running_game(game)
                after = stored.game.guess(parse_code(text, stored.game.rules), context.player.id)
                view, turn = await context.save_move(stored, after), after.board(context.player.id).turns[-1]
            else:
                view, turn = await context.view(await context.current_game(game)), None
        return GuessResult(await self._opponent.settle(caller, view), turn)

    async def give_up(self, caller: Caller, game: str | None = None) -> GameView:
        """Give up the game or, in a race, the caller's part of it.

        Raises:
            NoGameHere: no game runs here.
            GameError: the caller may not give this game up.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                stored = await context.running_game(game)
                view = await context.save_move(stored, stored.game.give_up(context.player.id))
            else:
                view = await context.view(await context.current_game(game))
        return await self._opponent.settle(caller, view)

    async def board(self, caller: Caller, game: str | None = None) -> GameView:
        """The game with that id or, without one, the running one that the caller guesses in, else the last one here.

        Raises:
            NoGameHere: no game was ever begun here.
        """
        async with open_context(self._units, self._clock, caller) as context:
            view = await context.view(await context.current_game(game))
        return await self._opponent.settle(caller, view)

    async def running(self, caller: Caller) -> GameView | None:
        """The running game that a guess of the caller would count in, None if there is none. The opponent waits."""
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.unit.games.for_player(context.room.id, context.player.id)
            return None if stored is None else await context.view(stored)

    async def spectate(self, game: str) -> GameView | None:
        """A game as everybody may see it, None if there is no such game."""
        async with self._units(Access.READ) as unit:
            stored = await unit.games.by_id(game)
            return None if stored is None else await spectator_view(unit, stored)

    async def settle(self, board: OutdatedBoard) -> None:
        """Let the opponent make the guess that a process has not made before it ended."""
        async with self._units() as unit:
            stored = await unit.games.by_id(board.game)
            if stored is None or not isinstance(stored.game, Duel) or stored.game.to_move != BOT:
                return
            view = await spectator_view(unit, stored)
            starter = (await unit.players.by_id({stored.game.starter}))[stored.game.starter]
        caller = Caller(board.room, starter.key, starter.name, f"settle:{board.game}:{board.revision}")
        await self._opponent.settle(caller, view)

    async def running_games(self, caller: Caller, most: int = 5) -> list[GameView]:
        """The running games that the caller began or guessed in, in every room of their workspace, newest first."""
        async with open_context(self._units, self._clock, caller) as context:
            return [await context.view(game) for game in await context.unit.games.running_with(context.player.id, most)]
