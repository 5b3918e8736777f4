"""The analysis: says what guesses are worth, before they are made and after the game, and gives hints."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import open_context
from bot.services.errors import GameStillRunning, NothingToReview
from bot.services.model import AnyGame, Caller, GameView
from bot.services.ports import Clock, UnitOfWorkFactory
from bot.services.referee import Referee
from bot.services.solver import Solver
from core.game.codes import parse_code
from core.game.feedback import Turn
from core.game.games import Board
from core.game.rules import Rules
from core.solver.check import Check
from core.solver.coach import Advice, Suggestion
from core.solver.review import Review
from core.solver.strategies import NAMES as STRATEGIES
from core.solver.strategies import Strategy

EXAMPLES = tuple(name.replace("power:P", "power:1.5") for name in STRATEGIES)
"""Every strategy, with an exponent for the one that takes one."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a guess is worth under some rules."""

    rules: Rules
    check: Check


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """A game reviewed, with the name of whoever's turns they are or None if they are several people's."""

    game: str
    rules: Rules
    name: str | None
    review: Review


@dataclass(frozen=True, slots=True)
class Hint:
    """The best guess in a game, and the game as it is now."""

    view: GameView
    suggestion: Suggestion


class Analysis:
    """The use cases of advice about single guesses and whole games.

    Each method names the room and player from the `Caller`. An event that has been dealt with changes nothing. Every
    method raises `StorageError` when the storage fails; nothing has changed then.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, solver: Solver, referee: Referee) -> None:
        self._units = units
        self._clock = clock
        self._solver = solver
        self._referee = referee

    async def compare_strategies(self, rules: Rules, history: Sequence[Turn]) -> Sequence[Advice]:
        """What each strategy would guess after the same history.

        Raises:
            Contradiction: no code fits the history.
        """
        return [await self._solver.advise(rules, history, Strategy(name), 1, 0) for name in EXAMPLES]

    async def check(self, caller: Caller, guess: str, rules: Rules, history: Sequence[Turn] | None) -> CheckResult:
        """What a guess is worth after a history or, without one, in the caller's conversation.

        Raises:
            CodeError: `guess` is no code.
            Contradiction: no code fits the history.
        """
        if history is None:
            async with self._units() as unit:
                context = await open_context(unit, caller, self._clock())
                told = await unit.conversations.get(context.room.id, context.player.id)
            rules, history = (told.rules, told.turns) if told else (rules, ())
        return CheckResult(rules, await self._solver.check(rules, history, parse_code(guess, rules)))

    async def review(self, caller: Caller, game: str | None) -> ReviewResult:
        """Review the caller's turns in the game of that id, or in the last one they ended here.

        Raises:
            NoGameHere: there is none.
            GameStillRunning: it has not ended.
            NothingToReview: nobody has guessed in it.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            view = await context.view(await context.current(game or await context.last_ended()))
        if view.game.outcome is None:
            raise GameStillRunning(view.id)
        board = _reviewed_board(view.game, view.viewer)
        if not board.turns:
            raise NothingToReview(view.id)
        by = {turn.by for turn in board.turns}
        name = view.names.get(by.pop()) if len(by) == 1 else None
        return ReviewResult(view.id, view.game.rules, name, await self._solver.review(view.game.rules, board.turns))

    async def reviewable(self, caller: Caller, most: int) -> list[GameView]:
        """The games here that the caller can have reviewed, newest first."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            return [
                await context.view(game) for game in await unit.games.ended(context.room.id, context.player.id, most)
            ]

    async def hint(self, caller: Caller, game: str | None) -> Hint:
        """The best guess in the caller's running game, which counts as assisted from then on.

        Raises:
            NoGameHere: nothing runs here.
            GameError: the caller may not guess in it.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            stored = await context.running(game)
            after = stored.game.assist(context.player.id)
            view = await (context.move(stored, after) if await context.first_time() else context.view(stored))
        history = view.game.board(view.viewer).turns
        advice = await self._solver.advise(view.game.rules, history, Strategy("optimal"), 1, 0)
        now = await self._referee.board(caller, view.id)  # others may have guessed while the solver ran
        return Hint(now, advice.guesses[0])


def _reviewed_board(game: AnyGame, viewer: str) -> Board:
    """The viewer's own board or, if they have none, that of whoever won or else began."""
    own = game.board(viewer)
    return own if own.turns else game.boards[0] if game.boards else own
