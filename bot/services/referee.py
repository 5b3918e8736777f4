"""The referee: hides a secret, answers guesses and keeps the book."""

from dataclasses import dataclass

from bot.services.context import sit_down
from bot.services.model import Caller, GameView
from bot.services.ports import Clock, Dice, Units
from core.game.codes import parse_code
from core.game.feedback import Turn
from core.game.games import DEFAULT_TRIES, Game, Who
from core.game.rules import Rules


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
            table = await sit_down(unit, caller, self._clock())
            if not await table.first_time():
                return await table.view(await table.current(None))
            return await table.start(Game(rules, self._dice.code(rules), table.player.id, who, tries), self._dice)

    async def guess(self, caller: Caller, text: str, game: str | None = None) -> Guessed:
        """Guess in the game of that id or, without one, in the caller's own if they have one here, else in the room's.

        Raises:
            NoGameHere: nothing runs here.
            CodeError: `text` is no code; no turn was counted.
            GameError: the game does not allow it; no turn was counted.
        """
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            if not await table.first_time():
                return Guessed(await table.view(await table.current(game)), None)
            stored = await table.running(game)
            after = stored.game.guess(parse_code(text, stored.game.rules), table.player.id)
            return Guessed(await table.move(stored, after), after.board(table.player.id).turns[-1])

    async def give_up(self, caller: Caller, game: str | None = None) -> GameView:
        """Give up: the game, or in a race the caller's part of it.

        Raises:
            NoGameHere: nothing runs here.
            GameError: the game does not allow it.
        """
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            if not await table.first_time():
                return await table.view(await table.current(game))
            stored = await table.running(game)
            return await table.move(stored, stored.game.give_up(table.player.id))

    async def board(self, caller: Caller, game: str | None = None) -> GameView:
        """The game of that id or, without one, the one to guess in now; when nothing runs, the last one here.

        Raises:
            NoGameHere: nothing was ever played here.
        """
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            return await table.view(await table.current(game))
