"""Telling the ends of games: each once, whichever process does it, and also after a restart."""

import logging

from bot.platforms.common.channel import limited
from bot.platforms.common.delivery import Delivery, DeliveryError, NewsTransport
from bot.presenters.views import View
from bot.services.errors import StorageError
from bot.services.messages import Messages
from bot.services.model import Claim

log = logging.getLogger(__name__)


class NewsSender:
    """Sends the news that the storage holds as pending.

    A message whose outcome is unknown is tried again when the claim to send it has ended, unless it is found in the
    channel then.

    Args:
        messages: where pending news is recorded.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    async def tell(self, game: str, view: View, transport: NewsTransport) -> Delivery:
        """Tell the end of a game, unless another process does so or it has been told."""
        try:
            return await self._tell(game, view, transport)
        except DeliveryError as error:
            return error.delivery
        except StorageError as error:
            log.warning("storage: %s", error)
            return Delivery.FAILED

    async def _tell(self, game: str, view: View, transport: NewsTransport) -> Delivery:
        claim = await self._messages.claim_news(game)
        if claim is Claim.TAKEN:
            return Delivery.DELIVERED
        delivery = Delivery.DELIVERED
        if claim is Claim.NEW or not await transport.was_told(game):
            try:
                await limited(transport.tell(game, await self._messages.of(game), view))
            except DeliveryError as error:
                if error.delivery is Delivery.FAILED:
                    raise
                delivery = error.delivery  # the bot may not write there, so there is nothing to try again
        await self._messages.news_told(game)
        return delivery
