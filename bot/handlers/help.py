"""Commands for help: the list of commands, one command, rules and strategies."""

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
from core.solver.advice import Advice

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
