"""Catching up after a restart or a failed send: outdated boards, news that was not told, and removals of the bot."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from cachetools import LRUCache
from msgspec import Struct

from bot.handlers.request import news_view
from bot.locales import Words, words_for
from bot.model.errors import StorageError
from bot.model.rooms import (
    MessageKey,
    NewsClaimResult,
    NewsKey,
    NewsKind,
    OutdatedBoard,
    PendingNews,
    PostClaimOutcome,
    RoomKey,
)
from bot.platforms.common.delivery import (
    Board,
    DeliveryError,
    DeliveryOutcome,
    Transport,
    edit_within_rate_limit,
    with_send_timeout,
)
from bot.platforms.common.intake import logged_storage_errors
from bot.platforms.common.message_queue import MessageQueue
from bot.presenters.views import View
from bot.services.messages import Messages, News
from bot.services.privacy import BotWorkspaceRecorder
from bot.services.services import Services

log = logging.getLogger(__name__)

SECONDS_BETWEEN = 4.0

_FIRST_PAUSE = 3.0
_LONGEST_PAUSE = 600.0
"""The longest pause in seconds after failures, unless the board changes. The pause doubles each time."""

_REFUSED_PAUSE = 45.0
"""Seconds before a board that the platform refused is sent again, unless it changes before."""

_SECONDS_BETWEEN_REFUSED = 0.6
"""The least average time between refused attempts. Discord bans addresses after 10,000 of them in 10 minutes."""

_CLAIM_SECONDS = 8.0
"""Seconds for which a process that catches up a board keeps other processes from sending the same revision."""

_MAX_CONCURRENT = 10
"""Boards that are caught up at the same time, so that enough connections to the database are left for people."""

_FAILED_BOARDS = 10_000
_MAX_BOARDS = 1000
"""How many boards are looked at in one round, those that moved longest ago, besides those that are left alone."""


class _Failure(Struct, frozen=True):
    """A board that could not be delivered, and when to try again."""

    revision: int
    pause: float
    until: float


class CatchUp:
    """Looks for outdated boards and pending news at the start and every few seconds.

    A board that changes all the time is left to the process that changes it: after the first look only boards that
    were outdated at the last look too, in the same revision, are sent. By then no older edit of a process that has
    ended is under way any more. News is told on the same terms. A send that takes long delays neither the next look
    nor other boards.

    Args:
        services: the use cases.
        platform: key of the platform.
        queue: sends the boards.
        transport_to: makes a transport to a room with the bot's own token; None if the bot cannot reach it.
        language: of public messages in rooms whose settings say none; None for the one of each board or workspace.
    """

    def __init__(
        self,
        services: Services,
        platform: str,
        queue: MessageQueue,
        transport_to: Callable[[RoomKey, MessageKey | None], Awaitable[Transport | None]],
        language: str | None,
    ) -> None:
        self._services = services
        self._platform = platform
        self._queue = queue
        self._news = NewsSender(services.news, services.messages, queue)
        self._transport_to = transport_to
        self._language = language
        self._slots = asyncio.Semaphore(_MAX_CONCURRENT)
        self._failed: LRUCache[str, _Failure] = LRUCache(_FAILED_BOARDS)
        self._sending: set[str] = set()
        self._telling: set[NewsKey] = set()
        self._boards_before: dict[str, int] | None = None
        self._news_before: set[NewsKey] | None = None

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as sends:
            while True:
                with logged_storage_errors:
                    await self._look(sends)
                await asyncio.sleep(SECONDS_BETWEEN)

    async def _look(self, sends: asyncio.TaskGroup) -> None:
        """Send what was outdated or pending at the last look too; at the first look, everything.

        The boards that moved last are sent first: people look at them.
        """
        boards, before = await self._outdated(), self._boards_before
        for board in reversed(boards):
            is_unchanged = before is None or before.get(board.game) == board.revision
            if is_unchanged and self._is_due(board) and board.game not in self._sending:
                self._sending.add(board.game)
                sends.create_task(self._try(board, settles=before is not None))
        self._boards_before = {board.game: board.revision for board in boards}
        pending, untold = await self._services.news.pending(self._platform), self._news_before
        for news in pending:
            if (untold is None or news.key in untold) and news.key not in self._telling:
                self._telling.add(news.key)
                sends.create_task(self._tell(news))
        self._news_before = {news.key for news in pending}

    async def _outdated(self) -> list[OutdatedBoard]:
        boards = await self._services.messages.outdated(self._platform, _MAX_BOARDS + len(self._failed))
        behind = [board for board in boards if not self._queue.is_active(board.game)]
        self._services.observer.outdated_boards_counted(self._platform, len(behind))
        return behind

    def _is_due(self, board: OutdatedBoard) -> bool:
        failure = self._failed.get(board.game)
        return failure is None or failure.revision != board.revision or failure.until <= time.monotonic()

    async def _try(self, board: OutdatedBoard, *, settles: bool) -> None:
        try:
            async with self._slots:
                await self._catch_up(board, settles=settles)
        except StorageError as error:
            log.warning("storage: %s", error)
        finally:
            self._sending.discard(board.game)

    async def _catch_up(self, board: OutdatedBoard, *, settles: bool) -> None:
        lease = f"board/{board.game}/{board.revision}"
        if await self._services.leases.claim_or_find_conflicts([lease], _CLAIM_SECONDS):
            return  # another process is catching it up
        delivery = await self._delivered(board)
        if delivery is DeliveryOutcome.DELIVERED:
            self._failed.pop(board.game, None)
            if settles:
                self._queue.record_no_older_sends(board.game)
            return
        if not await self._is_abandoned(board, delivery):
            self._leave_alone(board, delivery)
        await self._services.leases.release([lease])

    async def _delivered(self, board: OutdatedBoard) -> DeliveryOutcome:
        try:
            return await self._send(board)
        except StorageError:
            raise  # not a failure of this board, so try it again at the next look
        except Exception:  # one failing board must not hold up the others
            log.exception("the board of game %s could not be caught up", board.game)
            return DeliveryOutcome.FAILED

    async def _is_abandoned(self, board: OutdatedBoard, delivery: DeliveryOutcome) -> bool:
        """Abandon the board of a game that ended long ago in a channel that the bot cannot reach."""
        if delivery is DeliveryOutcome.FAILED:
            return False
        with logged_storage_errors:
            return await self._services.messages.abandon_long_ended_board(board)
        return False

    async def _send(self, outdated: OutdatedBoard) -> DeliveryOutcome:
        words = await self._words(outdated.room, outdated.language)
        await self._services.referee.resume_opponent_move(outdated)
        view = await self._queue.read_board(outdated.game, words)
        transport = await self._transport_to(outdated.room, outdated.message)
        if view is None or transport is None:
            return DeliveryOutcome.OUT_OF_REACH
        if outdated.is_edit_only:
            return await self._edit_once(outdated, view, transport)
        return await self._queue.show(Board(view, words), transport, force=True)

    async def _edit_once(self, outdated: OutdatedBoard, view: View, transport: Transport) -> DeliveryOutcome:
        """Edit the message of an ended game, if that is still possible."""
        try:
            if outdated.message is not None:
                await with_send_timeout(edit_within_rate_limit(transport, outdated.message, view))
        except DeliveryError as error:
            if error.delivery is DeliveryOutcome.FAILED:
                return error.delivery
        await self._services.messages.record_shown({outdated.game: outdated.revision}, {outdated.game})
        return DeliveryOutcome.DELIVERED

    async def _tell(self, news: PendingNews) -> None:
        try:
            words = await self._words(news.room, news.language)
            view = await news_view(self._services, news, words)
            transport = await self._transport_to(news.room, news.message)
            if transport is None:
                delivery = DeliveryOutcome.OUT_OF_REACH
                await self._services.news.record_told(news.key)  # it reaches nobody
            elif view is not None and news.key.kind is NewsKind.END:
                delivery = await self._news.tell_end(Board(view, words), transport)
            else:
                delivery = await self._news.tell(news.key, view, transport)
            if delivery not in {DeliveryOutcome.DELIVERED, DeliveryOutcome.FAILED}:
                await self._services.summaries.redirect_week_to_own_room(news)
        except StorageError as error:
            log.warning("storage: %s", error)
        except Exception:  # one failing piece of news must not hold up the rest
            log.exception("news about %s could not be told", news.key.subject)
        finally:
            self._telling.discard(news.key)

    async def _words(self, room: RoomKey, known: str | None) -> Words:
        """The language of a room: that of its settings, else the operator's, else that of the board or workspace."""
        return words_for(await self._services.languages.of_room(room) or self._language or known)

    def _leave_alone(self, board: OutdatedBoard, delivery: DeliveryOutcome) -> None:
        """Postpone the next attempt: increasingly after failures, usually by less than a minute after refusals."""
        before = self._failed.get(board.game)
        if delivery is not DeliveryOutcome.FAILED:
            pause = max(_REFUSED_PAUSE, _SECONDS_BETWEEN_REFUSED * len(self._failed))
        elif before is None:
            pause = _FIRST_PAUSE
        else:
            pause = min(2 * before.pause, _LONGEST_PAUSE)
        self._failed[board.game] = _Failure(board.revision, pause, time.monotonic() + pause)
        log.info("the board of game %s could not be caught up: %s", board.game, delivery.name)


_SECONDS_BETWEEN_WORKSPACE_CHECKS = 3_600.0


class BotWorkspaceMonitor:
    """Asks the platform every hour which workspaces have the bot, so that removals are noticed after a downtime.

    Args:
        bot_workspaces: records them.
        platform: key of the platform.
        present: asks for all workspaces that have the bot; None if the platform does not tell now.
    """

    def __init__(
        self, bot_workspaces: BotWorkspaceRecorder, platform: str, present: Callable[[], Awaitable[set[str] | None]]
    ) -> None:
        self._bot_workspaces = bot_workspaces
        self._platform = platform
        self._present = present

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            await self.record_workspaces()
            await asyncio.sleep(_SECONDS_BETWEEN_WORKSPACE_CHECKS)

    async def record_workspaces(self) -> None:
        """Record which workspaces have the bot now; never raises."""
        try:
            workspaces = await self._present()
            if workspaces is not None:
                await self._bot_workspaces.record_present(self._platform, workspaces)
        except StorageError as error:
            log.warning("storage: %s", error)
        except Exception:
            log.exception("the workspaces of %s could not be noted", self._platform)


log = logging.getLogger(__name__)


class NewsSender:
    """Sends the news that the storage holds as pending.

    A message whose outcome is unknown is tried again when the claim to send it has ended, unless it is found in the
    channel then.

    Args:
        news: where pending news is recorded.
        messages: where the boards are recorded.
        queue: shows the ends of games.
    """

    def __init__(self, news: News, messages: Messages, queue: MessageQueue) -> None:
        self._news = news
        self._messages = messages
        self._queue = queue

    async def tell_end(self, board: Board, transport: Transport) -> DeliveryOutcome:
        """Show the board of an ended game where people see it, as `send_news` sends news."""
        key = NewsKey(board.game, NewsKind.END, board.view.revision)

        async def show(claim: NewsClaimResult, _before: MessageKey | None) -> None:
            await self._queue.show_end(key, board, transport, may_exist=claim.result is PostClaimOutcome.RENEWED)

        return await self._told(key, board.view, transport, show)

    async def tell(self, key: NewsKey, view: View | None, transport: Transport) -> DeliveryOutcome:
        """Tell news, unless another process does so, or it has been told or replaced.

        The notice of a turn is recorded, and edited or deleted once newer news about the game has been told. News
        without a view only deletes it.
        """

        async def send(claim: NewsClaimResult, board: MessageKey | None) -> MessageKey | None:
            return None if view is None else await _sent(key, board, view, transport, claim)

        return await self._told(key, view, transport, send)

    async def _told(self, key: NewsKey, view: View | None, transport: Transport, send: "_Send") -> DeliveryOutcome:
        with logged_storage_errors:
            try:
                return await self._tell(key, view, transport, send)
            except DeliveryError as error:
                return error.delivery
        return DeliveryOutcome.FAILED

    async def show_card_if_possible(self, key: NewsKey, view: View, transport: Transport) -> bool:
        """Post the card of a room, as `send_news` does; whether that is possible now or later."""
        return await self.tell(key, view, transport) in {DeliveryOutcome.DELIVERED, DeliveryOutcome.FAILED}

    async def _tell(self, key: NewsKey, view: View | None, transport: Transport, send: "_Send") -> DeliveryOutcome:
        claim = await self._news.claim(key)
        if claim.result is PostClaimOutcome.TAKEN:
            return DeliveryOutcome.DELIVERED
        board, day = await self._messages.message_of(key.subject), None if claim.card is None else claim.card.day
        try:
            message = await send(claim, board)
        except DeliveryError as error:
            if error.delivery is DeliveryOutcome.FAILED:
                raise
            await self._news.record_told(key, day=day)  # the bot may not write there, so there is nothing to try again
            return error.delivery
        if view is not None or claim.card is None:
            lost = await transport.find_turn_notices(board) if claim.may_have_lost and board is not None else ()
            for former in {*lost, *filter(None, (claim.before,))} - {message}:
                await _retire(former, view and view.former, transport, key)
        is_notice = view is not None and view.mention is not None
        is_edited = claim.result is PostClaimOutcome.RENEWED or message == claim.before  # a found one may have been
        kept = message if is_notice or claim.card is not None else None
        is_newest = await self._news.record_told(key, kept, day, is_silent=is_notice and is_edited)
        if is_notice and not is_newest and message is not None:
            await _retire(message, None, transport, key)
        return DeliveryOutcome.DELIVERED


_Send: TypeAlias = Callable[[NewsClaimResult, MessageKey | None], Awaitable[MessageKey | None]]
"""Sends news that was claimed, near the board of its game if there is one; returns its message if it is recorded."""


async def _sent(
    key: NewsKey, board: MessageKey | None, view: View, transport: Transport, claim: NewsClaimResult
) -> MessageKey | None:
    """The message that tells news: the one that is edited, or that an earlier attempt has left, else a new one."""
    before, card = claim.before, claim.card
    if before is not None and card is not None and card.is_posted:
        try:
            await with_send_timeout(edit_within_rate_limit(transport, before, view))
        except DeliveryError as error:
            if error.delivery is not DeliveryOutcome.GONE or not card.may_return:
                raise
        else:
            return before
    found = await transport.find_news(key, board, view) if claim.result is PostClaimOutcome.RENEWED else None
    if found is not None and found != before:
        return found
    return await with_send_timeout(transport.send_news(key, board, view, before))


async def _retire(message: MessageKey, former: View | None, transport: Transport, key: NewsKey) -> None:
    """Leave a message as it is after newer news about its subject: deleted, or with the content of `former`.

    Where it is gone or out of reach, nothing is done.

    Raises:
        DeliveryError: the platform has failed, so another attempt may succeed. A card stays then.
    """
    try:
        await with_send_timeout(
            transport.delete(message) if former is None else edit_within_rate_limit(transport, message, former)
        )
    except DeliveryError as error:
        if error.delivery is DeliveryOutcome.FAILED and not key.kind.is_card:
            raise
        log.info("a former message could not be replaced: %s", error)
