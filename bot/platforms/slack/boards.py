"""The one message of each game: posted once, then brought up to date, no oftener than Slack allows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TypeAlias

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.messenger import arguments
from bot.platforms.slack.rate_limiter import Pace
from bot.platforms.slack.remembered import Remembered
from bot.platforms.slack.rendering import Message, message
from bot.presenters.views import View
from bot.services.errors import StorageError
from bot.services.messages import Messages
from bot.services.model import MessageKey

log = logging.getLogger(__name__)

_TRIES = 4
_PAUSE = 0.5
_REMEMBERED_SECONDS = 600.0

Look: TypeAlias = Callable[[], Awaitable[View | None]]
"""Looks at the game again, as it stands now; None if that fails."""


class Shown(Enum):
    """How showing a board ended."""

    SHOWN = auto()
    NOT_A_MEMBER = auto()
    NO_SUCH_CHANNEL = auto()
    NOT_TAKEN = auto()


_WHY = {
    "not_in_channel": Shown.NOT_A_MEMBER,
    "channel_not_found": Shown.NO_SUCH_CHANNEL,
    "is_archived": Shown.NO_SUCH_CHANNEL,
    "restricted_action": Shown.NO_SUCH_CHANNEL,
}
_OUT_OF_REACH = {*_WHY, "invalid_auth", "account_inactive", "token_revoked", "not_authed", "missing_scope"}
"""Refusals of an update that a new message would meet too."""

_PASSING = {"ratelimited", "internal_error", "fatal_error", "service_unavailable", "request_timeout"}
_SERVER_ERROR = 500


@dataclass(slots=True)
class _Slot:
    """One game's states: how many were asked to be shown, and how many of them have been or been overtaken.

    `as_of` is when the one shown last was known, and `post` where it is shown.
    """

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    wanted: int = 0
    done: int = 0
    as_of: float = 0.0
    post: MessageKey | None = None


class Boards:
    """Shows boards.

    Whoever comes while a state is on its way waits, and all who wait are served by one update. Unless a state is known
    to be the latest, the game is looked at again, so the latest wins whatever the order they came in.
    """

    def __init__(self, messages: Messages, pace: Pace, clock: Callable[[], float]) -> None:
        self._messages = messages
        self._pace = pace
        self._clock = clock
        self._slots: Remembered[str, _Slot] = Remembered(clock, _REMEMBERED_SECONDS)

    async def show(self, client: AsyncWebClient, channel: str, view: View, since: float, look: Look) -> Shown:
        """Show this state of a game, or a later one; how that went comes back when it is there.

        `since` is a time by the clock before the state was read from the storage.
        """
        game, known = view.game or "", self._clock()
        slot = self._slots.get(game) or _Slot()
        self._slots.put(game, slot)
        slot.wanted += 1
        mine = slot.wanted
        async with slot.lock:
            if slot.done >= mine:
                return Shown.SHOWN
            await self._pace.wait(channel)
            covered = slot.wanted
            if covered - slot.done > 1 or since < slot.as_of:
                known, view = self._clock(), await look() or view
            shown = await self._patiently(client, channel, slot, view)
            if shown is Shown.SHOWN:
                slot.done, slot.as_of = covered, known
            return shown

    async def _patiently(self, client: AsyncWebClient, channel: str, slot: _Slot, view: View) -> Shown:
        game, board = view.game or "", message(view)
        for attempt in range(1, _TRIES + 1):
            try:
                await self._update_or_post(client, channel, slot, game, board)
            except SlackApiError as error:
                if not _passes(error):
                    return _WHY.get(_reason(error), Shown.NOT_TAKEN)
                await self._pace.pause(float(error.response.headers.get("Retry-After", _PAUSE * attempt)))
            except _Uncertain:
                return Shown.NOT_TAKEN
            except (aiohttp.ClientError, TimeoutError):
                await self._pace.pause(_PAUSE * attempt)
            except StorageError as error:
                log.warning("storage: %s", error)
                return Shown.NOT_TAKEN
            else:
                return Shown.SHOWN
        return Shown.NOT_TAKEN

    async def _update_or_post(
        self, client: AsyncWebClient, channel: str, slot: _Slot, game: str, board: Message
    ) -> None:
        slot.post = slot.post or await self._messages.of(game)
        if slot.post is not None and await _updated(client, slot.post, board):
            return
        slot.post = None
        posted = await _posted(client, channel, board)
        await self._messages.remember(game, posted)
        slot.post = posted


class _Uncertain(Exception):
    """Nobody knows whether a message was posted, so it is not posted again."""


async def _updated(client: AsyncWebClient, post: MessageKey, board: Message) -> bool:
    """Update the message; False if there is none any more that could be."""
    try:
        await client.chat_update(channel=post.channel, ts=post.message, text=board.text, blocks=board.blocks)
    except SlackApiError as error:
        if _passes(error) or _reason(error) in _OUT_OF_REACH:
            raise
        log.info("chat.update: %s; the board is posted again", _reason(error))
        return False
    return True


async def _posted(client: AsyncWebClient, channel: str, board: Message) -> MessageKey:
    try:
        answer = await client.chat_postMessage(channel=channel, **arguments(board))
    except (aiohttp.ClientError, TimeoutError) as error:
        raise _Uncertain from error
    except SlackApiError as error:
        if _passes(error) and _reason(error) != "ratelimited":
            raise _Uncertain from error
        raise
    return MessageKey(str(answer["channel"]), str(answer["ts"]))


def _reason(error: SlackApiError) -> str:
    return str(error.response.get("error", ""))


def _passes(error: SlackApiError) -> bool:
    """Whether the same call may succeed a moment later."""
    return _reason(error) in _PASSING or error.response.status_code >= _SERVER_ERROR
