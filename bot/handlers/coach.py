"""Advice: for games elsewhere, for games here, and afterwards."""

from collections.abc import Awaitable, Callable

from bot.handlers.games import shown
from bot.handlers.request import Ask
from bot.presenters import coach as pictures
from bot.presenters.views import Reply
from bot.services.coach import Consultation, Question
from bot.services.errors import NoConversation, NoGameHere
from bot.services.model import GameView
from core.game.errors import NoPendingGuess
from core.game.history import parse_history
from core.solver.strategies import Strategy

_BEGINNING = ("history", "rules", "strategy", "lies")
"""Options with which `suggest` begins anew; without any it goes on where it stopped."""


async def suggest(ask: Ask) -> Reply:
    """Begin or resume a conversation."""
    options, coach = ask.invocation, ask.services.coach
    top = options.integer("top")
    if not any(name in options.given for name in _BEGINNING) and await coach.talking(ask.caller):
        return _consulted(await coach.resume(ask.caller, top), ask)
    rules = options.rules()
    question = Question(
        rules,
        parse_history(options.text("history") or "", rules),
        Strategy((options.text("strategy") or "").strip().lower()),
        options.integer("lies"),
    )
    return _consulted(await coach.begin(ask.caller, question, top), ask)


async def answer(ask: Ask) -> Reply:
    """Answer the opponent's guess if one waits, else the coach's."""
    options, text = ask.invocation, ask.invocation.text("feedback") or ""
    return await _either(
        ask,
        lambda: ask.services.opponent.give_feedback(ask.caller, text, options.game),
        lambda: ask.services.coach.give_feedback(ask.caller, text, options.text("guess"), options.step),
    )


async def undo(ask: Ask) -> Reply:
    """Take the last answer back, in the game against the opponent or in the conversation."""
    options = ask.invocation
    return await _either(
        ask,
        lambda: ask.services.opponent.undo_feedback(ask.caller, options.game),
        lambda: ask.services.coach.undo(ask.caller, options.step),
    )


async def fix(ask: Ask) -> Reply:
    """Put a wrong answer right."""
    options, choice = ask.invocation, ask.invocation.integer("choice")
    return await _either(
        ask,
        lambda: ask.services.opponent.repair(ask.caller, choice, options.game),
        lambda: ask.services.coach.repair(ask.caller, choice, options.step),
    )


async def check(ask: Ask) -> Reply:
    """What a guess is worth."""
    options = ask.invocation
    rules = options.rules()
    told = options.text("history")
    history = parse_history(told or "", rules) if told or "rules" in options.given else None
    found = await ask.services.analysis.check(ask.caller, options.text("guess") or "", rules, history)
    return Reply(note=pictures.checked(found, ask.words))


async def review(ask: Ask) -> Reply:
    """How a game was played."""
    wanted = ask.invocation.text("game") or ask.invocation.game
    found = await ask.services.analysis.review(ask.caller, wanted.strip().lstrip("#").lower() if wanted else None)
    return Reply(note=pictures.reviewed(found, ask.words))


async def hint(ask: Ask) -> Reply:
    """One good guess."""
    given = await ask.services.analysis.hint(ask.caller, ask.invocation.game)
    return Reply(shown(given.view, ask).board, pictures.hint(given, ask.words))


async def _either(
    ask: Ask, of_game: Callable[[], Awaitable[GameView]], of_coach: Callable[[], Awaitable[Consultation]]
) -> Reply:
    """What was meant: a button says so itself; a typed command is about the opponent's guess, if one waits, first."""
    if ask.invocation.game is not None:
        return shown(await of_game(), ask)
    if ask.invocation.step is not None:
        return _consulted(await of_coach(), ask)
    try:
        return shown(await of_game(), ask)
    except (NoPendingGuess, NoGameHere) as nothing_waits:
        try:
            return _consulted(await of_coach(), ask)
        except NoConversation:
            if isinstance(nothing_waits, NoPendingGuess):
                raise nothing_waits from None
            raise


def _consulted(told: Consultation, ask: Ask) -> Reply:
    return Reply(note=pictures.consultation(told, ask.words))
