"""Claiming to post the message of a game, so that no two processes post one."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.model.errors import StorageError
from bot.model.messages import Claim, MessageKey
from bot.platforms.common.delivery import UNPOSTABLE, DeliveryError, Transport, with_send_timeout
from bot.presenters.views import View
from bot.services.messages.messages import Messages

log = logging.getLogger(__name__)

_RENEW_SECONDS = 1.0

_POLL_SECONDS = 0.2
_POLLS = 100
"""How often to look for the message that another process is posting."""


async def claim_post(messages: Messages, game: str, replaced: MessageKey | None) -> Claim | MessageKey:
    """Claim to post the message of a game in place of `replaced`, and wait while another process is posting it.

    Returns:
        The claim or, if another process has posted the message, that message.
    """
    claim = await messages.claim(game, replaced)
    for _ in range(_POLLS):
        if claim is not Claim.TAKEN:
            break
        await asyncio.sleep(_POLL_SECONDS)
        posted = await messages.of(game)
        if posted is not None and posted != replaced:
            return posted
        claim = await messages.claim(game, replaced)
    return claim


@asynccontextmanager
async def renewed_claim(messages: Messages, game: str, replaced: MessageKey | None) -> AsyncIterator[None]:
    """Renew the claim to post a game's message until the block ends, and give it up if the post was not delivered.

    Where the bot cannot post at all, a game that was never shown is withdrawn.
    """
    ended = asyncio.Event()

    async def renew() -> None:
        while True:
            try:
                async with asyncio.timeout(_RENEW_SECONDS):
                    await ended.wait()
                    return
            except TimeoutError:
                try:
                    await messages.renew(game, replaced)
                except StorageError as error:
                    log.warning("storage: %s", error)

    renewing = asyncio.create_task(renew(), name="renewing a claim")
    try:
        yield
    except DeliveryError as error:
        ended.set()
        await asyncio.wait({renewing})  # a renewal under way must not come after the release
        await messages.release(game)
        if replaced is None and error.delivery in UNPOSTABLE and await messages.withdraw(game):
            log.info("game %s was withdrawn, because its board cannot be posted", game)
        raise
    finally:
        ended.set()
        await asyncio.wait({renewing})


async def post_once(view: View, transport: Transport, replaced: MessageKey | None, *, may_exist: bool) -> MessageKey:
    """Post the message of a game, or edit the one that an earlier attempt has left.

    Args:
        view: the board.
        transport: to the channel.
        replaced: the message that the new one replaces, None for none.
        may_exist: whether an earlier attempt may have posted it.

    Raises:
        DeliveryError: it was not delivered.
    """
    found = await with_send_timeout(transport.find(view.game or "")) if may_exist else None
    if found is None or found == replaced:
        return await with_send_timeout(transport.post(view))
    await with_send_timeout(transport.edit(found, view))
    return found
