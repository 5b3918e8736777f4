"""The rules that a request means."""

from bot.handlers.request import Request
from bot.model.room_settings import RoomSettings
from bot.services.services import Services
from core.game.daily import has_daily
from core.game.rules import Rules


async def rules_in_room(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, with the feedback words of the room.

    Rules that name feedback words keep them.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    settings = await services.administration.settings_for(request.caller)
    return settings.read_rules(request.invocation.options.get("rules") or None)


def item_rules(request: Request) -> Rules:
    """The rules of the option or, without it, those of Numer0n, for games with items."""
    return request.invocation.rules() if request.invocation.options.get("rules") else Rules.parse("numeron")


async def daily_rules(request: Request, services: Services) -> Rules:
    """The rules of the option or, without it, the room's default rules, without the feedback words of the room.

    The daily is the same in all rooms, so its rules must not depend on the words of a room. If the room's default rules
    have no daily, they are those of most rooms.

    Raises:
        RulesError: the value is neither a name nor a notation of rules, or the rules are out of range.
    """
    if request.invocation.options.get("rules"):
        return request.invocation.rules()
    rules = (await services.administration.settings_for(request.caller)).rules
    return rules if has_daily(rules) else RoomSettings().rules
