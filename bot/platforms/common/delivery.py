"""Delivering boards: what a platform's transport does, and what became of a post or an edit."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol, TypeAlias, TypeVar

from bot.locales import Words
from bot.model.messages import MessageKey
from bot.model.news import NewsKey
from bot.model.observer import Observer
from bot.presenters.views import View

Result = TypeVar("Result")

_SEND_SECONDS = 15.0
"""How long a send may take, so that a platform that hangs does not hold up later boards."""


class Delivery(Enum):
    """What became of a post or an edit."""

    DELIVERED = auto()
    GONE = auto()  # the message no longer exists
    OUT_OF_REACH = auto()  # the bot is not a member and cannot edit its own messages
    FORBIDDEN = auto()  # the bot lacks a permission
    NOT_A_MEMBER = auto()  # the bot is not in the channel
    NO_SUCH_CHANNEL = auto()  # the bot cannot write in the channel at all
    FAILED = auto()  # the platform or the storage did not accept it


UNPOSTABLE = frozenset({Delivery.NOT_A_MEMBER, Delivery.NO_SUCH_CHANNEL})
"""Why nothing can be posted in a channel until somebody adds the bot to it or lets it write."""


class DeliveryError(Exception):
    """A post or an edit was not delivered, for the reason in `delivery`."""

    def __init__(self, delivery: Delivery) -> None:
        super().__init__(delivery.name)
        self.delivery = delivery


class Transport(Protocol):
    """Sends boards to one channel of a platform. Methods that send raise `DeliveryError`."""

    async def ready(self) -> None:
        """Wait until the platform's rate limit allows another send."""
        ...

    async def post(self, view: View) -> MessageKey:
        """Post a new message."""
        ...

    async def find(self, game: str) -> MessageKey | None:
        """Find a message that an earlier post of this game's board may have left, None if there is none."""
        ...

    async def edit(self, message: MessageKey, view: View, /) -> None:
        """Replace the content of a message."""
        ...


class NewsTransport(Protocol):
    """Tells news in one channel of a platform."""

    async def tell(self, key: NewsKey, board: MessageKey | None, view: View) -> None:
        """Send a new message, near the board of the game if it is about one.

        Raises:
            DeliveryError: it was not delivered.
        """
        ...

    async def was_told(self, key: NewsKey, board: MessageKey | None, view: View) -> bool:
        """Whether an earlier attempt has left a message with this news."""
        ...


class ChannelTransport(Transport, NewsTransport, Protocol):
    """A transport to a channel with the bot's own token."""


class InteractionTransport(Transport, Protocol):
    """A transport that can respond to a button on a board with the board itself."""

    async def respond(self, view: View) -> None:
        """Replace the content of the message whose button was pressed; one that hangs is given up."""
        ...

    async def acknowledge(self) -> None:
        """Tell the platform that the board follows."""
        ...

    async def delete(self, message: MessageKey) -> None:
        """Delete a message if that is possible; never raises."""
        ...


ReadBoard: TypeAlias = Callable[[str, Words], Awaitable[View | None]]
"""Reads the newest board of a game from the storage; None if it has none."""


@dataclass(frozen=True, slots=True)
class Board:
    """A board to be shown: `view` in the language of `words`, with its game and revision."""

    view: View
    words: Words

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.view.game or ""


async def with_send_timeout(send: Coroutine[Any, Any, Result]) -> Result:
    """Await a send for at most `_SEND_SECONDS`.

    Raises:
        DeliveryError: it failed or took too long.
    """
    try:
        async with asyncio.timeout(_SEND_SECONDS):
            return await send
    except TimeoutError as error:
        raise DeliveryError(Delivery.FAILED) from error


ReportDelivery: TypeAlias = Callable[[Delivery, float], None]
"""Is told what became of a board, and after how many seconds."""


def no_report(_delivery: Delivery, _seconds: float) -> None:
    """Report nothing."""


def report_to(observer: Observer, platform: str) -> ReportDelivery:
    """Report to an observer what becomes of the boards of a platform."""

    def report(delivery: Delivery, seconds: float) -> None:
        observer.board_delivered(platform, delivery.name.lower(), seconds)

    return report


async def reported(send: Awaitable[Result], report: ReportDelivery) -> Result:
    """Await a send and report what became of it; a result that is no `Delivery` counts as delivered."""
    asked_at = time.monotonic()
    result = await send
    report(result if isinstance(result, Delivery) else Delivery.DELIVERED, time.monotonic() - asked_at)
    return result
