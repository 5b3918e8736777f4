"""Sending boards, news and images to a Slack channel. Images are files that are uploaded, and then shown by blocks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from cachetools import TTLCache
from msgspec import Struct
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.locales import Words
from bot.model.rooms import MessageKey, NewsKey, NewsKind, RoomKey
from bot.platforms.common.delivery import DeliveryError, DeliveryOutcome
from bot.platforms.common.intake import SendRateLimiter
from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.slack import limits
from bot.platforms.slack.incoming import is_direct
from bot.platforms.slack.rendering import Json, Message, render
from bot.presenters.boards import moved_board_link
from bot.presenters.phrases import SLACK
from bot.presenters.views import View

Result = TypeVar("Result")

log = logging.getLogger(__name__)

METADATA_TYPE = "hitblow_board"
NEWS_METADATA_TYPE = "hitblow_news"
_SEARCHED_MESSAGES = 50
_SEARCHED_REPLIES = 200
_ATTEMPTS = 4
_PAUSE_SECONDS = 0.5

_UNREACHABLE = {
    "not_in_channel": DeliveryOutcome.UNPOSTABLE,
    "channel_not_found": DeliveryOutcome.UNPOSTABLE,
    "is_archived": DeliveryOutcome.UNPOSTABLE,
    "restricted_action": DeliveryOutcome.UNPOSTABLE,
    "restricted_action_read_only_channel": DeliveryOutcome.UNPOSTABLE,
    "restricted_action_thread_only_channel": DeliveryOutcome.UNPOSTABLE,
    "invalid_auth": DeliveryOutcome.FAILED,
    "account_inactive": DeliveryOutcome.OUT_OF_REACH,
    "token_revoked": DeliveryOutcome.OUT_OF_REACH,
    "not_authed": DeliveryOutcome.FAILED,
    "missing_scope": DeliveryOutcome.FAILED,
}
"""Errors of an edit that would also fail a new message. After other errors the message is posted again."""

_UPLOAD_SECONDS = 6.0
"""The time limit in seconds for drawing and uploading images, for which the message waits."""

_PROCESSING_PAUSES = (0.5, 1.0, 2.0, 2.0)
"""Seconds between attempts to show a file. Slack refuses one that it has not checked yet, and says when in no way."""

_LASTING = {"missing_scope", "file_uploads_disabled", "not_allowed_token_type", "no_permission"}
"""Errors that would also fail the next upload to the same workspace."""

REFUSAL_SECONDS = 6 * 3600.0
WORKSPACES = 10_000
_INVALID_BLOCKS = "invalid_blocks"


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


class SlackTransport(Struct, frozen=True):
    """Sends boards and news to one channel. Its methods are described by `Transport`.

    Args:
        client: with the token of the workspace's installation.
        channel: its id.
        limiter: of messages in channels.
        thread: the thread that news goes to as well, None for none.
        upload: uploads the images of a view; None for no images.
    """

    client: AsyncWebClient
    channel: str
    limiter: SendRateLimiter
    thread: str | None = None
    upload: Callable[[View], Awaitable[Sequence[Json]]] | None = None

    async def _send(self, view: View, send: Callable[[Message], Awaitable[Result]]) -> Result:
        """Send a view, with its images if Slack takes them."""
        show = partial(render, view, is_direct=is_direct(self.channel))
        if self.upload is None or not view.images:
            return await send(show())
        return await send_with_images(await self.upload(view), lambda shown: send(show(images=shown)))

    async def wait_for_rate_limit(self) -> None:
        """Wait for the channel's rate limit."""
        await self.limiter.wait(self.channel)

    async def post(self, view: View) -> MessageKey:
        """Post a board, recognisable by its metadata."""
        return await self._send(view, partial(self._post, metadata=_board_metadata(view.game or "")))

    async def send_news(
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
        await self.wait_for_rate_limit()
        post, thread = partial(self._post, metadata=_news_metadata(key)), self.thread
        if view.mention is not None and board is not None:
            return await self._send(view, partial(post, thread=board.message))
        return await self._send(view, partial(post, thread=thread, reply_broadcast=thread is not None))

    async def find_board(self, game: str) -> MessageKey | None:
        """Look for the board of a game among the channel's last messages, by their metadata."""
        try:
            return await self._search(_board_metadata(game))
        except DeliveryError:
            return None

    async def find_news(self, key: NewsKey, board: MessageKey | None, view: View) -> MessageKey | None:
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
                posted = await self.client.chat_postMessage(
                    channel=self.channel,
                    metadata=metadata,
                    thread_ts=thread,
                    reply_broadcast=reply_broadcast,
                    **message.arguments,
                )
            except SlackApiError as error:
                if not limits.is_transient(error):
                    raise_if_blocks_refused(message, limits.error_code(error))
                    raise DeliveryError(_UNREACHABLE.get(limits.error_code(error), DeliveryOutcome.FAILED)) from error
                await self.limiter.sleep(limits.retry_after(error, _PAUSE_SECONDS * attempt))
                if not limits.is_rate_limited(error) and (arrived := await self._search(metadata, thread)):
                    return arrived
            except limits.NETWORK_ERRORS as error:
                raise DeliveryError(DeliveryOutcome.FAILED) from error
            else:
                return MessageKey(str(posted["channel"]), str(posted["ts"]))
        raise DeliveryError(DeliveryOutcome.FAILED)

    async def _search(self, metadata: Json, thread: str | None = None) -> MessageKey | None:
        """Look for a message with some metadata in the channel or in one of its threads.

        Raises:
            DeliveryError: the channel cannot be read.
        """
        try:
            for message in (await self._messages_in(thread)).get("messages") or ():
                found = message.get("metadata") or {}
                if {key: found.get(key) for key in metadata} == metadata:
                    return MessageKey(self.channel, str(message["ts"]))
        except limits.FAILURES as error:
            raise DeliveryError(DeliveryOutcome.FAILED) from error
        return None

    async def _messages_in(self, thread: str | None) -> AsyncSlackResponse:
        if thread is not None:
            return await self.client.conversations_replies(
                channel=self.channel, ts=thread, limit=_SEARCHED_REPLIES, include_all_metadata=True
            )
        return await self.client.conversations_history(
            channel=self.channel, limit=_SEARCHED_MESSAGES, include_all_metadata=True
        )

    async def find_turn_notices(self, board: MessageKey) -> Sequence[MessageKey]:
        """Look for notices among the replies to the board, by their metadata."""
        try:
            replies = (await self._messages_in(board.message)).get("messages") or ()
        except limits.FAILURES:
            return ()
        return [MessageKey(board.channel, str(reply["ts"])) for reply in replies if _is_notice(reply)]

    async def delete(self, message: MessageKey) -> None:
        """Delete a message of the bot. An error of unknown meaning counts as one that another attempt has, too."""
        try:
            await self.client.chat_delete(channel=message.channel, ts=message.message)
        except SlackApiError as error:
            default = DeliveryOutcome.FAILED if limits.is_transient(error) else DeliveryOutcome.GONE
            raise DeliveryError(_UNREACHABLE.get(limits.error_code(error), default)) from error
        except limits.NETWORK_ERRORS as error:
            raise DeliveryError(DeliveryOutcome.FAILED) from error

    async def replace_by_link(
        self, message: MessageKey, moved: MessageKey, words: Words, *, is_over: bool = False
    ) -> None:
        """Turn a former board into a link."""
        await self.edit(message, moved_board_link(RoomKey(SLACK, "", self.channel), moved, words, is_over=is_over))

    async def is_newest(self, message: MessageKey) -> bool:
        """Whether no message of the channel follows this one; what is typed in a thread does."""
        if self.thread is not None:
            return False
        try:
            newest = await self.client.conversations_history(channel=self.channel, limit=1)
        except limits.FAILURES:
            return False
        return [str(found["ts"]) for found in newest.get("messages") or ()] == [message.message]

    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit a message, with retries after transient errors."""
        await self._send(view, partial(self._edit, message))

    async def _edit(self, message: MessageKey, content: Message) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                await self.client.chat_update(
                    channel=message.channel, ts=message.message, text=content.text, blocks=content.blocks
                )
            except SlackApiError as error:
                if not limits.is_transient(error):
                    raise_if_blocks_refused(content, limits.error_code(error))
                    raise DeliveryError(_UNREACHABLE.get(limits.error_code(error), DeliveryOutcome.GONE)) from error
                await self.limiter.sleep(limits.retry_after(error, _PAUSE_SECONDS * attempt))
            except limits.NETWORK_ERRORS:
                await self.limiter.sleep(_PAUSE_SECONDS * attempt)
            else:
                return
        raise DeliveryError(DeliveryOutcome.FAILED)


class BlocksRefused(Exception):
    """Slack refuses the blocks of a message that has a table or images."""


def raise_if_blocks_refused(message: Message, response: str) -> None:
    """Raise `BlocksRefused` if Slack's response to a message says that its table or images may be the reason."""
    if _INVALID_BLOCKS in response and any(block["type"] in {"table", "image"} for block in message.blocks):
        raise BlocksRefused


async def send_with_images(images: Sequence[Json], send: Callable[[Sequence[Json]], Awaitable[Result]]) -> Result:
    """Send something with images or, if Slack refuses them for some seconds, without."""
    for pause in _PROCESSING_PAUSES if images else ():
        try:
            return await send(images)
        except BlocksRefused:
            await asyncio.sleep(pause)
    return await send(())


class ImageUploader:
    """Uploads images as files that belong to no channel. It remembers for six hours which workspaces take no files.

    Args:
        images: draws images.
        clock: monotonic seconds.
    """

    def __init__(self, images: ImageRenderer, clock: Callable[[], float] = time.monotonic) -> None:
        self._images = images
        self._refused: TTLCache[str, None] = TTLCache(WORKSPACES, REFUSAL_SECONDS, clock)

    async def upload(self, client: AsyncWebClient, workspace: str, view: View) -> Sequence[Json]:
        """Blocks with the images of a view; none if that fails, because its text is complete without.

        Args:
            client: with the token of the workspace, which also posts the message.
            workspace: its id.
            view: what is to be shown.
        """
        if not view.images or workspace in self._refused:
            return ()
        try:
            async with asyncio.timeout(_UPLOAD_SECONDS):
                rendered = await self._images.render(view.images, patiently=True)
                if len(rendered) < len(view.images):
                    return ()
                files = [
                    {
                        "content": each.png,
                        "filename": each.image.file_name,
                        "title": each.image.alternative.partition("\n")[0],
                        "alt_txt": each.image.alternative,
                    }
                    for each in rendered
                ]
                uploaded = await client.files_upload_v2(file_uploads=files)
        except limits.FAILURES as error:
            if limits.describe_error(error) in _LASTING:
                self._refused[workspace] = None
            log.info("images were not uploaded: %s", limits.describe_error(error))
            return ()
        ids = [str(file["id"]) for file in uploaded["files"]]
        return [
            {"type": "image", "slack_file": {"id": file}, "alt_text": image.alternative}
            for file, image in zip(ids, view.images, strict=True)
        ]
