"""Handlers of help and rules, and the option for rules."""

from collections.abc import Sequence

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import UnknownCommand
from bot.commands.parsing import nearest
from bot.handlers.request import Request
from bot.presenters import help as presenter
from bot.presenters.views import Reply
from bot.services.services import Services
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.coach import Advice


async def rules_in_room(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, with the feedback words of the room.

    Rules that name feedback words keep them.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    settings = await services.administration.of(request.caller)
    return settings.read_rules(request.invocation.options.get("rules") or None)


async def daily_rules(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, without the feedback words of the room.

    The daily is the same in all rooms, so its rules must not depend on the words of a room.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    if request.invocation.options.get("rules"):
        return request.invocation.rules()
    return (await services.administration.of(request.caller)).rules


_STRATEGIES = {"strategies", "strategy"}
_EXAMPLE_RULES, _EXAMPLE_HISTORY = "hitblow3", "012 0H1B"
"""Rules and a history after which the strategies advise different guesses."""


async def rules(request: Request, _services: Services) -> Reply:
    """Explain rules, or list the named ones."""
    if request.invocation.text("rules") is None:
        return Reply(note=presenter.named_rules(request.words))
    return Reply(note=presenter.explained_rules(request.invocation.rules(), request.words))


async def help_(request: Request, services: Services) -> Reply:
    """Explain one command or the strategies, or list all commands."""
    topic = (request.invocation.text("command") or "").strip().lower()
    if not topic:
        return Reply(note=presenter.all_commands(request.words, request.caller.room))
    if topic in _STRATEGIES:
        return Reply(note=presenter.strategies(await _example_advice(request, services), request.words))
    if topic not in BY_NAME:
        raise UnknownCommand(topic, nearest(topic, BY_NAME))
    return Reply(note=presenter.one_command(BY_NAME[topic], request.words, request.caller.room))


async def _example_advice(request: Request, services: Services) -> Sequence[Advice]:
    """Each strategy's advice after the example history."""
    rules = Rules.parse(_EXAMPLE_RULES)
    return await services.analysis.compare_strategies(request.caller, rules, parse_history(_EXAMPLE_HISTORY, rules))
