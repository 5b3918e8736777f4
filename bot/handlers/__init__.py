"""One handler for each command of the catalogue: options in, a use case, a view out."""

from bot.handlers import coach, daily, duels, games, records
from bot.handlers import help as manual
from bot.handlers import settings as preferences
from bot.handlers.duels import rematch
from bot.handlers.request import Handler, Request

HANDLERS: dict[str, Handler] = {
    "play": games.play,
    "guess": games.guess,
    "daily": daily.daily,
    "board": games.board,
    "giveup": games.giveup,
    "rematch": rematch,
    "host": duels.host,
    "versus": games.versus,
    "duel": duels.duel,
    "secret": duels.secret,
    "draw": duels.draw,
    "claim": duels.claim,
    "hint": coach.hint,
    "suggest": coach.suggest,
    "answer": coach.answer,
    "undo": coach.undo,
    "fix": coach.fix,
    "check": coach.check,
    "review": coach.review,
    "stats": records.stats,
    "leaderboard": records.leaderboard,
    "settings": preferences.settings,
    "privacy": records.privacy,
    "rules": manual.rules,
    "help": manual.help_,
}

__all__ = ["HANDLERS", "Handler", "Request"]
