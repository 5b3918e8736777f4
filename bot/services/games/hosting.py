"""Hosted games: a person hides a secret for the others, and gives the feedback if they keep it in their head."""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.model.errors import NoGameHere, NoSuchGame
from bot.model.games import LONG_SLOT, SHARED_SLOT, ShownGame, StoredGame
from bot.model.rooms import Caller
from bot.services.context import CallContext, Service
from bot.services.games.moves import is_turn_late
from bot.services.games.opponent import OpponentGames
from bot.services.solver import Priority, RandomSource, Solver, SolverRequesterKey, chosen_correction
from core.game.boards import DEFAULT_TRIES
from core.game.codes import parse_code
from core.game.errors import NoPendingGuess, NotPossibleNow
from core.game.feedback import parse_feedback
from core.game.hidden import HiddenCode
from core.game.hosting import HostedGame
from core.game.rules import Rules


@dataclass(eq=False)
class Hosting(Service):
    """The use cases of the host of a game. Guessing, hints and giving up are those of any game.

    Without an id of a game, a method is about the game that the caller hosts here.

    Methods with a `step` are called by buttons. It is the number of turns when the button was shown. If the game has
    another number of turns now, the button was for another guess, and nothing changes.
    """

    _random_source: RandomSource
    _solver: Solver
    _opponent: OpponentGames

    async def start(self, caller: Caller, rules: Rules, secret: str | None, tries: int = DEFAULT_TRIES) -> ShownGame:
        """Start a game for everybody but the caller, who hosts it.

        Args:
            caller: the host.
            rules: rules of the secret.
            secret: the secret as typed, None if the host keeps it in their head and gives the feedback.
            tries: number of guesses allowed, 0 for no limit.

        Raises:
            GameRunning: the caller has a running game of their own here, or the room has a shared one.
            CodeError: `secret` is not a code.
        """
        hidden = None if secret is None else HiddenCode(parse_code(secret, rules))
        async with self._open(caller) as context:
            if (shown := await context.claim_or_replay(None)) is not None:
                return shown
            game = HostedGame.start(rules, hidden, context.player.id, tries)
            needs_introduction = secret is None and await context.record_feedback_explained()
            return replace(await context.start_game(game, self._random_source), needs_introduction=needs_introduction)

    async def receives_feedback(self, caller: Caller, game: str | None) -> bool:
        """Whether feedback of the caller belongs to a hosted game: the one with that id or, without one, their own.

        Without an id, a game against the bot in which a guess waits for the caller's feedback takes precedence.
        """
        async with self._open_reading(caller) as context:
            if context is None:
                return False
            try:
                await _find(context, game)
            except (NoGameHere, NoSuchGame, NoPendingGuess):
                return False
        return True

    async def give_feedback(
        self, caller: Caller, text: str, game: str | None = None, step: int | None = None
    ) -> ShownGame:
        """Give feedback to the oldest pending guess.

        Feedback that contradicts the turns is withheld until the host has put it right.

        Args:
            caller: the host.
            text: the feedback.
            game: the id of the game, None for the caller's.
            step: the number of turns when the button was shown, None without a button.

        Raises:
            FeedbackTextError: `text` is not feedback, or is impossible.
            GameError: the caller is not the host, or no guess waits for feedback.
        """
        async with self._open(caller) as context:
            stored, before = await _find(context, game)
            view = None if await _is_new(context, before, step) else await context.view_for_caller(stored)
        if view is not None:
            return await self._opponent.let_opponent_move(caller, view)
        feedback = parse_feedback(text, before.rules)
        after = before.give_feedback(feedback, context.player.id)
        is_consistent = await self._solver.is_consistent(
            SolverRequesterKey.for_caller(caller, Priority.GAME), after.rules, after.shared_board.turns
        )

        def move(hosted: HostedGame, by: str) -> HostedGame:
            return hosted.give_feedback(feedback, by) if is_consistent else hosted.withhold_feedback(feedback, by)

        return await self._move(caller, stored.id, before, move)

    async def undo_feedback(self, caller: Caller, game: str | None) -> ShownGame:
        """Take back the last feedback, so that its guess waits for feedback again.

        Raises:
            GameError: the caller is not the host, there is no feedback to take back, or it is too late for that.
        """
        async with self._open(caller) as context:
            stored, hosted = await _find(context, game)
            if await context.claim_event():
                undone = hosted.undo_feedback(context.player.id)
                if is_turn_late(stored, context.now):
                    raise NotPossibleNow
                view = await context.save_move(stored, undone)
            else:
                view = await context.view_for_caller(stored)
        return await self._opponent.let_opponent_move(caller, view)

    async def correct(self, caller: Caller, choice: int, game: str | None = None, step: int | None = None) -> ShownGame:
        """Correct contradictory feedback.

        Args:
            caller: the host.
            choice: the number, from 1, of one of the view's `corrections`.
            game: the id of the game, None for the caller's.
            step: the number of turns when the button was shown, None without a button.

        Raises:
            GameError: the caller is not the host, or nothing is contradictory.
            NoSuchCorrection: there is none with this number.
        """
        async with self._open(caller) as context:
            stored, before = await _find(context, game)
            view = None if await _is_new(context, before, step) else await context.view_for_caller(stored)
        if view is not None:
            return await self._opponent.let_opponent_move(caller, view)
        before.correct_feedback({}, context.player.id)  # raises if the caller may not correct anything
        corrections = await self._solver.corrections(
            SolverRequesterKey.for_caller(caller, Priority.GAME), before.rules, before.jointly_contradictory_turns
        )
        changes = chosen_correction(corrections, choice, NoPendingGuess).feedbacks
        return await self._move(caller, stored.id, before, lambda hosted, by: hosted.correct_feedback(changes, by))

    async def show_corrections(self, caller: Caller, game: str | None) -> ShownGame:
        """The game with feedback that is withheld, and its corrections.

        Raises:
            GameError: the caller is not the host, or nothing is contradictory.
        """
        async with self._open(caller) as context:
            stored, hosted = await _find(context, game)
            hosted.correct_feedback({}, context.player.id)
            view = await context.view_for_caller(stored)
        return await self._opponent.let_opponent_move(caller, view)

    async def _move(
        self, caller: Caller, game: str, before: HostedGame, move: Callable[[HostedGame, str], HostedGame]
    ) -> ShownGame:
        """Make a move of the host unless they have made another one since `before`. Others may have guessed since."""
        async with self._open(caller) as context:
            stored, hosted = await _find(context, game)
            if await context.claim_event() and hosted.is_awaiting_same_move(before):
                view = await context.save_move(stored, move(hosted, context.player.id))
            else:
                view = await context.view_for_caller(stored)
        return await self._opponent.let_opponent_move(caller, view)


async def _is_new(context: CallContext, game: HostedGame, step: int | None) -> bool:
    """Whether to handle the event: it is new, and the button, if one was pressed, is not for another guess."""
    return await context.claim_event() and step in {None, len(game.shared_board.turns)}


async def _find(context: CallContext, game: str | None) -> tuple[StoredGame, HostedGame]:
    """The hosted game with that id or, without one, the one that the caller hosts in this room.

    Raises:
        NoPendingGuess: the game is not hosted or, without an id, not by the caller; or a guess in the caller's game
            against the bot waits for their feedback.
    """
    if game is not None:
        stored = await context.running_game(game)
    else:
        own = await context.unit.games.in_slot(context.room.id, context.player.id)
        if own is not None and own.game.pending_guess is not None:
            raise NoPendingGuess
        shared = await context.unit.games.in_slot(context.room.id, SHARED_SLOT)
        if shared is None or not shared.game.is_host(context.player.id):
            shared = await context.unit.games.in_slot(context.room.id, LONG_SLOT) or shared
        if shared is None:
            raise NoGameHere
        stored = shared
    hosted = stored.game
    if not isinstance(hosted, HostedGame) or (game is None and hosted.starter != context.player.id):
        raise NoPendingGuess
    return stored, hosted
