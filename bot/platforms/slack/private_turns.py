"""The turns that the form for a guess shows if its button is on a private board.

Slack sends the content of the message whose button was pressed, but not that of an ephemeral one.
"""

import asyncio

from bot.commands.catalogue import BY_NAME
from bot.commands.invocation import Invocation
from bot.handlers.dispatcher import Dispatcher
from bot.handlers.request import Request
from bot.platforms.common.buttons import ButtonAction
from bot.platforms.slack.incoming import SHOWN_TURNS, IncomingRequest
from bot.presenters.views import Preformatted

_SECONDS = 1.0
"""How long to wait for the board; a form can be opened for three seconds."""


async def private_turns(
    dispatcher: Dispatcher, incoming: IncomingRequest, request: Request, action: ButtonAction
) -> str:
    """The last turns of a daily or of somebody's own board in a race; empty for other buttons and late replies."""
    if not incoming.is_ephemeral or not action.prompts_for:
        return ""
    if action.command == "daily":
        look = Invocation(BY_NAME["daily"], action.options)
    elif action.command == "guess" and action.game is not None:
        look = Invocation(BY_NAME["board"], game=action.game)
    else:
        return ""
    try:
        async with asyncio.timeout(_SECONDS):
            reply = await dispatcher.dispatch(request.with_invocation(look))
    except TimeoutError:
        return ""
    blocks = reply.note.blocks if reply.note is not None else ()
    lines = next((block.lines for block in blocks if isinstance(block, Preformatted)), ())
    return "\n".join(lines[-SHOWN_TURNS:])
