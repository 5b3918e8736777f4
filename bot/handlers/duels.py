"""Handlers of duels, hosted games and rematches."""

from dataclasses import replace

from bot.commands.catalogue import BY_NAME
from bot.commands.command import SecretKeeper
from bot.commands.errors import UnknownOpponent
from bot.commands.invocation import Invocation
from bot.commands.parsing import nearest
from bot.commands.secrecy import has_secret_in_options
from bot.handlers.games import play, show_game, show_new_game, versus
from bot.handlers.help import rules_in_room
from bot.handlers.request import Request, require_company
from bot.model.errors import GameRunning, NoSuchPlayer
from bot.presenters import phrases
from bot.presenters.places import is_terminal
from bot.presenters.views import Prompt, Reply, note
from bot.services.games.duels import DuelTerms, Person
from bot.services.services import Services
from core.game.challenges import Challenge
from core.game.codes import example_code
from core.game.duels import Duel
from core.game.hosting import HostedGame
from core.game.races import Race
from core.game.sides import Level


async def duel(request: Request, services: Services) -> Reply:
    """Challenge somebody. Challenging the bot starts a game against it."""
    options = request.invocation
    terms = DuelTerms(await rules_in_room(request, services), options.integer("tries"), options.switch("hidden"))
    opponent = await _opponent(request, services)
    if opponent.is_self:
        against_bot = {"rules": str(terms.rules), "secret": SecretKeeper.BOT.value}
        return await versus(request.with_invocation(Invocation(BY_NAME["versus"], against_bot)), services)
    await require_company(request)
    return show_game(await services.duels.challenge(request.caller, opponent, terms), request)


async def secret(request: Request, services: Services) -> Reply:
    """Hide the caller's secret in a challenge, after asking for it privately."""
    entered, game = request.invocation.private_input, request.invocation.game
    if entered is not None:
        return show_game(await services.duels.hide_secret(request.caller, entered, game), request)
    view = await services.duels.open_challenge(request.caller, game)
    text = phrases.secret_prompt(request.words, view.game.rules, f"`{example_code(view.game.rules)}`")
    return Reply(prompt=Prompt(text, "secret", game=view.id))


async def draw(request: Request, services: Services) -> Reply:
    """Offer a draw, or accept one."""
    return show_game(await services.duels.offer_draw(request.caller, request.invocation.game), request)


async def claim(request: Request, services: Services) -> Reply:
    """Claim a duel in which the other player has taken too long."""
    return show_game(await services.duels.claim(request.caller, request.invocation.game), request)


async def _opponent(request: Request, services: Services) -> Person:
    """The person whom the option names.

    Raises:
        NoSuchPlayer: neither the platform nor the storage knows them.
        UnknownOpponent: the same in a terminal.
    """
    text = (request.invocation.text("opponent") or "").strip()
    named = text.lstrip("@")
    if (person := request.find_person(named)) is not None:
        return person
    try:
        return await services.duels.find(request.caller, named)
    except NoSuchPlayer:
        if not is_terminal(request.caller.room):
            raise
    return await _new_opponent(request, services, named, is_meant=text.startswith("@"))


async def _new_opponent(request: Request, services: Services, named: str, *, is_meant: bool) -> Person:
    """Somebody who has not used the bot; in a terminal, everybody plays under the name they choose.

    Raises:
        UnknownOpponent: the name may be mistyped.
    """
    caller = request.caller
    if named and (is_meant or named == caller.player.user):
        return Person(replace(caller.player, user=named), named)
    names = {name.lower(): name for name in await services.duels.names(caller)}
    raise UnknownOpponent(named, names.get(nearest(named, names) or ""))


async def host(request: Request, services: Services) -> Reply:
    """Start a game that the caller hosts; ask for the secret first if the bot is to keep it."""
    options = request.invocation
    if has_secret_in_options(options):
        return note(phrases.secret_typed(request.words, options.command.name), refused=True)
    await require_company(request)
    rules = await rules_in_room(request, services)
    tries, keep = options.integer("tries"), options.choice("keep", SecretKeeper)
    if keep is SecretKeeper.BOT and options.private_input is None:
        await services.hosting.require_free(request.caller)
        text = phrases.secret_prompt(request.words, rules, f"`{example_code(rules)}`")
        return Reply(prompt=Prompt(text, "host", {"rules": str(rules), "tries": str(tries), "keep": keep.value}))
    secret = options.private_input if keep is SecretKeeper.BOT else None
    return show_new_game(await services.hosting.start(request.caller, rules, secret, tries), request)


async def rematch(request: Request, services: Services) -> Reply:
    """Start the room's last game again with a new secret."""
    view = await services.referee.board(request.caller, request.invocation.game)
    game = view.game
    if isinstance(game, Challenge) or (isinstance(game, Duel) and game.level is None):
        return show_game(await services.duels.rematch(request.caller, view.id, request.has_left), request)
    if isinstance(game, Duel):
        keep = SecretKeeper.HEAD if game.side(game.starter).secret is None else SecretKeeper.BOT
        if game.outcome is None and keep is SecretKeeper.BOT:
            raise GameRunning(view.id)  # before a secret is asked for; other games are refused when they start
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
