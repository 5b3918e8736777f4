"""Using the items of Numer0n."""

from dataclasses import replace

from bot.handlers.boards import show_game
from bot.handlers.request import Request
from bot.presenters import phrases
from bot.presenters.items import choices, number_prompt
from bot.presenters.versus import own_code, own_secret
from bot.presenters.views import Prompt, Reply, note
from bot.services.services import Services
from core.game.items import DEFENCES, Item


async def use_item(request: Request, services: Services, item: Item, details: str) -> Reply:
    """Use an item, after asking for what it needs, privately if that is about the caller's own number.

    Args:
        request: `guess` with the item instead of a code.
        services: the use cases.
        item: the item.
        details: what was typed after its name.
    """
    options, words = request.invocation, request.words
    is_defence, entered = item in DEFENCES, options.private_input
    if is_defence and sum(map(str.isdigit, details)) > 1:
        return note(phrases.secret_typed(words, f"guess {item}"), refused=True)
    if (is_defence and entered is None) or (item is Item.TARGET and not details):
        view = await services.opponent.preview_item(request.caller, item, options.game)
        in_head = own_code(view) is None
        if item is Item.TARGET or (in_head and item is Item.CHANGE and not details):
            return Reply(note=choices(view, item, words))
        if not in_head:
            return Reply(prompt=Prompt(number_prompt(item, words), "guess", {"code": item.value}, view.id))
    view = await services.opponent.use_item(request.caller, item, entered or details, options.game)
    shown = replace(show_game(view, request), tells_end=view.has_news)
    if not (is_defence and request.reveals_own_secret):
        return shown
    return replace(shown, note=own_secret(view, words), note_repeats_board=False)
