"""The rules that the option `rules` of a command stands for in a room."""

from bot.handlers.request import Request
from bot.services.services import Services
from core.game.rules import Rules


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
