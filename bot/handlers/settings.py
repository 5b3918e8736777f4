"""Commands for settings."""

from bot.handlers.request import Request
from bot.presenters.views import Reply, note
from bot.services.services import Services


async def settings(request: Request, services: Services) -> Reply:
    """Change or show the caller's own settings."""
    if request.invocation.text("warnings") is not None:
        warnings = request.invocation.switch("warnings")
        await services.preferences.choose_warnings(request.caller, warnings=warnings)
    else:
        warnings = await services.preferences.warnings(request.caller)
    return note(request.words.warnings_setting(is_on=warnings))
