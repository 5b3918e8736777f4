"""Telling the news that the storage holds as pending, once, whichever process does it."""

import logging
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

from bot.model.errors import StorageError
from bot.model.rooms import Claim, MessageKey, NewsClaim, NewsKey, NewsKind
from bot.platforms.common.delivery import (
    Board,
    Delivery,
    DeliveryError,
    EndTransport,
    NewsTransport,
    with_send_timeout,
)
from bot.presenters.views import View
from bot.services.messages import Messages, News

log = logging.getLogger(__name__)


class EndedBoards(Protocol):
    """Shows the ends of games."""

    async def show_end(self, key: NewsKey, board: Board, transport: EndTransport, *, may_exist: bool) -> None:
        """Show the end of a game; see `MessageQueue`."""


class NewsSender:
    """Sends the news that the storage holds as pending.

    A message whose outcome is unknown is tried again when the claim to send it has ended, unless it is found in the
    channel then.

    Args:
        news: where pending news is recorded.
        messages: where the boards are recorded.
        boards: shows the ends of games.
    """

    def __init__(self, news: News, messages: Messages, boards: EndedBoards) -> None:
        self._news = news
        self._messages = messages
        self._boards = boards

    async def tell_end(self, board: Board, transport: EndTransport) -> Delivery:
        """Show the board of an ended game where people see it, as `tell` tells news."""
        key = NewsKey(board.game, NewsKind.END, board.view.revision)

        async def show(claim: NewsClaim, _before: MessageKey | None) -> None:
            await self._boards.show_end(key, board, transport, may_exist=claim.result is Claim.RENEWED)

        return await self._told(key, board.view, transport, show)

    async def tell(self, key: NewsKey, view: View | None, transport: NewsTransport) -> Delivery:
        """Tell news, unless another process does so, or it has been told or replaced.

        The notice of a turn is recorded, and edited or deleted once newer news about the game has been told. News
        without a view only deletes it.
        """

        async def send(claim: NewsClaim, board: MessageKey | None) -> MessageKey | None:
            return None if view is None else await _sent(key, board, view, transport, claim)

        return await self._told(key, view, transport, send)

    async def _told(self, key: NewsKey, view: View | None, transport: NewsTransport, send: "_Send") -> Delivery:
        try:
            return await self._tell(key, view, transport, send)
        except DeliveryError as error:
            return error.delivery
        except StorageError as error:
            log.warning("storage: %s", error)
            return Delivery.FAILED

    async def show_card(self, key: NewsKey, view: View, transport: NewsTransport) -> bool:
        """Post the card of a room, as `tell` does; whether that is possible now or later."""
        return await self.tell(key, view, transport) in {Delivery.DELIVERED, Delivery.FAILED}

    async def drop(self, key: NewsKey) -> None:
        """Complete news that reaches nobody.

        Raises:
            StorageError: that cannot be stored.
        """
        await self._news.complete(key)

    async def _tell(self, key: NewsKey, view: View | None, transport: NewsTransport, send: "_Send") -> Delivery:
        claim = await self._news.claim(key)
        if claim.result is Claim.TAKEN:
            return Delivery.DELIVERED
        board, day = await self._messages.get(key.subject), None if claim.card is None else claim.card.day
        try:
            message = await send(claim, board)
        except DeliveryError as error:
            if error.delivery is Delivery.FAILED:
                raise
            await self._news.complete(key, day=day)  # the bot may not write there, so there is nothing to try again
            return error.delivery
        if view is not None or claim.card is None:
            lost = await transport.find_notices(board) if claim.may_have_lost and board is not None else ()
            for former in {*lost, *filter(None, (claim.before,))} - {message}:
                await _retire(former, view and view.former, transport, key)
        is_notice = view is not None and view.mention is not None
        is_edited = claim.result is Claim.RENEWED or message == claim.before  # a found one may have been
        kept = message if is_notice or claim.card is not None else None
        is_newest = await self._news.complete(key, kept, day, is_silent=is_notice and is_edited)
        if is_notice and not is_newest and message is not None:
            await _retire(message, None, transport, key)
        return Delivery.DELIVERED


_Send: TypeAlias = Callable[[NewsClaim, MessageKey | None], Awaitable[MessageKey | None]]
"""Sends news that was claimed, near the board of its game if there is one; returns its message if it is recorded."""


async def _sent(
    key: NewsKey, board: MessageKey | None, view: View, transport: NewsTransport, claim: NewsClaim
) -> MessageKey | None:
    """The message that tells news: the one that is edited, or that an earlier attempt has left, else a new one."""
    before, card = claim.before, claim.card
    if before is not None and card is not None and card.is_posted:
        try:
            await with_send_timeout(transport.edit_told(key, before, view))
        except DeliveryError as error:
            if error.delivery is not Delivery.GONE or not card.may_return:
                raise
        else:
            return before
    found = await transport.find_told(key, board, view) if claim.result is Claim.RENEWED else None
    if found is not None and found != before:
        return found
    return await with_send_timeout(transport.tell(key, board, view, before))


async def _retire(message: MessageKey, former: View | None, transport: NewsTransport, key: NewsKey) -> None:
    """Leave a message as it is after newer news about its subject: deleted, or with the content of `former`.

    Where it is gone or out of reach, nothing is done.

    Raises:
        DeliveryError: the platform has failed, so another attempt may succeed. A card stays then.
    """
    try:
        await with_send_timeout(
            transport.delete(message) if former is None else transport.edit_told(key, message, former)
        )
    except DeliveryError as error:
        if error.delivery is Delivery.FAILED and not key.kind.is_card:
            raise
        log.info("a former message could not be replaced: %s", error)
