"""Looking things up."""

from bot.handlers.request import Ask
from bot.presenters import records as pictures
from bot.presenters.views import Reply
from bot.services.records import Order, Period, Scope


async def stats(ask: Ask) -> Reply:
    """What somebody has done."""
    record = await ask.services.records.stats(ask.caller, ask.invocation.text("player"))
    return Reply(note=pictures.stats(record, ask.words))


async def leaderboard(ask: Ask) -> Reply:
    """How everybody stands."""
    options = ask.invocation
    board = await ask.services.records.leaderboard(
        ask.caller,
        options.rules(),
        options.choice("period", Period),
        options.choice("scope", Scope),
        options.choice("order", Order),
    )
    return Reply(note=pictures.leaderboard(board, ask.public), private=False)
