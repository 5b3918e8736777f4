"""What becomes of a post, an edit or news, and which process may send it."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.locales import Words
from bot.model.rooms import MessageKey, NewsKey, PostClaimOutcome
from bot.platforms.common.intake import logged_storage_errors, wait_at_most
from bot.presenters.views import View
from bot.services.messages import Messages

Result = TypeVar("Result")

_SEND_SECONDS = 15.0
"""The time limit of a send in seconds, so that a platform that hangs does not hold up later boards."""


class DeliveryOutcome(Enum):
    """What became of a post or an edit."""

    DELIVERED = auto()
    GONE = auto()  # the message no longer exists
    OUT_OF_REACH = auto()  # the bot is not a member and cannot edit its own messages
    FORBIDDEN = auto()  # the bot lacks a permission
    UNPOSTABLE = auto()  # until somebody adds the bot to the channel or allows it to write
    FAILED = auto()  # the platform or the storage did not accept it


class DeliveryError(Exception):
    """A post or an edit was not delivered, for the reason in `delivery`."""

    def __init__(self, delivery: DeliveryOutcome) -> None:
        self.delivery = delivery


class Transport(Protocol):
    """Sends boards and news to one channel of a platform with the bot's own token.

    Methods that send, edit or delete raise `DeliveryError` if that was not done.
    """

    async def wait_for_rate_limit(self) -> None:
        """Wait until the platform's rate limit allows another send."""

    async def post(self, view: View) -> MessageKey:
        """Post a new message."""

    async def find_board(self, game: str) -> MessageKey | None:
        """Find a message that an earlier post of this game's board may have left, None if there is none."""

    async def edit(self, message: MessageKey, view: View, /) -> None:
        """Replace the content of a message. Images take the place of those it has, if the view has any."""

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        """Replace the content of a former board by a link to the message to which it, or its end, has moved."""

    async def send_news(
        self, key: NewsKey, board: MessageKey | None, view: View, before: MessageKey | None = None
    ) -> MessageKey | None:
        """Send a new message, near the board of the game if it is about one; None if it cannot be deleted later.

        A notice of a turn may edit the one `before` instead, whose key is returned then. Nobody is notified of that.
        """

    async def find_news(self, key: NewsKey, board: MessageKey | None, view: View) -> MessageKey | None:
        """The message with this news that an earlier attempt has left, None if there is none."""

    async def find_turn_notices(self, board: MessageKey) -> Sequence[MessageKey]:
        """The notices of turns near a board that earlier attempts have left, as far as they are found."""

    async def delete(self, message: MessageKey) -> None:
        """Delete a message of the bot, which has to exist."""

    async def is_newest(self, message: MessageKey) -> bool:
        """Whether no message follows this one, as far as the platform tells."""


class InteractionTransport(Transport, Protocol):
    """A transport that can respond to a button on a board with the board itself."""

    async def replace_pressed_message(self, view: View) -> None:
        """Replace the content of the message whose button was pressed, with a time limit."""

    async def acknowledge(self) -> None:
        """Tell the platform that the board follows."""


ReadBoard: TypeAlias = Callable[[str, Words], Awaitable[View | None]]
"""Reads the newest board of a game from the storage; None if it has none."""


class Board(Struct, frozen=True):
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
        raise DeliveryError(DeliveryOutcome.FAILED) from error


@dataclass(slots=True)
class WaitingBoard:
    """A board that waits to be sent.

    Args:
        board: the board.
        transport: sends it.
        is_forced: whether to send it even if the message shows it already.
        done: gets what became of it.
        asked_at: when it was to be shown, in monotonic seconds.
    """

    board: Board
    transport: Transport
    is_forced: bool
    done: asyncio.Future[DeliveryOutcome]
    asked_at: float = field(default_factory=time.monotonic)


@dataclass(slots=True, weakref_slot=True)
class BoardSendState:
    """What is known of the message of one game.

    Args:
        lock: is held while something is sent.
        message: the message, None if it is unknown or there is none.
        shown: the revision that was sent last, -1 for none.
        waiters: the boards that were requested since.
        is_draining: whether a task is sending the boards of `waiters`.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    message: MessageKey | None = None
    shown: int = -1
    waiters: tuple[WaitingBoard, ...] = ()
    is_draining: bool = False


log = logging.getLogger(__name__)

_RENEW_SECONDS = 1.0

_POLL_SECONDS = 0.2
_POLLS = 100
"""How often to look for the message that another process is posting."""


async def claim_post(messages: Messages, game: str, replaced: MessageKey | None) -> PostClaimOutcome | MessageKey:
    """Claim to post the message of a game in place of `replaced`, and wait while another process is posting it.

    Returns:
        The claim or, if another process has posted the message, that message.

    Raises:
        DeliveryError: another process did not post it in time.
    """
    claim = await messages.claim(game, replaced)
    for _ in range(_POLLS):
        if claim is not PostClaimOutcome.TAKEN:
            break
        await asyncio.sleep(_POLL_SECONDS)
        posted = await messages.message_of(game)
        if posted is not None and posted != replaced:
            return posted
        claim = await messages.claim(game, replaced)
    if claim is PostClaimOutcome.TAKEN:
        raise DeliveryError(DeliveryOutcome.FAILED)
    return claim


@asynccontextmanager
async def keep_claim_renewed(messages: Messages, game: str, replaced: MessageKey | None) -> AsyncIterator[None]:
    """Renew the claim to post a game's message until the block ends, and give it up if the post was not delivered.

    Where the bot cannot post at all, a game that was never shown is withdrawn.
    """
    ended = asyncio.Event()

    async def renew() -> None:
        while True:
            await wait_at_most(ended, _RENEW_SECONDS)
            if ended.is_set():
                return
            with logged_storage_errors:
                await messages.renew_claim(game, replaced)

    renewing = asyncio.create_task(renew(), name="renewing a claim")
    try:
        yield
    except DeliveryError as error:
        ended.set()
        await asyncio.wait({renewing})  # a renewal under way must not come after the release
        await messages.release_claim(game)
        if replaced is None and error.delivery is DeliveryOutcome.UNPOSTABLE:
            is_withdrawn = await messages.remove_game_if_unseen(game)
            log.info("the board of game %s cannot be posted, so it was withdrawn: %s", game, is_withdrawn)
        raise
    finally:
        ended.set()
        await asyncio.wait({renewing})


async def post_once(board: Board, transport: Transport, replaced: MessageKey | None, *, may_exist: bool) -> MessageKey:
    """Post the message of a game, or edit the one that an earlier attempt has left.

    Args:
        board: the board.
        transport: to the channel.
        replaced: the message that the new one replaces, None for none.
        may_exist: whether an earlier attempt may have posted it.

    Raises:
        DeliveryError: it was not delivered.
    """
    found = await with_send_timeout(transport.find_board(board.game)) if may_exist else None
    if found is None or found == replaced:
        new = (
            board.view if replaced is None else replace(board.view, mention=None)
        )  # a board that moves notifies nobody again
        return await with_send_timeout(transport.post(new))
    await with_send_timeout(transport.edit(found, board.view))
    return found


async def edit_within_rate_limit(transport: Transport, message: MessageKey, view: View) -> None:
    """Edit a message when the rate limit allows it.

    Raises:
        DeliveryError: it was not delivered.
    """
    await transport.wait_for_rate_limit()
    await transport.edit(message, view)


async def try_to_replace_former_board(send: Coroutine[Any, Any, None]) -> None:
    """Turn a former board into a link, or delete it, if that is possible; otherwise a press makes it a link."""
    try:
        await with_send_timeout(send)
    except DeliveryError as error:
        log.info("a former board could not be replaced: %s", error)
