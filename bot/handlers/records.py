"""Commands for statistics and leaderboards."""

from bot.handlers.request import Request
from bot.handlers.rules import rules_in_room
from bot.presenters import records as presenter
from bot.presenters.views import Reply
from bot.services.leaderboards import Order, Period, Scope
from bot.services.services import Services


async def stats(request: Request, services: Services) -> Reply:
    """Show a player's statistics."""
    statistics = await services.records.stats(request.caller, request.invocation.text("player"))
    return Reply(note=presenter.stats(statistics, request.words))


async def leaderboard(request: Request, services: Services) -> Reply:
    """Show the leaderboard."""
    options = request.invocation
    board = await services.records.leaderboard(
        request.caller,
        await rules_in_room(request, services),
        options.choice("period", Period),
        options.choice("scope", Scope),
        options.choice("order", Order),
    )
    return Reply(note=presenter.leaderboard(board, request.public_words, request.caller.room), private=False)
