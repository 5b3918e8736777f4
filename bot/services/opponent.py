"""The opponent: guesses a player's secret while they guess its own."""

from dataclasses import replace

from bot.services.context import open_context
from bot.services.model import Caller, GameView
from bot.services.ports import Clock, RandomSource, UnitOfWorkFactory
from bot.services.solver import Solver
from core.game.codes import parse_code
from core.game.errors import Contradiction, NoPendingGuess
from core.game.feedback import parse_feedback
from core.game.rules import Rules
from core.game.versus import Level, Versus


class Opponent:
    """The use cases of a game against the opponent, besides guessing and giving up, which are the referee's.

    Each names the room and player from the `Caller`. An event that has been dealt with changes nothing. Every method
    raises `StorageError` when the storage fails; nothing has changed then.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, random_source: RandomSource, solver: Solver) -> None:
        self._units = units
        self._clock = clock
        self._random_source = random_source
        self._solver = solver

    async def begin(self, caller: Caller, rules: Rules, level: Level, told: str | None) -> GameView:
        """Begin a game; `told` is the player's secret, None if they keep it in their head. Who begins is drawn.

        Raises:
            GameRunning: the player has a game of their own here.
            CodeError: `told` is no code.
        """
        secret = None if told is None else parse_code(told, rules)
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            if await context.first_time():
                hidden, first = self._random_source.code(rules), self._random_source.coin()
                versus = Versus(rules, hidden, context.player.id, level, opponent_begins=first, player_secret=secret)
                view = await context.start(versus, self._random_source)
            else:
                view = await context.view(await context.current(None))
        return await self.settle(caller, view)

    async def give_feedback(self, caller: Caller, text: str, game: str | None = None) -> GameView:
        """Answer the opponent's guess.

        Raises:
            NoGameHere: nothing runs here.
            FeedbackError: `text` is no answer, or an impossible one.
            GameError: no guess waits for one.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            if await context.first_time():
                stored = await context.running(game)
                versus = _versus(stored.game)
                view = await context.move(
                    stored, versus.give_feedback(parse_feedback(text, versus.rules), context.player.id)
                )
            else:
                view = await context.view(await context.current(game))
        return await self.settle(caller, view)

    async def undo_feedback(self, caller: Caller, game: str | None = None) -> GameView:
        """Take the last answer back, so that it can be given again.

        Raises:
            NoGameHere: nothing runs here.
            GameError: there is nothing to take back.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            if await context.first_time():
                stored = await context.running(game)
                view = await context.move(stored, _versus(stored.game).undo_feedback(context.player.id))
            else:
                view = await context.view(await context.current(game))
        return view

    async def repair(self, caller: Caller, choice: int, game: str | None = None) -> GameView:
        """Put contradictory answers right by repair number `choice`, from 1, of those that `settle` gave.

        Raises:
            NoGameHere: nothing runs here.
            GameError: nothing is contradictory, or there is no such repair.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            stored = await context.current(game)
            versus = _versus(stored.game)
        repairs = await self._solver.repairs(versus.rules, versus.opponent_turns)
        if not 1 <= choice <= len(repairs):
            raise NoPendingGuess
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            stored = await context.running(stored.id)
            if await context.first_time() and stored.game == versus:
                repaired = versus
                for change in repairs[choice - 1].changes:
                    repaired = repaired.correct_feedback(change.number, change.feedback, context.player.id)
                view = await context.move(stored, repaired)
            else:
                view = await context.view(stored)
        return await self.settle(caller, view)

    async def settle(self, caller: Caller, view: GameView) -> GameView:
        """The view of any game, after the opponent's guess if it is the opponent's turn.

        Every use case that shows a game settles it, so the opponent's guess is made up for if a process ended before
        making it. The solver runs between two units of work; its guess is dropped if the game has moved on meanwhile.
        """
        seen = view.game
        if not isinstance(seen, Versus) or not seen.opponent_to_move:
            return view
        try:
            code = await self._solver.move(seen.rules, seen.opponent_turns, seen.level, self._random_source.seed())
        except Contradiction:
            return replace(view, repairs=await self._solver.repairs(seen.rules, seen.opponent_turns))
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            stored = await context.current(view.id)
            versus = _versus(stored.game)
            if versus.opponent_to_move and versus.opponent_turns == seen.opponent_turns:
                return await context.move(stored, versus.opponent_guess(code))
            return await context.view(stored)


def _versus(game: object) -> Versus:
    """The game, if it is one against the opponent.

    Raises:
        NoPendingGuess: it is not.
    """
    if not isinstance(game, Versus):
        raise NoPendingGuess
    return game
