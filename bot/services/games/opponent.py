"""Games against the bot, which guesses the player's secret while the player guesses the bot's."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from bot.model.games import ShownGame
from bot.model.rooms import Caller
from bot.services.admission import Admission
from bot.services.coach import require_own_feedback
from bot.services.context import Intent, Service
from bot.services.solver import Priority, RandomSource, Solver, SolverRequesterKey, chosen_correction
from core.game.any_game import AnyGame
from core.game.clues import parse_clue, parse_item, parse_position, parse_use
from core.game.codes import parse_code
from core.game.duels import Duel
from core.game.errors import Contradiction, ItemNotInGame, NoPendingGuess, UnreadableClue
from core.game.feedback import parse_feedback
from core.game.hidden import HiddenCode
from core.game.items import DEFENCES, Clue, Item, ItemSet, Use, draw_defence
from core.game.rules import Rules
from core.game.sides import BOT, Level, Side


@dataclass(eq=False)
class OpponentGames(Service):
    """The use cases of a game against the opponent, except guessing and giving up, which are the referee's."""

    _random_source: RandomSource
    _solver: Solver
    _admission: Admission

    async def start(
        self, caller: Caller, rules: Rules, level: Level, secret: str | None, items: ItemSet | None = None
    ) -> ShownGame:
        """Start a game; a coin decides who guesses first.

        Args:
            caller: the player.
            rules: rules of both secrets.
            level: how well the opponent plays.
            secret: the player's secret, None if they keep it in their head and give the feedback themselves.
            items: of both sides, None without items.

        Raises:
            GameRunning: the player has a running game of their own here.
            CodeError: `secret` is not a code.
        """
        player_secret = None if secret is None else HiddenCode(parse_code(secret, rules))
        async with self._open(caller) as context:
            view, needs_introduction = await context.claim_or_replay(None), False
            if view is None:
                hidden, first = self._random_source.code(rules), self._random_source.coin()
                person = Side(context.player.id, player_secret)
                game = Duel.against_bot(rules, hidden, person, level, bot_moves_first=first, items=items)
                needs_introduction = secret is None and await context.record_feedback_explained()
                view = await context.start_game(game, self._random_source)
        return replace(await self.let_opponent_move(caller, view), needs_introduction=needs_introduction)

    async def give_feedback(self, caller: Caller, text: str, game: str | None = None) -> ShownGame:
        """Give feedback to the opponent's guess, or answer its item.

        Raises:
            FeedbackTextError: `text` is not feedback, or is impossible.
            GameError: no guess is waiting for feedback.
            ServiceError: it is the feedback of another game; see `require_own_feedback`.
        """
        async with self._open(caller) as context:
            view = await context.claim_or_replay(game)
            if view is None:
                stored = await context.running_game(game)
                duel = _require_duel(stored.game)
                if duel.pending_use is not None:
                    item, details = parse_item(text) or (duel.pending_use.item, text)
                    after = _with_item(duel, item, details, context.player.id)
                else:
                    after = duel.give_feedback(parse_feedback(text, duel.rules), context.player.id)
                await require_own_feedback(context.unit, context.player.id, after.side(BOT).turns, context.now)
                view = await context.save_move(stored, after)
        return await self.let_opponent_move(caller, view)

    async def undo_feedback(self, caller: Caller, game: str | None) -> ShownGame:
        """Take back the last feedback, so that its guess waits for feedback again.

        Raises:
            GameError: there is no feedback to take back.
        """
        async with self._open(caller) as context:
            player = context.player.id
            view = await context.make_move(game, Intent.ANY, lambda duel: _require_duel(duel).undo_feedback(player))
        return await self.let_opponent_move(caller, view)

    async def correct(self, caller: Caller, choice: int, game: str | None = None) -> ShownGame:
        """Correct contradictory feedback.

        Args:
            caller: the player.
            choice: the number, from 1, of one of the view's `corrections`.
            game: the id, None for the running one.

        Raises:
            GameError: nothing is contradictory.
            NoSuchCorrection: there is none with this number.
        """
        async with self._open(caller) as context:
            stored = await context.running_or_last_game(game)
            duel = _require_duel(stored.game)
        requester = SolverRequesterKey.for_caller(caller, Priority.GAME)
        is_stuck = duel.awaited_player == BOT  # as in `let_opponent_move`, which shows the corrections
        corrections = await self._solver.corrections(requester, duel.rules, duel.history(BOT)) if is_stuck else ()
        async with self._open(caller) as context:
            stored = await context.running_game(stored.id)
            if await context.claim_event() and stored.game == duel:
                corrected = duel
                for change in chosen_correction(corrections, choice, NoPendingGuess).changes:
                    corrected = corrected.correct_feedback(change.number, change.feedback, context.player.id)
                await require_own_feedback(context.unit, context.player.id, corrected.side(BOT).turns, context.now)
                view = await context.save_move(stored, corrected)
            else:
                view = await context.view_for_caller(stored)
        return await self.let_opponent_move(caller, view)

    async def show_corrections(self, caller: Caller, game: str | None) -> ShownGame:
        """The game whose feedback contradicts itself, with its corrections.

        Raises:
            GameError: nothing is contradictory.
        """
        async with self._open(caller) as context:
            view = await context.view_for_caller(await context.running_or_last_game(game))
        view = await self.let_opponent_move(caller, view)
        if view.corrections is None:
            raise NoPendingGuess
        return view

    async def game_before_item(self, caller: Caller, item: Item, game: str | None) -> ShownGame:
        """The game in which the caller uses an item, before they say how; raises what `use_item` raises."""
        async with self._open(caller) as context:
            stored = await context.running_game(game, Intent.GUESS)
            _require_items(stored.game, item, context.player.id).require_usable(item, context.player.id)
            return await context.view_for_caller(stored)

    async def use_item(self, caller: Caller, item: Item, text: str, game: str | None = None) -> ShownGame:
        """Use an item in a duel, or answer the opponent's.

        Args:
            caller: the player.
            item: the item.
            text: what to do with it, see `parse_use`; the position if the opponent has used DOUBLE; the rest of a clue
                about a number in the player's head.
            game: the id, None for the running one.

        Raises:
            CodeError: the number after SHUFFLE is no code.
            GameError: the game does not allow this now.
        """
        async with self._open(caller) as context:
            player = context.player.id
            view = await context.make_move(
                game, Intent.GUESS, lambda duel: _with_item(_require_items(duel, item, player), item, text, player)
            )
        return await self.let_opponent_move(caller, view)

    async def let_opponent_move(self, caller: Caller, view: ShownGame) -> ShownGame:
        """Let the opponent move while it has to, and add the corrections of contradictory feedback to the view.

        Every use case that shows a game calls this, with the view of any kind of game. So if a process ends before the
        opponent has moved, the opponent moves when the game is shown next. The solver runs between two units of work.
        Its move is dropped if the game has changed meanwhile. In read-only mode the opponent does not move.

        Returns:
            The view after the move, or the same view if there is nothing to do.
        """
        seen = view.game
        if contradictory := seen.jointly_contradictory_turns:
            requester = SolverRequesterKey.for_caller(caller, Priority.GAME)
            return replace(view, corrections=await self._solver.corrections(requester, seen.rules, contradictory))
        if not isinstance(seen, Duel) or seen.level is None or seen.awaited_player != BOT:
            return view
        if await self._admission.is_read_only():
            return view
        requester, history = SolverRequesterKey.for_caller(caller, Priority.GAME), seen.history(BOT)
        try:
            move = await self._decide(requester, seen, seen.level)
        except Contradiction:
            return replace(view, corrections=await self._solver.corrections(requester, seen.rules, history))
        async with self._open(caller) as context:
            stored = await context.running_or_last_game(view.id)
            if stored.revision == view.revision:
                view = await context.save_move(stored, move(_require_duel(stored.game)))
            else:
                view = await context.view_for_caller(stored)
        return await self.let_opponent_move(caller, view)

    async def _decide(self, requester: SolverRequesterKey, duel: Duel, level: Level) -> Callable[[Duel], Duel]:
        """What the opponent does: it names a position, uses an item or guesses.

        Raises:
            Contradiction: no code fits the feedback and clues that it has got.
        """
        known = duel.history(BOT)
        if duel.pending_use is not None:
            position = await self._solver.choose_position_after_player_used_double(requester, known)
            return lambda now: now.choose_position_to_see(position, BOT)
        is_found = duel.side(duel.starter).has_found_secret(duel.rules)  # a defence would come too late
        items = [item for item in Item if duel.is_usable(item, BOT) and not (is_found and item in DEFENCES)]
        seed = self._random_source.seed()
        histories = known, duel.history(duel.starter)
        use = await self._solver.choose_use(requester, histories, items, level, seed) if items else None
        if use is not None:
            rng = random.Random(self._random_source.nonce())  # noqa: S311  # of 256 random bits
            return lambda now: now.use_item(draw_defence(use, now.secret_of(BOT) or (), rng), BOT)
        if is_found and duel.items and level is Level.EXPERT:
            level = Level.HARD  # in the last turn only a candidate can save the game, not what a guess would tell
        code = await self._solver.move(requester, duel.rules, known, level, seed)
        return lambda now: now.guess(code, BOT)


def _with_item(duel: Duel, item: Item, text: str, player: str) -> Duel:
    """The duel after a player used an item or answered the opponent's, see `Opponent.use_item`."""
    named, text_after = parse_item(text) or (item, text)
    if named is item:
        text = text_after  # the name of the item may be typed again where only the rest is asked for
    used, in_head = duel.pending_use, duel.side(player).secret is None
    if item is Item.DOUBLE and text and (used is None or used.by != player):
        return duel.choose_position_to_see(parse_position(text), player)
    if used is not None and used.item is item and in_head:
        return duel.give_clue(_clue(item, text, duel.rules), player)
    duel.require_usable(item, player)
    if not in_head or item not in DEFENCES:
        return duel.use_item(parse_use(item, text, duel.rules), player)
    clue = _clue(item, text, duel.rules)
    after = duel.use_item(Use(item, clue.about), player)
    return after.give_clue(clue, player) if after.pending_use else after


def _clue(item: Item, text: str, rules: Rules) -> Clue:
    """The clue that a player gives about the number in their head.

    Raises:
        UnreadableClue: the text is none.
    """
    clue = parse_clue(f"{item} {text}", rules)
    if clue is None:
        raise UnreadableClue(item, text)
    return clue


def _require_items(game: AnyGame, item: Item, player: str) -> Duel:
    """The game as a duel that has started.

    Raises:
        ItemNotInGame: it is a game without items.
    """
    if not game.has_begun:
        game.guess((), player)  # raises that it has not started
    if not isinstance(game, Duel):
        raise ItemNotInGame(item)
    return game


def _require_duel(game: AnyGame) -> Duel:
    """The game as a duel.

    Raises:
        NoPendingGuess: it is another kind of game, in which no guess waits for feedback.
    """
    if not isinstance(game, Duel):
        raise NoPendingGuess
    return game
