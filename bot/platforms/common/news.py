"""Telling news: each once, whichever process does it, and also after a restart."""

import logging

from bot.model.errors import StorageError
from bot.model.messages import Claim, MessageKey, NewsKey, NewsKind
from bot.platforms.common.delivery import Delivery, DeliveryError, NewsTransport, with_send_timeout
from bot.presenters.views import View
from bot.services.messages import Messages, News

log = logging.getLogger(__name__)


class NewsSender:
    """Sends the news that the storage holds as pending.

    A message whose outcome is unknown is tried again when the claim to send it has ended, unless it is found in the
    channel then.

    Args:
        news: where pending news is recorded.
        messages: where the boards are recorded.
    """

    def __init__(self, news: News, messages: Messages) -> None:
        self._news = news
        self._messages = messages

    async def tell_end(self, board: View, view: View, transport: NewsTransport) -> Delivery:
        """Tell the end of the game that a board shows, as `tell` does."""
        return await self.tell(NewsKey(board.game or "", NewsKind.END, board.revision), view, transport)

    async def tell(self, key: NewsKey, view: View, transport: NewsTransport) -> Delivery:
        """Tell news, unless another process does so, or it has been told or replaced."""
        try:
            return await self._tell(key, view, transport)
        except DeliveryError as error:
            return error.delivery
        except StorageError as error:
            log.warning("storage: %s", error)
            return Delivery.FAILED

    async def drop(self, key: NewsKey) -> None:
        """Note that there is nothing to tell, or nobody who can be told.

        Raises:
            StorageError: that cannot be stored.
        """
        await self._news.told(key)

    async def _tell(self, key: NewsKey, view: View, transport: NewsTransport) -> Delivery:
        claim = await self._news.claim(key)
        if claim is Claim.TAKEN:
            return Delivery.DELIVERED
        delivery = Delivery.DELIVERED
        board = await self._board(key)
        if claim is Claim.NEW or not await transport.was_told(key, board, view):
            try:
                await with_send_timeout(transport.tell(key, board, view))
            except DeliveryError as error:
                if error.delivery is Delivery.FAILED:
                    raise
                delivery = error.delivery  # the bot may not write there, so there is nothing to try again
        await self._news.told(key)
        return delivery

    async def _board(self, key: NewsKey) -> MessageKey | None:
        return await self._messages.of(key.subject)
