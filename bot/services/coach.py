"""The coach, which advises in games played elsewhere, and what advice about running games of the bot does there."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from bot.model.errors import FeedbackOfRunningGame, GameAndHintEffect, HintNeedsConfirmation, NoCoachConversation
from bot.model.games import CoachConversation, StoredGame
from bot.model.rooms import Caller
from bot.persistence.unit_of_work import Access, UnitOfWork
from bot.services.context import CallContext, Service
from bot.services.games.moves import store_move
from bot.services.solver import Solver, SolverRequesterKey, chosen_correction
from core.game.advice import SHARED_TURNS, HintEffect, hint_effect, is_about_same_game
from core.game.clues import parse_clue
from core.game.codes import Code, parse_code
from core.game.errors import Contradiction, GameError, HintsNotAllowed
from core.game.feedback import Turn, parse_feedback, try_parse_feedback
from core.game.items import Entry
from core.game.rules import Rules
from core.solver.corrections import Correction
from core.solver.strategies import Strategy

if TYPE_CHECKING:
    from core.solver.coach import Advice


class NextGuessQuestion(Struct, frozen=True):
    """The question that starts a conversation with the coach.

    Args:
        rules: rules of the game played elsewhere.
        history: the turns and clues of that game so far.
        strategy: the strategy that gives the advice.
        lies: the number of turns that may have wrong feedback, 0 or 1.
    """

    rules: Rules
    history: Sequence[Entry]
    strategy: Strategy
    lies: int = 0


class ConversationWithAdvice(Struct, frozen=True):
    """A conversation and the coach's reply.

    Args:
        conversation: the conversation after the reply.
        advice: what to guess next, None if the code has been found or no code fits.
        corrections: the corrections that would make the feedback consistent, likeliest first; None unless no code fits.
    """

    conversation: CoachConversation
    advice: "Advice | None" = None
    corrections: Sequence[Correction] | None = None


class _Game(NamedTuple):
    """A running game that a player asks about, and what a hint does there."""

    stored: StoredGame
    player: str
    effect: HintEffect


@dataclass(eq=False)
class AdvisingService(Service):
    """Use cases that give advice. About running games of the person who asks, it is refused or counts as a hint.

    The games are those of the person in all rooms, whatever their rules are called.
    """

    _solver: Solver

    @asynccontextmanager
    async def _advising(
        self, caller: Caller, turns: Sequence[Entry], lies: int, *, is_confirmed: bool
    ) -> AsyncIterator[None]:
        """Check that advice about turns can be given, and record it, before it is told, where it counts as a hint.

        Raises:
            HintsNotAllowed: the turns are those of the caller's running daily, or of a running duel of theirs against a
                person; or the caller has made them while the solver ran.
            HintNeedsConfirmation: they are those of running games in which the advice would count as a hint, and
                `is_confirmed` is false.
        """
        await self._counting_games(caller, turns, lies, is_confirmed=is_confirmed)
        yield
        for game in await self._counting_games(caller, turns, lies, is_confirmed=is_confirmed):
            await self._record_hint(game)

    async def _counting_games(
        self, caller: Caller, turns: Sequence[Entry], lies: int, *, is_confirmed: bool
    ) -> list[_Game]:
        """The running games in which advice about turns counts as a hint, without those in which one is recorded."""
        if not turns:
            return []
        async with self._units(Access.READ) as unit:
            player = await unit.players.find_by_key(caller.player)
            if player is None:
                return []
            await _require_no_daily(unit, player.id, turns, lies, self._clock())
            found = await _games_about(unit, player.id, turns, lies)
        if any(game.effect is HintEffect.REFUSED for game in found):
            raise HintsNotAllowed
        counting = [game for game in found if game.player not in game.stored.game.board(game.player).hinted]
        if counting and not is_confirmed:
            raise HintNeedsConfirmation(tuple(GameAndHintEffect(game.stored.id, game.effect) for game in counting))
        return counting

    async def _record_hint(self, game: _Game) -> None:
        async with self._units(Access.READ) as unit:
            room = await unit.rooms.by_id(game.stored.room)
        if room is None:
            return
        async with self._change(room=room.key) as unit:
            stored = await unit.games.get(room.id, game.stored.id)
            if stored is not None:
                with suppress(GameError):  # it has ended
                    await store_move(unit, stored, stored.game.record_hint(game.player), self._clock())


class Coach(AdvisingService):
    """The use cases of advice. A player has one stored conversation in each room.

    Methods that advise raise what `_advising` raises; turns that were entered are stored then. Advice
    about a running game in which it matters is recorded there as a hint.

    The buttons of an older reply are stale. Methods take the number of turns that there were when the button was
    shown as `step`; if the conversation has another number of turns now, the call changes nothing.
    """

    async def start(
        self, caller: Caller, question: NextGuessQuestion, top: int, *, is_confirmed: bool = False
    ) -> ConversationWithAdvice:
        """Start a conversation; it replaces the previous one. The advice has the best `top` guesses.

        `is_confirmed` is whether the advice may count as a hint in running games.
        """
        async with self._open(caller) as context:
            if await context.claim_event():
                new = CoachConversation(
                    room=context.room.id,
                    player=context.player.id,
                    rules=question.rules,
                    strategy=question.strategy.name,
                    lies=question.lies,
                    turns=tuple(question.history),
                    suggested=None,
                    expires_at=context.now,
                )
                conversation = await _save(context, new)
            else:
                conversation = await _find(context)
        return await self._reply(caller, conversation, top, is_confirmed=is_confirmed)

    async def conversation_rules(self, caller: Caller) -> Rules | None:
        """The rules of the caller's conversation, None if there is none to resume."""
        async with self._open(caller) as context:
            conversation = await context.unit.conversations.get(context.room.id, context.player.id)
            return conversation.rules if conversation else None

    async def resume(self, caller: Caller, top: int = 3, *, is_confirmed: bool = False) -> ConversationWithAdvice:
        """Show the conversation again. The advice has the best `top` guesses, and `is_confirmed` is as for `start`.

        Raises:
            NoCoachConversation: there is none.
        """
        async with self._open(caller) as context:
            conversation = await _find(context)
        return await self._reply(caller, conversation, top, is_confirmed=is_confirmed)

    async def show_corrections(self, caller: Caller, step: int | None = None) -> ConversationWithAdvice:
        """Show a conversation with the corrections of its contradictory feedback.

        A button whose `step` is stale shows the conversation even if nothing is contradictory any more.

        Raises:
            NoCoachConversation: there is none or, without a button, nothing is contradictory.
        """
        found = await self.resume(caller)
        if found.corrections is None and step is None:
            raise NoCoachConversation
        return found

    async def give_feedback(
        self, caller: Caller, text: str, guess: str | None = None, step: int | None = None
    ) -> ConversationWithAdvice:
        """Add a turn: the feedback that a guess got, by default the guess that was advised last. Or add a clue.

        Raises:
            NoCoachConversation: there is none, or it has no guess that waits for feedback.
            FeedbackTextError: `text` is neither feedback nor a clue, or is impossible.
            ItemError: `text` names an item, but is no clue, or the rules do not fit items.
            CodeError: `guess` is not a code.
        """
        async with self._open(caller) as context:
            conversation = await _find(context)
            if await context.claim_event() and step in {None, len(conversation.turns)}:
                entry = _entry(conversation, text, guess)
                conversation = await _save_turns(context, conversation, (*conversation.turns, entry))
        return await self._reply(caller, conversation)

    async def undo_turn(self, caller: Caller, step: int | None = None) -> ConversationWithAdvice:
        """Remove the last turn.

        Raises:
            NoCoachConversation: there is none, or it has no turns.
        """
        async with self._open(caller) as context:
            conversation = await _find(context)
            if await context.claim_event() and step in {None, len(conversation.turns)}:
                if not conversation.turns:
                    raise NoCoachConversation
                conversation = await _save_turns(context, conversation, conversation.turns[:-1])
        return await self._reply(caller, conversation)

    async def apply_correction(self, caller: Caller, choice: int, step: int | None = None) -> ConversationWithAdvice:
        """Correct contradictory feedback by the correction with the number `choice`, from 1.

        Raises:
            NoCoachConversation: there is none, or nothing is contradictory.
            NoSuchCorrection: there is none with this number.
        """
        async with self._open(caller) as context:
            conversation = await _find(context)
        corrections = await self._solver.corrections(
            SolverRequesterKey.for_caller(caller), conversation.rules, conversation.turns
        )
        async with self._open(caller) as context:
            contradictory, conversation = conversation.turns, await _find(context)
            is_same = conversation.turns == contradictory and step in {None, len(contradictory)}
            if await context.claim_event() and is_same:
                corrected = chosen_correction(corrections, choice, NoCoachConversation).apply(contradictory)
                conversation = await _save_turns(context, conversation, corrected)
        return await self._reply(caller, conversation)

    async def _reply(
        self, caller: Caller, conversation: CoachConversation, top: int = 3, *, is_confirmed: bool = False
    ) -> ConversationWithAdvice:
        """Run the solver, and store the guess that it advises so that feedback can be given to it."""
        turns, lies = conversation.turns, conversation.lies
        async with self._advising(caller, turns, lies, is_confirmed=is_confirmed):
            consultation = await self._advise(caller, conversation, top)
        advice, code = consultation.advice, None if consultation.advice is None else consultation.advice.guesses[0].code
        return ConversationWithAdvice(
            await self._save_suggested(caller, conversation, code), advice, consultation.corrections
        )

    async def _advise(self, caller: Caller, conversation: CoachConversation, top: int) -> ConversationWithAdvice:
        rules, turns = conversation.rules, conversation.turns
        try:
            advice = await self._solver.advise(
                SolverRequesterKey.for_caller(caller),
                rules,
                turns,
                Strategy(conversation.strategy),
                top,
                conversation.lies,
            )
        except Contradiction:
            corrections = await self._solver.corrections(SolverRequesterKey.for_caller(caller), rules, turns)
            return ConversationWithAdvice(conversation, corrections=corrections)
        last = turns[-1] if turns else None
        is_found = isinstance(last, Turn) and last.feedback.hits == rules.positions
        return ConversationWithAdvice(conversation, None if is_found else advice)

    async def _save_suggested(
        self, caller: Caller, conversation: CoachConversation, code: Code | None
    ) -> CoachConversation:
        """Store the advised guess, unless the conversation has changed while the solver ran."""
        async with self._open(caller) as context:
            suggested = await _prolonged(context, replace(conversation, suggested=code))
            if await context.unit.conversations.get(conversation.room, conversation.player) == conversation:
                await context.unit.conversations.save(suggested)
                await context.unit.commit()
        return suggested


async def _find(context: CallContext) -> CoachConversation:
    """The caller's conversation."""
    conversation = await context.unit.conversations.get(context.room.id, context.player.id)
    if conversation is None:
        raise NoCoachConversation
    return conversation


def _entry(conversation: CoachConversation, text: str, guess: str | None) -> Entry:
    """The entry of a history that somebody typed as feedback: a clue, or a turn.

    The guess is `guess`, or what is typed before the feedback, or else the one that was advised.
    """
    if not guess and (clue := parse_clue(text, conversation.rules)) is not None:
        return clue
    if not guess and try_parse_feedback(text) is None:
        first, _, rest = text.strip().partition(" ")
        guess, text = (first, rest) if try_parse_feedback(rest) is not None else (None, text)
    feedback = parse_feedback(text, conversation.rules)
    code = parse_code(guess, conversation.rules) if guess else conversation.suggested
    if code is None:
        raise NoCoachConversation
    return Turn(code, feedback)


async def _save_turns(
    context: CallContext, conversation: CoachConversation, turns: tuple[Entry, ...]
) -> CoachConversation:
    return await _save(context, replace(conversation, turns=turns, suggested=None))


async def _save(context: CallContext, conversation: CoachConversation) -> CoachConversation:
    conversation = await _prolonged(context, conversation)
    await context.unit.conversations.save(conversation)
    await context.unit.commit()
    return conversation


async def _prolonged(context: CallContext, conversation: CoachConversation) -> CoachConversation:
    """The conversation with a new expiry time, as far ahead as the settings of the room say."""
    settings = await context.unit.room_settings.get(context.room.key)
    return replace(conversation, expires_at=context.now + settings.idle)


async def require_own_feedback(unit: UnitOfWork, player: str, turns: Sequence[Entry], now: datetime) -> None:
    """Check that the bot's turns against a secret in the caller's head are not those of another game of the player.

    Otherwise the bot's guesses would be advice for that game. One shared turn is no sign of it: the bot's first guesses
    are often the same.

    Raises:
        HintsNotAllowed: they are those of the player's running daily.
        FeedbackOfRunningGame: they are those of a running game in which advice is refused or counts as a hint.
    """
    if len(turns) < SHARED_TURNS:
        return
    await _require_no_daily(unit, player, turns, 0, now, least=SHARED_TURNS)
    for game in await _games_about(unit, player, turns, 0, least=SHARED_TURNS):
        raise FeedbackOfRunningGame(game.stored.id)


async def _require_no_daily(  # noqa: PLR0913, PLR0917  # who asks about what, and when
    unit: UnitOfWork, player: str, turns: Sequence[Entry], lies: int, now: datetime, least: int = 1
) -> None:
    today = now.date()
    for game in await unit.daily_games.running(player, today - timedelta(days=1), today):
        if game.can_still_count(now) and is_about_same_game(turns, game.board.turns, lies, least):
            raise HintsNotAllowed


async def _games_about(unit: UnitOfWork, player: str, turns: Sequence[Entry], lies: int, least: int = 1) -> list[_Game]:
    """The running games that turns are those of, and to whose result advice matters."""
    found: list[_Game] = []
    guesses = [entry.guess for entry in turns if isinstance(entry, Turn)]
    made: dict[str, Sequence[Entry]] = dict(await unit.games.turns_in_running_games(player, guesses))
    if len(guesses) < len(turns):
        made |= {stored.id: stored.game.history(player) for stored in await unit.games.running_with_items(player)}
    for game, shared in made.items():
        stored = await unit.games.by_id(game) if is_about_same_game(turns, shared, lies, least) else None
        if stored is None:
            continue
        effect = hint_effect(stored.game)
        if effect is HintEffect.REFUSED or (
            effect is not HintEffect.NOTHING and stored.game.board(player).outcome is None
        ):
            found.append(_Game(stored, player, effect))
    return found
