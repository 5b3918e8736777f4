"""The message queue: keeps the one message of each game up to date.

Sends to one message never overlap within a process, and each is made from the newest state when its turn comes, so a
newer board is never overwritten by an older one. Boards that are requested meanwhile are coalesced into one send. After
a send the storage is asked whether another process has stored a newer state; if so, that is sent too.

A response to a button does not wait for a send under way: the button is acknowledged, and the board follows.
"""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.model.errors import StorageError
from bot.model.observer import Observer
from bot.model.rooms import MessageKey, NewsKey, PostClaimOutcome, StoredBoard
from bot.platforms.common.delivery import (
    Board,
    BoardSendState,
    DeliveryError,
    DeliveryOutcome,
    InteractionTransport,
    ReadBoard,
    Transport,
    WaitingBoard,
    claim_post,
    edit_within_rate_limit,
    keep_claim_renewed,
    post_once,
    try_to_replace_former_board,
    with_send_timeout,
)
from bot.platforms.common.intake import DeduplicatingIntake, logged_storage_errors
from bot.presenters.views import View
from bot.services.messages import Messages

log = logging.getLogger(__name__)

_CACHE_SIZE = 10_000
"""Games whose message state is kept in memory."""

_CHECK_SECONDS = 0.3
"""Seconds after the first of several sends until they are recorded and compared with the storage."""

_REPEAT_SECONDS = 1.0
"""Seconds until a board is sent again after a send whose outcome is unknown."""


class MessageQueue:
    """Shows the boards of games, each in its one message.

    Args:
        messages: where the message of each game is recorded.
        read_board: reads the newest board of a game.
        intake: runs work that has to be finished before the process ends.
        observer: is told what became of each board that was to be shown, and after how many seconds.
        platform: its key.
    """

    def __init__(
        self,
        messages: Messages,
        read_board: ReadBoard,
        intake: DeduplicatingIntake,
        observer: Observer,
        platform: str,
    ) -> None:
        self._messages = messages
        self.read_board = read_board
        self._intake = intake
        self._observer = observer
        self._platform = platform
        self._states: WeakValueDictionary[str, BoardSendState] = WeakValueDictionary()
        self._recent: dict[str, BoardSendState] = {}  # the last used one last
        self._unchecked: dict[str, tuple[int, Board, Transport]] = {}
        self._settled: set[str] = set()
        self._repeating: set[str] = set()

    async def message_of(self, game: str) -> MessageKey | None:
        """The message of a game, None if it has none.

        Raises:
            StorageError: it cannot be read.
        """
        state = self._state_of(game)
        if state.message is None:
            state.message = await self._messages.message_of(game)
        return state.message

    async def game_of(self, message: MessageKey) -> str | None:
        """The game that a message shows, None if it shows none.

        Raises:
            StorageError: it cannot be read.
        """
        return await self._messages.game_at(message)

    async def show(self, board: Board, transport: Transport, *, force: bool = False) -> DeliveryOutcome:
        """Show this board or a newer one: edit the game's message, or post one if there is none.

        Returns when it is visible or cannot be delivered. A board that was sent before is only sent again with `force`,
        because its message may have been deleted.
        """
        state = self._state_of(board.game)
        waiter = WaitingBoard(board, transport, force, asyncio.get_running_loop().create_future())
        state.waiters = (*state.waiters, waiter)
        if not state.is_draining:
            state.is_draining = True
            self._intake.start_task(self._drain(state))
        return await waiter.done

    async def respond(self, board: Board, pressed: MessageKey, transport: InteractionTransport) -> DeliveryOutcome:
        """Show this board or a newer one as the response to a button pressed on a board of the game."""
        asked_at, state = time.monotonic(), self._state_of(board.game)
        if state.lock.locked():
            await transport.acknowledge()
            return await self.show(board, transport)
        async with state.lock:
            view = board.view if state.shown <= board.view.revision else await self._newest(board)
            other = None if state.message == pressed else await self._other_message(state, board, pressed)
            if view.images and other is None and state.shown >= view.revision:  # an end, which does not change
                await transport.acknowledge()
                return DeliveryOutcome.DELIVERED
            delivery = DeliveryOutcome.DELIVERED
            try:
                if other is not None:
                    delivery = await self._show_below(state, replace(board, view=view), pressed, other, transport)
                else:
                    await transport.replace_pressed_message(view)
                    self._sent(state, board, view, transport)
            except DeliveryError as error:
                log.info("a board could not be shown as the response: %s", error)
                self._repeat_later(state, board, transport)
            else:
                seconds = time.monotonic() - asked_at
                self._observer.board_delivered(self._platform, delivery.name.lower(), seconds)
                return delivery
        return await self.show(board, transport, force=True)

    async def repost(self, board: Board, transport: InteractionTransport, *, leaves_link: bool) -> DeliveryOutcome:
        """Post the board as a new message; the one before becomes a link to it, or is deleted.

        The new message gets its buttons last, so a process that ends on the way leaves no second board with buttons.
        The claim marks the board as outdated, so another process then completes the message that is recorded.
        """
        state = self._state_of(board.game)
        async with state.lock:
            try:
                before = state.message = await self._messages.message_of(board.game)
                if before is None:
                    await self._post(state, board, transport, replaced=None)
                else:
                    await self._move(state, board, before, transport, leaves_link=leaves_link)
            except DeliveryError as error:
                return error.delivery
            except StorageError as error:
                log.warning("storage: %s", error)
                return DeliveryOutcome.FAILED
            return DeliveryOutcome.DELIVERED

    async def show_end(self, key: NewsKey, board: Board, transport: Transport, *, may_exist: bool) -> None:
        """Show the end of a game with its images: in the game's message if it is the newest one, else in a new one.

        The former message becomes a link before the new one is recorded, so that the next attempt completes one that
        ends on the way. `may_exist` says whether an earlier attempt may have posted the new message.

        Raises:
            DeliveryError: it was not delivered.
            StorageError: the message cannot be recorded.
        """
        state = self._state_of(board.game)
        async with state.lock:
            before = state.message = await self._messages.message_of(board.game)
            found = await transport.find_news(key, before, board.view) if may_exist else None
            if before is not None and found is None and await transport.is_newest(before):
                await with_send_timeout(edit_within_rate_limit(transport, before, board.view))
            else:
                moved = found or await with_send_timeout(transport.send_news(key, before, board.view))
                if before is not None and moved is not None:
                    state.message = moved  # edits that wait change the new message, even if this is cancelled
                    await try_to_replace_former_board(
                        transport.replace_by_link(before, moved, board.words, is_over=True)
                    )
                    await self._record(state, board, moved)
            self._sent(state, board, board.view, transport)

    def record_no_older_sends(self, game: str) -> None:
        """Record that no other process can be sending an older state than the board that was just sent."""
        if game in self._unchecked:
            self._settled.add(game)

    def is_active(self, game: str) -> bool:
        """Whether this process is sending the game's board, or has just done so."""
        state = self._states.get(game)
        is_sending = state is not None and (state.lock.locked() or bool(state.waiters))
        return is_sending or game in self._unchecked or game in self._repeating

    def _state_of(self, game: str) -> BoardSendState:
        """The state of the message of a game."""
        state = self._recent.pop(game, None) or self._states.get(game) or BoardSendState()
        self._recent[game] = self._states[game] = state
        if len(self._recent) > _CACHE_SIZE:
            del self._recent[next(iter(self._recent))]
        return state

    async def _other_message(self, state: BoardSendState, board: Board, pressed: MessageKey) -> MessageKey | None:
        """The game's message if it is not the one that was pressed, which becomes its message if it has none."""
        with logged_storage_errors:
            if (message := await self.message_of(board.game)) is None:
                await self._record(state, board, pressed)
            return None if message == pressed else message
        return None

    async def _show_below(
        self,
        state: BoardSendState,
        board: Board,
        pressed: MessageKey,
        message: MessageKey,
        transport: InteractionTransport,
    ) -> DeliveryOutcome:
        """Show a board in its message, to which the pressed one becomes a link; in the pressed one if that fails."""
        await transport.acknowledge()
        view = board.view
        try:
            try:
                await with_send_timeout(transport.edit(message, view))
            except DeliveryError as error:
                if error.delivery is DeliveryOutcome.GONE:
                    await self._record(state, board, pressed)
                elif error.delivery is DeliveryOutcome.FAILED:
                    self._repeat_later(state, board, transport)
                await with_send_timeout(transport.edit(pressed, view))
            else:
                await with_send_timeout(transport.replace_by_link(pressed, message, board.words))
        except DeliveryError as error:
            return error.delivery
        self._sent(state, board, view, transport)
        return DeliveryOutcome.DELIVERED

    async def _move(
        self,
        state: BoardSendState,
        board: Board,
        before: MessageKey,
        transport: InteractionTransport,
        *,
        leaves_link: bool,
    ) -> None:
        """Move a board, unless another process is posting it; then edit that message."""
        claim = await claim_post(self._messages, board.game, before)
        if not isinstance(claim, MessageKey):
            async with keep_claim_renewed(self._messages, board.game, before):
                moved = await with_send_timeout(transport.post(replace(board.view, buttons=(), mention=None)))
                former = (
                    transport.replace_by_link(before, moved, board.words) if leaves_link else transport.delete(before)
                )
                await try_to_replace_former_board(former)
            await self._messages.record_posted(board.game, moved, board.words.code)
            claim = moved
        state.message = claim
        try:
            await with_send_timeout(transport.edit(claim, board.view))
        except DeliveryError:
            self._repeat_later(state, board, transport)
            raise
        self._sent(state, board, board.view, transport)

    async def _record(self, state: BoardSendState, board: Board, message: MessageKey) -> None:
        state.message = message
        with logged_storage_errors:
            await self._messages.record_posted(board.game, message, board.words.code)

    async def _drain(self, state: BoardSendState) -> None:
        """Send until no waiters are left. After an error, the waiters are told of it."""
        try:
            while state.waiters:
                await state.waiters[0].transport.wait_for_rate_limit()
                async with state.lock:
                    await self._send_waiting(state)
        finally:
            state.is_draining = False
            self._settle(state.waiters, DeliveryOutcome.FAILED)
            state.waiters = ()

    async def _send_waiting(self, state: BoardSendState) -> None:
        """Serve all waiters with one send of the newest board, unless a newer one is visible."""
        waiters, state.waiters = state.waiters, ()
        newest = max(waiters, key=lambda waiter: waiter.board.view.revision)
        delivery = DeliveryOutcome.FAILED
        try:
            is_visible = newest.board.view.revision <= state.shown
            if is_visible and not any(waiter.is_forced for waiter in waiters):
                delivery = DeliveryOutcome.DELIVERED
            else:
                delivery = await self._send(state, newest.board, newest.transport)
        except DeliveryError as error:
            delivery = error.delivery
            if delivery is DeliveryOutcome.FAILED:
                self._repeat_later(state, newest.board, newest.transport)
        except StorageError as error:
            log.warning("storage: %s", error)
        except Exception:
            log.exception("the board of game %s could not be sent", newest.board.game)
        finally:
            self._settle(waiters, delivery)

    async def _send(self, state: BoardSendState, board: Board, transport: Transport) -> DeliveryOutcome:
        view, message = board.view, state.message or await self.message_of(board.game)
        if message is not None:
            try:
                await with_send_timeout(transport.edit(message, view))
            except DeliveryError as error:
                if error.delivery is not DeliveryOutcome.GONE:
                    raise
            else:
                self._sent(state, board, view, transport)
                return DeliveryOutcome.DELIVERED
        await self._post(state, board, transport, replaced=message)
        return DeliveryOutcome.DELIVERED

    async def _post(
        self, state: BoardSendState, board: Board, transport: Transport, *, replaced: MessageKey | None
    ) -> None:
        """Post a message, unless another process is doing so; then edit that one."""
        claim = await claim_post(self._messages, board.game, replaced)
        if isinstance(claim, MessageKey):
            state.message = claim
            await with_send_timeout(transport.edit(claim, board.view))
            self._sent(state, board, board.view, transport)
            return
        async with keep_claim_renewed(self._messages, board.game, replaced):
            state.message = await post_once(board, transport, replaced, may_exist=claim is PostClaimOutcome.RENEWED)
        await self._messages.record_posted(board.game, state.message, board.words.code)
        self._sent(state, board, board.view, transport)

    def _settle(self, waiters: Sequence[WaitingBoard], delivery: DeliveryOutcome) -> None:
        """Tell the observer, and the callers who still wait, what became of boards."""
        for waiter in waiters:
            if not waiter.done.done():
                seconds = time.monotonic() - waiter.asked_at
                self._observer.board_delivered(self._platform, delivery.name.lower(), seconds)
                waiter.done.set_result(delivery)

    async def _newest(self, board: Board) -> View:
        with logged_storage_errors:
            return await self.read_board(board.game, board.words) or board.view
        return board.view

    def _sent(self, state: BoardSendState, board: Board, view: View, transport: Transport) -> None:
        """Remember what is visible now, to be recorded and checked soon."""
        state.shown = view.revision
        if not self._unchecked:
            self._intake.start_task(self._check_soon(), name="recording boards")
        self._unchecked[board.game] = (view.revision, board, transport)

    def _repeat_later(self, state: BoardSendState, board: Board, transport: Transport) -> None:
        """Send the newest board again after a failed edit, which the platform may still show late.

        At most one repetition is scheduled per game. Boards that still fail are caught up later.
        """
        if state.message is not None and board.game not in self._repeating:
            self._repeating.add(board.game)
            self._intake.start_task(self._repeat(board, transport))

    async def _repeat(self, board: Board, transport: Transport) -> None:
        try:
            await self._intake.wait_unless_draining(_REPEAT_SECONDS)
            await self.show(Board(await self._newest(board), board.words), transport, force=True)
        finally:
            self._repeating.discard(board.game)

    async def _check_soon(self) -> None:
        """Record what was sent, and send what another process has stored meanwhile."""
        await self._intake.wait_unless_draining(_CHECK_SECONDS)
        sent, self._unchecked = self._unchecked, {}
        settled, self._settled = self._settled, set()
        current: Mapping[str, StoredBoard] = {}
        with logged_storage_errors:  # the boards count as outdated and are caught up later
            current = await self._messages.record_shown({game: sent[game][0] for game in sent}, settled)
        for game, stored in current.items():
            (revision, board, transport), state = sent[game], self._state_of(game)
            if stored.message not in {None, state.message}:
                self._intake.start_task(self._follow(board, transport))
            elif stored.revision > max(revision, state.shown):
                view = await self._newest(board)
                self._intake.start_task(self.show(Board(view, board.words), transport))

    async def _follow(self, board: Board, transport: Transport) -> None:
        """Show a board in the message to which another process has moved it; the one before becomes a link again."""
        state = self._state_of(board.game)
        async with state.lock:
            before, moved = state.message, None
            with logged_storage_errors:
                moved = await self._messages.message_of(board.game)
            if before is None or moved is None or before == moved:
                return
            state.message = moved
            await try_to_replace_former_board(transport.replace_by_link(before, moved, board.words))
        await self.show(Board(await self._newest(board), board.words), transport, force=True)
