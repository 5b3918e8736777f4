"""The command of players about their own data."""

import asyncio

from bot.commands.command import PrivacyAction
from bot.handlers.request import Request
from bot.presenters import privacy as presenter
from bot.presenters.views import Reply
from bot.services.services import Services


async def privacy(request: Request, services: Services) -> Reply:
    """Show, export, hide or delete what is stored about the caller. Deleting has to be confirmed twice."""
    options, caller, words = request.invocation, request.caller, request.words
    action = options.choice("action", PrivacyAction)
    if action is PrivacyAction.EXPORT:
        export = await services.privacy.export(caller)
        file = await asyncio.to_thread(presenter.export_file, export)  # there may be many rows
        return Reply(note=presenter.exported(export, words), file=file)
    if action in {PrivacyAction.HIDE, PrivacyAction.UNHIDE}:
        hidden = action is PrivacyAction.HIDE
        await services.privacy.hide(caller, hidden=hidden)
        return Reply(note=presenter.hidden(hidden, words))
    if action is PrivacyAction.DELETE:
        return await _delete(request, services)
    is_hidden = await services.privacy.is_hidden(caller)
    return Reply(note=presenter.overview(await services.privacy.export(caller), words, is_hidden=is_hidden))


async def _delete(request: Request, services: Services) -> Reply:
    options = request.invocation
    if not options.is_confirmed or not options.switch("really"):
        await services.privacy.is_hidden(request.caller)  # raises if there is nothing to delete
        return Reply(note=presenter.delete_question(request.words, is_second=options.is_confirmed))
    await services.privacy.delete(request.caller)
    services.languages.changes += 1
    return Reply(note=presenter.deleted(request.words))
