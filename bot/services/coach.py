"""The coach: advises in games played elsewhere, and finds the answer that must be wrong."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.services.context import CallContext, open_context
from bot.services.errors import NoConversation
from bot.services.model import Caller, Conversation
from bot.services.ports import Clock, UnitOfWorkFactory
from bot.services.solver import Solver
from core.game.codes import Code, parse_code
from core.game.errors import Contradiction
from core.game.feedback import Turn, parse_feedback
from core.game.rules import Rules
from core.solver.coach import Advice
from core.solver.mistakes import Repair
from core.solver.strategies import Strategy


@dataclass(frozen=True, slots=True)
class Question:
    """What the coach is asked to begin with.

    Args:
        rules: of the game elsewhere.
        history: its turns so far.
        strategy: whose advice is wanted.
        lies: how many answers may be wrong, 0 or 1.
    """

    rules: Rules
    history: Sequence[Turn]
    strategy: Strategy
    lies: int = 0


@dataclass(frozen=True, slots=True)
class Consultation:
    """A conversation as it stands.

    Args:
        conversation: what has been said.
        advice: what to guess next; None when the code has been found or nothing fits.
        repairs: where nothing fits, what would put the answers right, likeliest first; else None.
    """

    conversation: Conversation
    advice: Advice | None = None
    repairs: Sequence[Repair] | None = None


class Coach:
    """The use cases of advice. Conversations are one for each player in each room, and are kept.

    Each method names the room and player from the `Caller`. An event that has been dealt with changes nothing. Every
    method raises `StorageError` when the storage fails; nothing has changed then.
    """

    def __init__(self, units: UnitOfWorkFactory, clock: Clock, solver: Solver) -> None:
        self._units = units
        self._clock = clock
        self._solver = solver

    async def begin(self, caller: Caller, question: Question, top: int) -> Consultation:
        """Begin a conversation in the place of the one before."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            told = Conversation(
                room=context.room.id,
                player=context.player.id,
                rules=question.rules,
                strategy=question.strategy.name,
                lies=question.lies,
                turns=tuple(question.history),
                suggested=None,
                updated_at=context.now,
            )
            await _say(context, told)
        return await self._advise(caller, told, top)

    async def talking(self, caller: Caller) -> bool:
        """Whether there is a conversation to go on with."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            return await unit.conversations.get(context.room.id, context.player.id) is not None

    async def resume(self, caller: Caller, top: int) -> Consultation:
        """Go on where the conversation stopped.

        Raises:
            NoConversation: there is none.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            told = await _conversation(context)
        return await self._advise(caller, told, top)

    async def give_feedback(
        self, caller: Caller, text: str, guess: str | None = None, step: int | None = None
    ) -> Consultation:
        """Tell what the guess that was advised, or another one that was made, was answered.

        `step` is the number of turns there were when the answer was offered; if there are others now it is stale, and
        counts for nothing.

        Raises:
            NoConversation: there is none, or it waits for no answer.
            FeedbackError: `text` is no answer, or an impossible one.
            CodeError: `guess` is no code.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            told = await _conversation(context)
            if await context.first_time() and step in {None, len(told.turns)}:
                feedback = parse_feedback(text, told.rules)
                made = told.suggested if guess is None else parse_code(guess, told.rules)
                if made is None:
                    raise NoConversation(begun=True)
                turns = (*told.turns, Turn(made, feedback))
                told = await _say(context, replace(told, turns=turns, suggested=None))
        return await self._advise(caller, told)

    async def undo(self, caller: Caller, step: int | None = None) -> Consultation:
        """Take the last answer back; `step` is as for `answer`.

        Raises:
            NoConversation: there is none, or nothing has been answered.
        """
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            told = await _conversation(context)
            if not told.turns:
                raise NoConversation(begun=True)
            if await context.first_time() and step in {None, len(told.turns)}:
                told = await _say(context, replace(told, turns=told.turns[:-1], suggested=None))
        return await self._advise(caller, told)

    async def repair(self, caller: Caller, choice: int, step: int | None = None) -> Consultation:
        """Put contradictory answers right by repair number `choice`, from 1; `step` is as for `answer`.

        Raises:
            NoConversation: there is none, nothing contradicts itself, or there is no such repair.
        """
        async with self._units() as unit:
            told = await _conversation(await open_context(unit, caller, self._clock()))
        found = await self._solver.repairs(told.rules, told.turns)
        if not 1 <= choice <= len(found):
            raise NoConversation(begun=True)
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            now = await _conversation(context)
            if now.turns == told.turns and step in {None, len(now.turns)} and await context.first_time():
                told = await _say(context, replace(now, turns=_repaired(now.turns, found[choice - 1])))
        return await self._advise(caller, told)

    async def _advise(self, caller: Caller, told: Conversation, top: int = 3) -> Consultation:
        """Think, then keep what was advised, so that an answer can be understood."""
        try:
            advice = await self._solver.advise(told.rules, told.turns, Strategy(told.strategy), top, told.lies)
        except Contradiction:
            found = await self._solver.repairs(told.rules, told.turns)
            return await self._keep(caller, told, None, Consultation(told, repairs=found))
        if told.turns and told.turns[-1].feedback.hits == told.rules.positions:
            return await self._keep(caller, told, None, Consultation(told))
        return await self._keep(caller, told, advice.guesses[0].code, Consultation(told, advice))

    async def _keep(
        self, caller: Caller, told: Conversation, suggested: Code | None, consultation: Consultation
    ) -> Consultation:
        """Keep the conversation as it was advised on; if it has moved on meanwhile, the later word stands."""
        async with self._units() as unit:
            context = await open_context(unit, caller, self._clock())
            before = await unit.conversations.get(told.room, told.player)
            said = replace(told, suggested=suggested, updated_at=context.now)
            if before is None or before.updated_at <= told.updated_at:
                await unit.conversations.save(said)
                await unit.commit()
        return replace(consultation, conversation=said)


async def _conversation(context: CallContext) -> Conversation:
    told = await context.unit.conversations.get(context.room.id, context.player.id)
    if told is None:
        raise NoConversation
    return told


async def _say(context: CallContext, told: Conversation) -> Conversation:
    said = replace(told, updated_at=context.now)
    await context.unit.conversations.save(said)
    await context.unit.commit()
    return said


def _repaired(turns: Sequence[Turn], repair: Repair) -> tuple[Turn, ...]:
    changed = {change.number: change.feedback for change in repair.changes}
    return tuple(turn._replace(feedback=changed.get(number, turn.feedback)) for number, turn in enumerate(turns, 1))
