"""Help and rules."""

from collections.abc import Sequence

from bot.commands.catalogue import BY_NAME
from bot.commands.errors import UnknownCommand
from bot.commands.parsing import nearest
from bot.handlers.request import Ask
from bot.presenters import help as pictures
from bot.presenters.views import Reply
from core.game.history import parse_history
from core.game.rules import Rules
from core.solver.coach import Advice

_STRATEGIES = {"strategies", "strategy"}
_EXAMPLE_RULES, _EXAMPLE = "hitblow3", "012 0H1B"
"""A history after which the strategies disagree."""


async def rules(ask: Ask) -> Reply:
    """Explain some rules, or list those with a name."""
    if ask.invocation.text("rules") is None:
        return Reply(note=pictures.rules_list(ask.words))
    return Reply(note=pictures.explained(ask.invocation.rules(), ask.words))


async def help_(ask: Ask) -> Reply:
    """Explain one command, or list all."""
    wanted = (ask.invocation.text("command") or "").strip().lower()
    if not wanted:
        return Reply(note=pictures.all_commands(ask.words))
    if wanted in _STRATEGIES:
        return Reply(note=pictures.strategies(await _worked_examples(ask), ask.words))
    if wanted not in BY_NAME:
        raise UnknownCommand(wanted, nearest(wanted))
    return Reply(note=pictures.one_command(BY_NAME[wanted], ask.words))


async def _worked_examples(ask: Ask) -> Sequence[Advice]:
    """What every strategy would guess in one small game."""
    rules = Rules.parse(_EXAMPLE_RULES)
    return await ask.services.analysis.compare_strategies(rules, parse_history(_EXAMPLE, rules))
