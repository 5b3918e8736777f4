"""The command that begins the last game again, whatever kind of game it was."""

from bot.commands.catalogue import BY_NAME
from bot.commands.command import SecretKeeper
from bot.commands.invocation import Invocation
from bot.handlers.games import play, show_game, versus
from bot.handlers.hosting import host
from bot.handlers.request import Request
from bot.model.errors import GameRunning
from bot.presenters.views import Reply
from bot.services.services import Services
from core.game.challenges import Challenge
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.sides import Level


async def rematch(request: Request, services: Services) -> Reply:
    """Start the room's last game again with a new secret."""
    view = await services.referee.board(request.caller, request.invocation.game)
    game = view.game
    if isinstance(game, Challenge) or (isinstance(game, Duel) and game.level is None):
        return show_game(await services.duels.rematch(request.caller, view.id, request.has_left), request)
    if isinstance(game, Duel):
        keep = SecretKeeper.HEAD if game.side(game.starter).secret is None else SecretKeeper.BOT
        if game.outcome is None and keep is SecretKeeper.BOT:
            raise GameRunning(view.id)  # before a secret is asked for; other games are refused when they begin
        options = {"level": (game.level or Level.NORMAL).value, "rules": str(game.rules), "secret": keep.value}
        return await versus(request.with_invocation(Invocation(BY_NAME["versus"], options)), services)
    if isinstance(game, HostedGame):
        keep = SecretKeeper.HEAD if game.in_head else SecretKeeper.BOT
        options = {"rules": str(game.rules), "tries": str(game.tries), "keep": keep.value}
        return await host(request.with_invocation(Invocation(BY_NAME["host"], options)), services)
    options = {"rules": str(game.rules), "tries": str(game.tries), "who": game.who.value}
    if isinstance(game, Race):
        options["minutes"] = str(game.minutes)
    return await play(request.with_invocation(Invocation(BY_NAME["play"], options)), services)
