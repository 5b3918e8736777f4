"""The message queue: posts the one message of each game and keeps it up to date.

Sends to one message follow one another. A board that is requested while another is being sent waits, and all that wait
are served by one send of the newest state, so a newer board is never overwritten by an older one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Protocol
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.presenters.views import View
from bot.services.errors import StorageError
from bot.services.messages import Messages
from bot.services.model import MessageKey

log = logging.getLogger(__name__)

_CACHE_SIZE = 10_000
"""Games whose message is known without asking the storage."""


class Delivery(Enum):
    """What became of a post or an edit."""

    DELIVERED = auto()
    GONE = auto()  # the message no longer exists or is out of reach
    FORBIDDEN = auto()  # the bot lacks a permission
    NOT_A_MEMBER = auto()  # the bot is not in the channel
    NO_SUCH_CHANNEL = auto()  # the bot cannot write in the channel at all
    FAILED = auto()  # the platform or the storage did not accept it


class DeliveryError(Exception):
    """A post or an edit was not delivered, for the reason in `delivery`."""

    def __init__(self, delivery: Delivery) -> None:
        super().__init__(delivery.name)
        self.delivery = delivery


@dataclass(frozen=True, slots=True)
class Board:
    """A board to be shown.

    Args:
        game: the id of its game.
        view: the board as it was when it was read.
        read_at: when that was at the earliest, in monotonic seconds.
        refresh: reads the game again; None if that fails.
    """

    game: str
    view: View
    read_at: float
    refresh: Callable[[], Awaitable[View | None]]


class Transport(Protocol):
    """Sends boards to one channel of a platform. Methods that send raise `DeliveryError`."""

    async def ready(self) -> None:
        """Wait until the platform's rate limit allows another send."""
        ...

    async def post(self, view: View) -> MessageKey:
        """Post a new message."""
        ...

    async def edit(self, message: MessageKey, view: View, /) -> None:
        """Replace the content of a message."""
        ...


class InteractionTransport(Transport, Protocol):
    """A transport whose first send may be the response to an interaction with the board itself."""

    async def respond(self, view: View) -> None:
        """Replace the content of the message that the interaction came from."""
        ...

    async def delete(self, message: MessageKey) -> None:
        """Delete a message if that is possible; never raises."""
        ...


@dataclass(slots=True, weakref_slot=True)
class _BoardState:
    """One game's sends.

    `requested` counts the boards that were to be shown and `shown` how many of them are visible or superseded;
    `shown_at` is when the visible one was read.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    requested: int = 0
    shown: int = 0
    shown_at: float = 0.0
    message: MessageKey | None = None


class MessageQueue:
    """Shows the boards of games, each in its one message."""

    def __init__(self, messages: Messages, clock: Callable[[], float]) -> None:
        self._messages = messages
        self._clock = clock
        self._states: WeakValueDictionary[str, _BoardState] = WeakValueDictionary()
        self._recent: LRUCache[str, _BoardState] = LRUCache(_CACHE_SIZE)

    async def message_of(self, game: str) -> MessageKey | None:
        """The message of a game, None if it has none.

        Raises:
            StorageError: it cannot be read.
        """
        state = self._state(game)
        if state.message is None:
            state.message = await self._messages.of(game)
        return state.message

    async def game_of(self, message: MessageKey) -> str | None:
        """The game that a message shows, None if it shows none.

        Raises:
            StorageError: it cannot be read.
        """
        return await self._messages.game_at(message)

    async def show(self, board: Board, transport: Transport) -> Delivery:
        """Show this board or a newer one: edit the game's message, or post one if it cannot be edited.

        Returns when it is visible or cannot be delivered.
        """
        state, ticket = self._request(board.game)
        async with state.lock:
            if state.shown >= ticket:
                return Delivery.DELIVERED
            await transport.ready()
            return await self._sent(state, board, lambda view: self._edit_or_post(board.game, view, transport))

    async def respond(self, board: Board, pressed: MessageKey, transport: InteractionTransport) -> Delivery:
        """Show this board or a newer one as the response to a button pressed on it.

        If the game's message is another one by now, that is edited too.
        """
        state, _ = self._request(board.game)
        async with state.lock:
            return await self._sent(state, board, lambda view: self._respond(board.game, view, pressed, transport))

    async def move(self, board: Board, transport: InteractionTransport) -> Delivery:
        """Post the board as a new message and delete the one before."""
        state, _ = self._request(board.game)
        async with state.lock:
            return await self._sent(state, board, lambda view: self._repost(board.game, view, transport))

    def _state(self, game: str) -> _BoardState:
        state = self._states.setdefault(game, _BoardState())
        self._recent[game] = state
        return state

    def _request(self, game: str) -> tuple[_BoardState, int]:
        state = self._state(game)
        state.requested += 1
        return state, state.requested

    async def _sent(self, state: _BoardState, board: Board, send: Callable[[View], Awaitable[Delivery]]) -> Delivery:
        """Send the newest state of a board and note what is visible now."""
        covered, read_at, view = state.requested, board.read_at, board.view
        if covered - state.shown > 1 or read_at < state.shown_at:
            read_at = self._clock()
            view = await board.refresh() or view
        try:
            delivery = await send(view)
        except DeliveryError as error:
            return error.delivery
        except StorageError as error:
            log.warning("storage: %s", error)
            return Delivery.FAILED
        state.shown, state.shown_at = covered, read_at
        return delivery

    async def _edit_or_post(self, game: str, view: View, transport: Transport) -> Delivery:
        message = await self.message_of(game)
        if message is not None:
            try:
                await transport.edit(message, view)
            except DeliveryError as error:
                if error.delivery not in {Delivery.GONE, Delivery.FORBIDDEN}:
                    raise
                await self._post(game, view, transport)
                return error.delivery if error.delivery is Delivery.FORBIDDEN else Delivery.DELIVERED
            return Delivery.DELIVERED
        await self._post(game, view, transport)
        return Delivery.DELIVERED

    async def _respond(self, game: str, view: View, pressed: MessageKey, transport: InteractionTransport) -> Delivery:
        message = await self.message_of(game)
        try:
            await transport.respond(view)
        except DeliveryError:
            if message is None:
                await self._remember(game, pressed)
            return await self._edit_or_post(game, view, transport)
        if message != pressed and not await self._edited(message, view, transport):
            await self._remember(game, pressed)
        return Delivery.DELIVERED

    async def _repost(self, game: str, view: View, transport: InteractionTransport) -> Delivery:
        before = await self.message_of(game)
        await self._post(game, view, transport)
        if before is not None:
            await transport.delete(before)
        return Delivery.DELIVERED

    async def _edited(self, message: MessageKey | None, view: View, transport: Transport) -> bool:
        """Whether there is such a message; another error than its absence is left to the next send."""
        if message is None:
            return False
        try:
            await transport.edit(message, view)
        except DeliveryError as error:
            return error.delivery is not Delivery.GONE
        return True

    async def _post(self, game: str, view: View, transport: Transport) -> None:
        await self._remember(game, await transport.post(view))

    async def _remember(self, game: str, message: MessageKey) -> None:
        self._state(game).message = message
        await self._messages.remember(game, message)
