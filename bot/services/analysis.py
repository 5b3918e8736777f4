"""The analysis of guesses: comparisons with the best guess, reviews of ended games, and hints."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.errors import GameStillRunning, NoGameHere, NothingToReview, SeveralDuels
from bot.model.games import AnyGame, Conversation, ShownGame, StoredGame
from bot.model.processes import Clock
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import Access, UnitOfWorkFactory
from bot.services.context import CallContext, Intent, open_context, open_reading_context
from bot.services.fair_play import FairPlay
from bot.services.games.referee import Referee
from bot.services.records import last_games
from bot.services.solver import Priority, Solver, SolverClient
from core.game.boards import Board
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.errors import Contradiction
from core.game.items import Entry
from core.game.rules import Rules
from core.game.sides import BOT
from core.solver.coach import Advice, Suggestion
from core.solver.review import Check, Review
from core.solver.strategies import STRATEGY_NAMES, Strategy

COMPARED_STRATEGIES = tuple(name.replace("power:P", "power:1.5") for name in STRATEGY_NAMES)
"""The strategies that `Analysis.compare_strategies` compares: all, `power` with an example of an exponent."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A guess compared with the best one.

    Args:
        rules: rules of the game.
        check: the comparison.
        ignored_game: the game as the caller sees it, if it was compared as the first guess of another game although
            one runs in which the caller guesses; None otherwise.
        conversation: the conversation with the coach whose turns the guess follows, None if others were given.
    """

    rules: Rules
    check: Check
    ignored_game: ShownGame | None = None
    conversation: Conversation | None = None


@dataclass(frozen=True, slots=True)
class ReviewedBoard:
    """The review of one board.

    Args:
        name: the name of the player who guessed on the board, None if several players did or the bot.
        review: the review of its turns.
        is_bot: whether the bot guessed on the board.
    """

    name: str | None
    review: Review
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class ReviewResult:
    """The review of a game.

    Args:
        game: the id of the game.
        rules: rules of the game.
        boards: the caller's own board or, if they did not play, the first one. A duel has both boards, the caller's
            first.
    """

    game: str
    rules: Rules
    boards: Sequence[ReviewedBoard]


@dataclass(frozen=True, slots=True)
class Hint:
    """The best guess in a game, and the game as it is now."""

    view: ShownGame
    suggestion: Suggestion


class Analysis:
    """The use cases of analysis.

    The `Caller` gives the room and the player. An event that was delivered before changes nothing. Every method raises
    `StorageError` when the storage fails; then nothing has changed.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, solver: Solver, referee: Referee) -> None:
        self._units = units
        self._clock = clock
        self._solver = solver
        self._referee = referee
        self._fair_play = FairPlay(units, clock)

    async def compare_strategies(self, caller: Caller, rules: Rules, history: Sequence[Entry]) -> Sequence[Advice]:
        """The advice of each strategy after the same history.

        Raises:
            Contradiction: no code fits the history.
        """
        client = SolverClient.for_caller(caller)
        return [await self._solver.advise(client, rules, history, Strategy(name), 1, 0) for name in COMPARED_STRATEGIES]

    async def check(
        self, caller: Caller, guess: str, rules: Rules, history: Sequence[Entry] | None, *, is_confirmed: bool = False
    ) -> CheckResult:
        """Compare a guess with the best one after a history.

        If `history` is None, the history and rules are those of the caller's conversation with the coach. Without a
        conversation, the guess is checked as the first guess under the rules of the game in which the caller guesses
        here or, if none runs, under `rules`. `is_confirmed` is whether the result may count as a hint in running games.

        Raises:
            CodeError: `guess` is not a code.
            Contradiction: no code fits the history.
            ServiceError, GameError: see `FairPlay.require_allowed`.
        """
        lies, ignored_game, conversation = 0, None, None
        if history is None:
            async with open_context(self._units, self._clock, caller) as context:
                conversation = await context.unit.conversations.get(context.room.id, context.player.id)
            if conversation is not None:
                rules, history, lies = conversation.rules, conversation.turns, conversation.lies
            else:
                history, ignored_game = (), await self._referee.running(caller)
                rules = ignored_game.game.rules if ignored_game is not None else rules
        await self._fair_play.require_allowed(caller, history, lies, is_confirmed=is_confirmed)
        found = await self._solver.check(SolverClient.for_caller(caller), rules, history, parse_code(guess, rules))
        await self._fair_play.record_hints(caller, history, lies, is_confirmed=is_confirmed)
        return CheckResult(rules, found, ignored_game, conversation)

    async def review(self, caller: Caller, game: str | None) -> ReviewResult:
        """Review the caller's turns in a game of this room. Both sides of a duel are reviewed.

        A side whose feedback contradicts itself is left out.

        Args:
            caller: the player who asks.
            game: the id of the game or, as a single digit, its number in the list that `last_games` makes. None stands
                for the last game here in which the caller guessed.

        Raises:
            NoSuchGame: no game of this room has that id.
            GameStillRunning: it has not ended.
            NothingToReview: nobody has guessed in it, or there is no such game.
        """
        async with open_context(self._units, self._clock, caller) as context:
            view = await context.view(await _game_to_review(context, game))
        if view.game.outcome is None:
            raise GameStillRunning(view.id)
        boards = [board for board in _reviewed_boards(view.game, view.viewer) if board.turns]
        if not boards:
            raise NothingToReview(view.id)
        client = SolverClient.for_caller(caller)
        reviewed = [
            board for board in [await self._review(client, view, board) for board in boards] if board is not None
        ]
        if not reviewed:
            raise NothingToReview(view.id)
        return ReviewResult(view.id, view.game.rules, reviewed)

    async def _review(self, client: SolverClient, view: ShownGame, board: Board) -> ReviewedBoard | None:
        """The review of a board; None if its feedback, which a person gave, contradicts itself."""
        try:
            review = await self._solver.review(client, board.rules, _history(view.game, board))
        except Contradiction:
            return None
        name = view.names.get(board.players[0]) if len(board.players) == 1 else None
        return ReviewedBoard(name, review, is_bot=board.players == (BOT,))

    async def reviewable(self, caller: Caller, most: int) -> list[ShownGame]:
        """The ended games of this room that the caller may see, newest first, at most `most`."""
        async with open_reading_context(self._units, self._clock, caller, Access.LONG_READ) as context:
            if context is None:
                return []
            games = await context.unit.games.ended(context.room.id, context.player.id, most)
            return [await context.view(game) for game in games]

    async def preview_hint(self, caller: Caller, game: str | None) -> ShownGame | None:
        """The game in which the caller would get a hint; None if they have got one there, so that another is free.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            GameError: the caller does not play in it, or it has ended.
        """
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.running_game(game, Intent.GUESS)
            is_first = stored.game.record_hint(context.player.id) != stored.game
            return await context.view(stored) if is_first else None

    async def hint(self, caller: Caller, game: str | None) -> Hint:
        """The best guess in a running game, whose result then counts as `core.game.advice.hint_effect` says.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            GameError: the caller does not play in it, or it has ended.
        """
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.running_game(game, Intent.GUESS)
            stored.game.record_hint(context.player.id)  # refuses those who may not have a hint
            history = _history(stored.game, stored.game.board(context.player.id))
        client, rules = SolverClient.for_caller(caller, Priority.GAME), stored.game.rules
        advice = await self._solver.advise(client, rules, history, Strategy("optimal"), 1, 0)
        async with open_context(self._units, self._clock, caller) as context:
            now = await context.running_game(stored.id, Intent.GUESS)  # others may have guessed while the solver ran
            if await context.claim_event():
                await context.save_move(now, now.game.record_hint(context.player.id))
        return Hint(await self._referee.board(caller, stored.id), advice.guesses[0])


def _history(game: AnyGame, board: Board) -> Sequence[Entry]:
    """The turns on a board, in a duel with the clues."""
    return game.history(board.guesser or "") if isinstance(game, Duel) else board.turns


async def _game_to_review(context: CallContext, game: str | None) -> StoredGame:
    """The game with that id, else the last one here that the caller guessed in, else the one that `board` shows."""
    if game is not None and game.isdecimal() and len(game) == 1:
        games = await last_games(context.unit, context.room.id, context.player.id)
        game = games[int(game) - 1].game if 0 < int(game) <= len(games) else game
    try:
        return await context.current_game(game or await context.last_ended_game_id())
    except (NoGameHere, SeveralDuels) as error:  # not raised if an id was given
        raise NothingToReview from error


def _reviewed_boards(game: AnyGame, viewer: str) -> Sequence[Board]:
    """The viewer's board or, if they made no guess, the first one. For a duel both boards, the viewer's first."""
    own = game.board(viewer)
    if isinstance(game, Duel):
        return sorted(game.boards, key=lambda board: board.guesser != own.guesser)
    return [own if own.turns else game.boards[0] if game.boards else own]
