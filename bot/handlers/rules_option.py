"""The rules that a command means in a room."""

from bot.handlers.request import Request
from bot.services.services import Services
from core.game.rules import Rules


async def rules_in_room(request: Request, services: Services) -> Rules:
    """The rules that the option `rules` names or, without it, the default ones of the room.

    Rules that name no feedback words get those of the room.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    settings = await services.administration.of(request.caller)
    return settings.rules(request.invocation.options.get("rules") or None)


async def daily_rules(request: Request, services: Services) -> Rules:
    """The rules that the option `rules` names or, without it, the default ones of the room, in words of their own.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    if request.invocation.options.get("rules"):
        return request.invocation.rules()
    return (await services.administration.of(request.caller)).default_rules
