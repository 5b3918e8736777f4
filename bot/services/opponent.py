"""The opponent: guesses a player's secret while they guess its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import sit_down
from bot.services.model import Caller, GameView
from bot.services.ports import Clock, Dice, Units
from bot.solving.executor import Solver
from core.game.codes import parse_code
from core.game.errors import Contradiction, NothingToAnswer
from core.game.feedback import parse_feedback
from core.game.rules import Rules
from core.game.versus import Level, Versus
from core.solver.mistakes import Repair


@dataclass(frozen=True, slots=True)
class Met:
    """A game against the opponent as it stands; `repairs` is None unless the player's answers contradict one another.

    It then holds what would put them right, likeliest first, and is empty if nothing would.
    """

    view: GameView
    repairs: Sequence[Repair] | None = None


class Opponent:
    """The use cases of a game against the opponent, besides guessing and giving up, which are the referee's.

    Each names the room and player from the `Caller`. An event that has been dealt with changes nothing. Every method
    raises `StorageError` when the storage fails; nothing has changed then.
    """

    def __init__(self, units: Units, clock: Clock, dice: Dice, solver: Solver) -> None:
        self._units = units
        self._clock = clock
        self._dice = dice
        self._solver = solver

    async def begin(self, caller: Caller, rules: Rules, level: Level, told: str | None) -> Met:
        """Begin a game; `told` is the player's secret, None if they keep it in their head. Who begins is drawn.

        Raises:
            GameRunning: the player has a game of their own here.
            CodeError: `told` is no code.
        """
        secret = None if told is None else parse_code(told, rules)
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            if await table.first_time():
                hidden, first = self._dice.code(rules), self._dice.coin()
                versus = Versus(rules, hidden, table.player.id, level, opponent_begins=first, told=secret)
                view = await table.start(versus, self._dice)
            else:
                view = await table.view(await table.current(None))
        return await self.settle(caller, view)

    async def answer(self, caller: Caller, text: str, game: str | None = None) -> Met:
        """Answer the opponent's guess.

        Raises:
            NoGameHere: nothing runs here.
            FeedbackError: `text` is no answer, or an impossible one.
            GameError: no guess waits for one.
        """
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            if await table.first_time():
                stored = await table.running(game)
                versus = _versus(stored.game)
                view = await table.move(stored, versus.answer(parse_feedback(text, versus.rules), table.player.id))
            else:
                view = await table.view(await table.current(game))
        return await self.settle(caller, view)

    async def take_back(self, caller: Caller, game: str | None = None) -> Met:
        """Take the last answer back, so that it can be given again.

        Raises:
            NoGameHere: nothing runs here.
            GameError: there is nothing to take back.
        """
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            if await table.first_time():
                stored = await table.running(game)
                view = await table.move(stored, _versus(stored.game).take_back(table.player.id))
            else:
                view = await table.view(await table.current(game))
        return Met(view)

    async def repair(self, caller: Caller, choice: int, game: str | None = None) -> Met:
        """Put contradictory answers right by repair number `choice`, from 1, of those that `settle` gave.

        Raises:
            NoGameHere: nothing runs here.
            GameError: nothing is contradictory, or there is no such repair.
        """
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            stored = await table.current(game)
            versus = _versus(stored.game)
        repairs = await self._solver.repairs(versus.rules, versus.theirs)
        if not 1 <= choice <= len(repairs):
            raise NothingToAnswer
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            stored = await table.running(stored.id)
            if await table.first_time() and stored.game == versus:
                repaired = versus
                for change in repairs[choice - 1].changes:
                    repaired = repaired.amend(change.number, change.feedback, table.player.id)
                view = await table.move(stored, repaired)
            else:
                view = await table.view(stored)
        return await self.settle(caller, view)

    async def settle(self, caller: Caller, view: GameView) -> Met:
        """Let the opponent guess if it is its turn, whoever has shown the game last.

        It thinks between two units of work, so the game may move on meanwhile; its guess then counts for nothing. Were
        the process to end there, the next to look at the game would have it think again.
        """
        seen = view.game
        if not isinstance(seen, Versus) or not seen.opponent_to_move:
            return Met(view)
        try:
            code = await self._solver.move(seen.rules, seen.theirs, seen.level, self._dice.seed())
        except Contradiction:
            return Met(view, await self._solver.repairs(seen.rules, seen.theirs))
        async with self._units() as unit:
            table = await sit_down(unit, caller, self._clock())
            stored = await table.current(view.id)
            versus = _versus(stored.game)
            if versus.opponent_to_move and versus.theirs == seen.theirs:
                return Met(await table.move(stored, versus.propose(code)))
            return Met(await table.view(stored))


def _versus(game: object) -> Versus:
    """The game, if it is one against the opponent.

    Raises:
        NothingToAnswer: it is not.
    """
    if not isinstance(game, Versus):
        raise NothingToAnswer
    return game
