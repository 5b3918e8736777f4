"""The referee: hides a secret, answers guesses and keeps the book."""

from dataclasses import dataclass

from bot.services.context import open_context
from bot.services.model import Caller, GameView
from bot.services.opponent import Opponent
from bot.services.ports import Clock, RandomSource, UnitOfWorkFactory
from core.game.codes import parse_code
from core.game.feedback import Turn
from core.game.games import DEFAULT_TRIES, Game, Who
from core.game.rules import Rules


@dataclass(frozen=True, slots=True)
class GuessResult:
    """The game after a guess; `turn` is None if the guess had been counted before."""

    view: GameView
    turn: Turn | None


class Referee:
    """The use cases of a game against a hidden secret; every method is one unit of work.

    Each names the room and player from the `Caller`, who need not be known yet. An event that has been dealt with
    changes nothing; what comes back is then the game as it stands.

    Every method raises `StorageError` when the storage fails; nothing has changed then.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, random_source: RandomSource, opponent: Opponent) -> None:
        self._units = units
        self._clock = clock
        self._random_source = random_source
        self._opponent = opponent

    async def play(self, caller: Caller, rules: Rules, tries: int = DEFAULT_TRIES, who: Who = Who.EVERYONE) -> GameView:
        """Begin a game.

        Raises:
            GameRunning: the room has a shared game, or the player one of their own, and this would be another.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            if await context.first_time():
                game = Game(rules, self._random_source.code(rules), context.player.id, who, tries)
                view = await context.start(game, self._random_source)
            else:
                view = await context.view(await context.current(None))
        return await self._opponent.settle(caller, view)

    async def guess(self, caller: Caller, text: str, game: str | None = None) -> GuessResult:
        """Guess in the game of that id or, without one, in the caller's own if they have one here, else in the room's.

        Raises:
            NoGameHere: nothing runs here.
            CodeError: `text` is no code; no turn was counted.
            GameError: the game does not allow it; no turn was counted.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            if await context.first_time():
                stored = await context.running(game)
                after = stored.game.guess(parse_code(text, stored.game.rules), context.player.id)
                view, turn = await context.move(stored, after), after.board(context.player.id).turns[-1]
            else:
                view, turn = await context.view(await context.current(game)), None
        return GuessResult(await self._opponent.settle(caller, view), turn)

    async def give_up(self, caller: Caller, game: str | None = None) -> GameView:
        """Give up: the game, or in a race the caller's part of it.

        Raises:
            NoGameHere: nothing runs here.
            GameError: the game does not allow it.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            if await context.first_time():
                stored = await context.running(game)
                view = await context.move(stored, stored.game.give_up(context.player.id))
            else:
                view = await context.view(await context.current(game))
        return await self._opponent.settle(caller, view)

    async def board(self, caller: Caller, game: str | None = None) -> GameView:
        """The game of that id or, without one, the one to guess in now; when nothing runs, the last one here.

        Raises:
            NoGameHere: nothing was ever played here.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            view = await context.view(await context.current(game))
        return await self._opponent.settle(caller, view)

    async def running_games(self, caller: Caller, most: int = 5) -> list[GameView]:
        """The running games that the caller began or guessed in, in every room of their workspace, newest first."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            return [await context.view(game) for game in await unit.games.of(context.player.id, most)]
