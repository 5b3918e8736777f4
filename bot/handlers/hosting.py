"""The command `host`."""

from bot.commands.command import SecretKeeper
from bot.commands.secrecy import has_secret_in_options
from bot.handlers.games import show_new_game
from bot.handlers.request import Request, require_company
from bot.handlers.rules_option import rules_in_room
from bot.presenters import phrases
from bot.presenters.views import Prompt, Reply, note
from bot.services.services import Services
from core.game.codes import example_code


async def host(request: Request, services: Services) -> Reply:
    """Begin a game that the caller hosts; ask for the secret first if the bot is to keep it."""
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
    return show_new_game(await services.hosting.begin(request.caller, rules, secret, tries), request)
