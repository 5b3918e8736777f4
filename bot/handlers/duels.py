"""Commands for duels between people."""

from bot.commands.catalogue import BY_NAME, SecretKeeper
from bot.commands.invocation import Invocation
from bot.handlers.games import show_game, versus
from bot.handlers.request import Request, require_company
from bot.handlers.rules_option import rules_in_room
from bot.presenters.views import Prompt, Reply
from bot.services.games.duels import DuelTerms, Person
from bot.services.services import Services
from core.game.codes import example_code


async def duel(request: Request, services: Services) -> Reply:
    """Challenge somebody. Challenging the bot begins a game against it."""
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
    text = request.words.secret_prompt(view.game.rules, f"`{example_code(view.game.rules)}`")
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
    """
    named = (request.invocation.text("opponent") or "").strip().lstrip("@")
    return request.find_person(named) or await services.duels.find(request.caller, named)
