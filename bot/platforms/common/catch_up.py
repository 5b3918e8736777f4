"""Catching up boards whose messages show an older state, after a restart or a send that failed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from cachetools import TTLCache

from bot.platforms.common.delivery import Board, Delivery, Transport
from bot.platforms.common.message_queue import MessageQueue
from bot.services.errors import StorageError
from bot.services.model import MessageKey, OutdatedBoard, RoomKey
from bot.services.services import Services
from bot.wording import words_for

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 5.0

_RETRY_SECONDS = 600.0
"""How long a board that cannot be delivered is left alone, unless it changes."""

_FAILED_BOARDS = 10_000

TransportTo: TypeAlias = Callable[[RoomKey, MessageKey | None], Awaitable[Transport | None]]
"""Makes a transport to a room with the bot's own token; None if the bot cannot reach it."""


class CatchUp:
    """Looks for outdated boards at the start and every few seconds.

    A board that changes all the time is left to the process that changes it: after the first look only boards that
    were outdated at the last look too, in the same revision, are sent.

    Args:
        services: the use cases.
        platform: key of the platform.
        queue: sends the boards.
        transport_to: makes transports.
        language: of public replies, None for the one of each workspace.
    """

    def __init__(
        self,
        services: Services,
        platform: str,
        queue: MessageQueue,
        transport_to: TransportTo,
        language: str | None,
    ) -> None:
        self._services = services
        self._platform = platform
        self._queue = queue
        self._transport_to = transport_to
        self._language = language
        self._failed: TTLCache[str, int] = TTLCache(_FAILED_BOARDS, _RETRY_SECONDS)

    async def run(self) -> None:
        """Run until cancelled."""
        before: dict[str, int] | None = None
        while True:
            boards = await self._outdated()
            for board in boards:
                if before is None or before.get(board.game) == board.revision:
                    await self._send(board)
            before = {board.game: board.revision for board in boards}
            await asyncio.sleep(SECONDS_BETWEEN)

    async def _outdated(self) -> list[OutdatedBoard]:
        try:
            boards = await self._services.messages.outdated(self._platform)
        except StorageError as error:
            log.warning("storage: %s", error)
            return []
        return [
            board
            for board in boards
            if not self._queue.is_active(board.game) and self._failed.get(board.game) != board.revision
        ]

    async def _send(self, outdated: OutdatedBoard) -> None:
        words = words_for(self._language or outdated.language)
        try:
            await self._services.referee.settle(outdated)
            view = await self._queue.read_board(outdated.game, words)
        except StorageError as error:
            log.warning("storage: %s", error)
            return
        transport = await self._transport_to(outdated.room, outdated.message)
        delivery = Delivery.OUT_OF_REACH
        if view is not None and transport is not None:
            delivery = await self._queue.show(Board(view, words), transport, force=True)
        if delivery is not Delivery.DELIVERED:
            self._failed[outdated.game] = outdated.revision
            log.info("the board of game %s could not be caught up: %s", outdated.game, delivery.name)
