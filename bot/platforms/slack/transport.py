"""Sending boards and news to a Slack channel."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.locales import Words
from bot.model.rooms import MessageKey, NewsKey, NewsKind, RoomKey
from bot.platforms.common.delivery import Delivery, DeliveryError
from bot.platforms.common.intake import RateLimiter
from bot.platforms.slack.images import check_blocks, send_with_images
from bot.platforms.slack.incoming import is_direct
from bot.platforms.slack.limits import (
    FAILURES,
    NETWORK_ERRORS,
    is_rate_limited,
    is_transient,
    reason_of,
    retry_after,
)
from bot.platforms.slack.rendering import Json, Message, render
from bot.presenters.board import moved_board
from bot.presenters.phrases import SLACK
from bot.presenters.views import View

Result = TypeVar("Result")

METADATA_TYPE = "hitblow_board"
NEWS_METADATA_TYPE = "hitblow_news"
_SEARCHED_MESSAGES = 50
_SEARCHED_REPLIES = 200
_ATTEMPTS = 4
_PAUSE_SECONDS = 0.5

_UNREACHABLE = {
    "not_in_channel": Delivery.NOT_A_MEMBER,
    "channel_not_found": Delivery.NO_SUCH_CHANNEL,
    "is_archived": Delivery.NO_SUCH_CHANNEL,
    "restricted_action": Delivery.NO_SUCH_CHANNEL,
    "restricted_action_read_only_channel": Delivery.NO_SUCH_CHANNEL,
    "restricted_action_thread_only_channel": Delivery.NO_SUCH_CHANNEL,
    "invalid_auth": Delivery.FAILED,
    "account_inactive": Delivery.OUT_OF_REACH,
    "token_revoked": Delivery.OUT_OF_REACH,
    "not_authed": Delivery.FAILED,
    "missing_scope": Delivery.FAILED,
}
"""Errors of an edit that would also fail a new message. After other errors the message is posted again."""


def _board_metadata(game: str) -> Json:
    """The metadata by which the board of a game is recognised."""
    return {"event_type": METADATA_TYPE, "event_payload": {"game": game}}


def _news_metadata(key: NewsKey) -> Json:
    """The metadata by which news is recognised."""
    payload = {"game": key.subject, "kind": key.kind.value, "revision": key.revision}
    return {"event_type": NEWS_METADATA_TYPE, "event_payload": payload}


def _is_notice(message: Json) -> bool:
    """Whether a message tells whose turn it is."""
    found = message.get("metadata") or {}
    kind = (found.get("event_payload") or {}).get("kind")
    return found.get("event_type") == NEWS_METADATA_TYPE and kind in {NewsKind.TURN, NewsKind.REMINDER}


class SlackTransport:
    """Sends boards and news to one channel. Its methods are described by `ChannelTransport`.

    Args:
        client: with the token of the workspace's installation.
        channel: its id.
        limiter: of messages in channels.
        thread: the thread that news goes to as well, None for none.
        upload: uploads the images of a view; None for no images.
    """

    def __init__(
        self,
        client: AsyncWebClient,
        channel: str,
        limiter: RateLimiter,
        thread: str | None = None,
        upload: Callable[[View], Awaitable[Sequence[Json]]] | None = None,
    ) -> None:
        self._upload = upload
        self._client = client
        self._channel = channel
        self._limiter = limiter
        self._thread = thread

    async def _send(self, view: View, send: Callable[[Message], Awaitable[Result]]) -> Result:
        """Send a view, with its images if Slack takes them."""
        show = partial(render, view, is_direct=is_direct(self._channel))
        if self._upload is None or not view.images:
            return await send(show())
        return await send_with_images(await self._upload(view), lambda shown: send(show(images=shown)))

    async def ready(self) -> None:
        """Wait for the channel's rate limit."""
        await self._limiter.wait(self._channel)

    async def post(self, view: View) -> MessageKey:
        """Post a board, recognisable by its metadata."""
        return await self._send(view, partial(self._post, metadata=_board_metadata(view.game or "")))

    async def tell(
        self,
        key: NewsKey,
        board: MessageKey | None,
        view: View,
        before: MessageKey | None = None,  # noqa: ARG002  # threads need no channel of their own
    ) -> MessageKey | None:
        """Post news, recognisable by its metadata.

        What mentions somebody goes into the thread of the board. All other news goes to the channel, and if the
        transport is to a thread, to that too.
        """
        await self.ready()
        post, thread = partial(self._post, metadata=_news_metadata(key)), self._thread
        if view.mention is not None and board is not None:
            return await self._send(view, partial(post, thread=board.message))
        return await self._send(view, partial(post, thread=thread, reply_broadcast=thread is not None))

    async def find(self, game: str) -> MessageKey | None:
        """Look for the board of a game among the channel's last messages, by their metadata."""
        try:
            return await self._search(_board_metadata(game))
        except DeliveryError:
            return None

    async def find_told(self, key: NewsKey, board: MessageKey | None, view: View) -> MessageKey | None:
        """Look for news among the last messages of the channel or of the board's thread, by their metadata."""
        thread = board.message if board is not None and view.mention is not None else None
        try:
            return await self._search(_news_metadata(key), thread)
        except DeliveryError:
            return None

    async def _post(
        self, message: Message, metadata: Json, thread: str | None = None, *, reply_broadcast: bool = False
    ) -> MessageKey:
        """Post a message, with retries after transient errors unless the message is found to have arrived.

        After a lost connection it is not retried, because the message may still be on its way.
        """
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                posted = await self._client.chat_postMessage(
                    channel=self._channel,
                    metadata=metadata,
                    thread_ts=thread,
                    reply_broadcast=reply_broadcast,
                    **message.arguments,
                )
            except SlackApiError as error:
                if not is_transient(error):
                    check_blocks(message, reason_of(error))
                    raise DeliveryError(_UNREACHABLE.get(reason_of(error), Delivery.FAILED)) from error
                await self._limiter.pause(retry_after(error, _PAUSE_SECONDS * attempt))
                if not is_rate_limited(error) and (arrived := await self._search(metadata, thread)):
                    return arrived
            except NETWORK_ERRORS as error:
                raise DeliveryError(Delivery.FAILED) from error
            else:
                return MessageKey(str(posted["channel"]), str(posted["ts"]))
        raise DeliveryError(Delivery.FAILED)

    async def _search(self, metadata: Json, thread: str | None = None) -> MessageKey | None:
        """Look for a message with some metadata in the channel or in one of its threads.

        Raises:
            DeliveryError: the channel cannot be read.
        """
        try:
            for message in (await self._messages_in(thread)).get("messages") or ():
                found = message.get("metadata") or {}
                if {key: found.get(key) for key in metadata} == metadata:
                    return MessageKey(self._channel, str(message["ts"]))
        except FAILURES as error:
            raise DeliveryError(Delivery.FAILED) from error
        return None

    async def _messages_in(self, thread: str | None) -> AsyncSlackResponse:
        if thread is not None:
            return await self._client.conversations_replies(
                channel=self._channel, ts=thread, limit=_SEARCHED_REPLIES, include_all_metadata=True
            )
        return await self._client.conversations_history(
            channel=self._channel, limit=_SEARCHED_MESSAGES, include_all_metadata=True
        )

    async def edit_told(self, key: NewsKey, message: MessageKey, view: View) -> None:  # noqa: ARG002  # as all edits
        """Edit news."""
        await self.ready()
        await self.edit(message, view)

    async def find_notices(self, board: MessageKey) -> Sequence[MessageKey]:
        """Look for notices among the replies to the board, by their metadata."""
        try:
            replies = (await self._messages_in(board.message)).get("messages") or ()
        except FAILURES:
            return ()
        return [MessageKey(board.channel, str(reply["ts"])) for reply in replies if _is_notice(reply)]

    async def delete(self, message: MessageKey) -> None:
        """Delete a message of the bot. An error of unknown meaning counts as one that another attempt has, too."""
        try:
            await self._client.chat_delete(channel=message.channel, ts=message.message)
        except SlackApiError as error:
            default = Delivery.FAILED if is_transient(error) else Delivery.GONE
            raise DeliveryError(_UNREACHABLE.get(reason_of(error), default)) from error
        except NETWORK_ERRORS as error:
            raise DeliveryError(Delivery.FAILED) from error

    async def link(self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False) -> None:
        """Turn a former board into a link."""
        await self.edit(message, moved_board(RoomKey(SLACK, "", self._channel), moved, words, is_over=is_over))

    async def is_newest(self, message: MessageKey) -> bool:
        """Whether no message of the channel follows this one; what is typed in a thread does."""
        if self._thread is not None:
            return False
        try:
            newest = await self._client.conversations_history(channel=self._channel, limit=1)
        except FAILURES:
            return False
        return [str(found["ts"]) for found in newest.get("messages") or ()] == [message.message]

    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit a message, with retries after transient errors."""
        await self._send(view, partial(self._edit, message))

    async def _edit(self, message: MessageKey, content: Message) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                await self._client.chat_update(
                    channel=message.channel, ts=message.message, text=content.text, blocks=content.blocks
                )
            except SlackApiError as error:
                if not is_transient(error):
                    check_blocks(content, reason_of(error))
                    raise DeliveryError(_UNREACHABLE.get(reason_of(error), Delivery.GONE)) from error
                await self._limiter.pause(retry_after(error, _PAUSE_SECONDS * attempt))
            except NETWORK_ERRORS:
                await self._limiter.pause(_PAUSE_SECONDS * attempt)
            else:
                return
        raise DeliveryError(Delivery.FAILED)
