"""Games against the bot, which guesses the player's secret while the player guesses the bot's."""

from dataclasses import replace

from bot.model.errors import NoSuchCorrection
from bot.model.games import AnyGame, ShownGame
from bot.model.processes import Clock
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import UnitOfWorkFactory
from bot.services.admission import Admission
from bot.services.context import Intent, open_context, open_reading_context
from bot.services.fair_play import require_own_feedback
from bot.services.randomness import RandomSource
from bot.services.solver import Priority, Solver, SolverClient
from core.game.challenges import Challenge
from core.game.clues import parse_position, parse_use
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.errors import Contradiction, NoPendingGuess, NotYourItem
from core.game.feedback import parse_feedback
from core.game.hidden import HiddenCode
from core.game.hosting import HostedGame
from core.game.items import Item
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side


class Opponent:
    """The use cases of a game against the opponent, except guessing and giving up, which are the referee's.

    The `Caller` gives the room and the player. An event that was delivered before changes nothing. Every method raises
    `StorageError` when the storage fails; then nothing has changed.
    """

    def __init__(
        self, units: UnitOfWorkFactory, clock: Clock, random_source: RandomSource, solver: Solver, admission: Admission
    ) -> None:
        self._units = units
        self._clock = clock
        self._random_source = random_source
        self._solver = solver
        self._admission = admission

    async def require_free(self, caller: Caller) -> None:
        """Check that a game can start, before the player's secret is asked for.

        Raises:
            GameRunning: the player has a running game of their own here.
        """
        async with open_reading_context(self._units, self._clock, caller) as context:
            if context is not None:
                await context.require_free(context.player.id)

    async def start(self, caller: Caller, rules: Rules, level: Level, secret: str | None) -> ShownGame:
        """Start a game; a coin decides who guesses first.

        Args:
            caller: the player.
            rules: rules of both secrets.
            level: how well the opponent plays.
            secret: the player's secret, None if they keep it in their head and give the feedback themselves.

        Raises:
            GameRunning: the player has a running game of their own here.
            CodeError: `secret` is not a code.
        """
        player_secret = None if secret is None else HiddenCode(parse_code(secret, rules))
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                hidden, first = self._random_source.code(rules), self._random_source.coin()
                person = Side(context.player.id, player_secret)
                game = Duel.against_bot(rules, hidden, person, level, bot_moves_first=first)
                needs_introduction = secret is None and await context.introduce()
                view = await context.start_game(game, self._random_source)
            else:
                needs_introduction, view = False, await context.view(await context.current_game(None))
        return replace(await self.settle(caller, view), needs_introduction=needs_introduction)

    async def give_feedback(self, caller: Caller, text: str, game: str | None = None) -> ShownGame:
        """Give feedback to the opponent's guess.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            FeedbackError: `text` is not feedback, or is impossible.
            GameError: no guess is waiting for feedback.
            ServiceError: it is the feedback of another game; see `require_own_feedback`.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                stored = await context.running_game(game)
                duel = _require_duel(stored.game)
                after = duel.give_feedback(parse_feedback(text, duel.rules), context.player.id)
                await require_own_feedback(context.unit, context.player.id, after.side(BOT).turns, context.now)
                view = await context.save_move(stored, after)
            else:
                view = await context.view(await context.current_game(game))
        return await self.settle(caller, view)

    async def undo_feedback(self, caller: Caller, game: str | None = None) -> ShownGame:
        """Take back the last feedback, so that its guess waits for feedback again.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            GameError: there is no feedback to take back.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                stored = await context.running_game(game)
                return await context.save_move(stored, _require_duel(stored.game).undo_feedback(context.player.id))
            view = await context.view(await context.current_game(game))
        return await self.settle(caller, view)

    async def correct(self, caller: Caller, choice: int, game: str | None = None) -> ShownGame:
        """Correct contradictory feedback.

        Args:
            caller: the player.
            choice: the number, from 1, of one of the view's `corrections`.
            game: the id, None for the running one.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            GameError: nothing is contradictory.
            NoSuchCorrection: there is none with this number.
        """
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.current_game(game)
            duel = _require_duel(stored.game)
        corrections = await self._solver.corrections(
            SolverClient.for_caller(caller, Priority.GAME), duel.rules, duel.side(BOT).turns
        )
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.running_game(stored.id)
            if await context.claim_event() and stored.game == duel:
                if not 1 <= choice <= len(corrections):
                    raise NoSuchCorrection(len(corrections)) if corrections else NoPendingGuess
                corrected = duel
                for number, feedback in corrections[choice - 1].feedbacks.items():
                    corrected = corrected.correct_feedback(number, feedback, context.player.id)
                await require_own_feedback(context.unit, context.player.id, corrected.side(BOT).turns, context.now)
                view = await context.save_move(stored, corrected)
            else:
                view = await context.view(stored)
        return await self.settle(caller, view)

    async def contradictory(self, caller: Caller, game: str | None = None) -> ShownGame:
        """The game whose feedback contradicts itself, with its corrections.

        Raises:
            NoGameHere: no game was ever started here.
            GameError: nothing is contradictory.
        """
        async with open_context(self._units, self._clock, caller) as context:
            view = await context.view(await context.current_game(game))
        view = await self.settle(caller, view)
        if view.corrections is None:
            raise NoPendingGuess
        return view

    async def preview_item(self, caller: Caller, item: Item, game: str | None = None) -> ShownGame:
        """The game in which the caller uses an item, before they say how; raises what `use_item` raises."""
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.running_game(game, Intent.GUESS)
            _require_items(stored.game, item, context.player.id).require_usable(item, context.player.id)
            return await context.view(stored)

    async def use_item(self, caller: Caller, item: Item, text: str, game: str | None = None) -> ShownGame:
        """Use an item in a duel, or name the position of the opponent's DOUBLE.

        Args:
            caller: the player.
            item: the item.
            text: what to do with it, see `parse_use`; for DOUBLE the position if the opponent has used it, else empty.
            game: the id, None for the running one.

        Raises:
            NoSuchGame: no game of this room has that id.
            NoGameHere: no game runs here.
            CodeError: the number after SHUFFLE is no code.
            GameError: the game does not allow this now.
        """
        async with open_context(self._units, self._clock, caller) as context:
            if await context.claim_event():
                stored, player = await context.running_game(game, Intent.GUESS), context.player.id
                duel = _require_items(stored.game, item, player)
                if item is Item.DOUBLE and text:
                    after = duel.name_position(parse_position(text), player)
                else:
                    duel.require_usable(item, player)
                    after = duel.use(parse_use(item, text, duel.rules), player)
                view = await context.save_move(stored, after)
            else:
                view = await context.view(await context.current_game(game))
        return await self.settle(caller, view)

    async def settle(self, caller: Caller, view: ShownGame) -> ShownGame:
        """Make the opponent's guess if it is its turn, and add the corrections of contradictory feedback to the view.

        Every use case that shows a game calls this, with the view of any kind of game. So if a process ends before the
        opponent has moved, the opponent moves when the game is shown next. The solver runs between two units of work.
        Its guess is dropped if the game has changed meanwhile. In read-only mode the opponent does not move.

        Returns:
            The view after the guess, or the same view if there is nothing to do.
        """
        seen = view.game
        if isinstance(seen, HostedGame) and (contradictory := seen.contradictory_turns):
            client = SolverClient.for_caller(caller, Priority.GAME)
            return replace(view, corrections=await self._solver.corrections(client, seen.rules, contradictory))
        if not isinstance(seen, Duel) or seen.level is None or seen.to_move != BOT:
            return view
        if await self._admission.is_read_only():
            return view
        client, turns = SolverClient.for_caller(caller, Priority.GAME), seen.side(BOT).turns
        try:
            code = await self._solver.move(client, seen.rules, turns, seen.level, self._random_source.seed())
        except Contradiction:
            return replace(view, corrections=await self._solver.corrections(client, seen.rules, turns))
        async with open_context(self._units, self._clock, caller) as context:
            stored = await context.current_game(view.id)
            duel = _require_duel(stored.game)
            if duel.to_move == BOT and duel.side(BOT).turns == turns:
                return await context.save_move(stored, duel.guess(code, BOT))
            return await context.view(stored)


def _require_items(game: AnyGame, item: Item, player: str) -> Duel:
    """The game as a duel that has started.

    Raises:
        NotYourItem: it is a game without items.
    """
    if isinstance(game, Challenge):
        game.guess((), player)  # raises that it has not started
    if not isinstance(game, Duel):
        raise NotYourItem(item, ())
    return game


def _require_duel(game: AnyGame) -> Duel:
    """The game as a duel.

    Raises:
        NoPendingGuess: it is another kind of game, in which no guess waits for feedback.
    """
    if not isinstance(game, Duel):
        raise NoPendingGuess
    return game
