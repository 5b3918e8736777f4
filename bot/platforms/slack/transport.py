"""Sending boards and news to a Slack channel."""

from typing import Any

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.common.delivery import Delivery, DeliveryError
from bot.platforms.common.rate_limiter import RateLimiter
from bot.platforms.slack.api_errors import (
    FAILURES,
    NETWORK_ERRORS,
    is_rate_limited,
    is_transient,
    reason_of,
    retry_after,
)
from bot.platforms.slack.rendering import message_arguments, render
from bot.presenters.views import View
from bot.services.model import MessageKey

METADATA_TYPE = "hitblow_board"
NEWS_METADATA_TYPE = "hitblow_news"
_SEARCHED_MESSAGES = 50
_ATTEMPTS = 4
_PAUSE_SECONDS = 0.5

_UNREACHABLE = {
    "not_in_channel": Delivery.NOT_A_MEMBER,
    "channel_not_found": Delivery.NO_SUCH_CHANNEL,
    "is_archived": Delivery.NO_SUCH_CHANNEL,
    "restricted_action": Delivery.NO_SUCH_CHANNEL,
    "invalid_auth": Delivery.FAILED,
    "account_inactive": Delivery.FAILED,
    "token_revoked": Delivery.FAILED,
    "not_authed": Delivery.FAILED,
    "missing_scope": Delivery.FAILED,
}
"""Errors of an edit that a new message would meet too. After any other error the message is posted again."""


class SlackTransport:
    """Sends boards and news to one channel. Its methods are described by `ChannelTransport`.

    Args:
        client: with the token of the workspace's installation.
        channel: its id.
        limiter: of messages in channels.
        thread: the thread that news goes to as well, None for none.
    """

    def __init__(self, client: AsyncWebClient, channel: str, limiter: RateLimiter, thread: str | None = None) -> None:
        self._client = client
        self._channel = channel
        self._limiter = limiter
        self._thread = thread

    async def ready(self) -> None:
        """Wait for the channel's rate limit."""
        await self._limiter.wait(self._channel)

    async def post(self, view: View) -> MessageKey:
        """Post a board, recognisable by its metadata."""
        return await self._post(view, METADATA_TYPE, view.game or "")

    async def tell(self, game: str, board: MessageKey | None, view: View) -> None:  # noqa: ARG002  # no reply to the board
        """Post news, recognisable by its metadata: in the thread too, if the transport is to one."""
        await self.ready()
        await self._post(
            view, NEWS_METADATA_TYPE, game, thread_ts=self._thread, reply_broadcast=self._thread is not None
        )

    async def find(self, game: str) -> MessageKey | None:
        """Look for the board of a game among the channel's last messages, by their metadata."""
        try:
            return await self._search(METADATA_TYPE, game)
        except DeliveryError:
            return None

    async def was_told(self, game: str) -> bool:
        """Look for the news of a game among the channel's last messages, by their metadata."""
        try:
            return await self._search(NEWS_METADATA_TYPE, game) is not None
        except DeliveryError:
            return False

    async def _post(self, view: View, kind: str, game: str, **options: Any) -> MessageKey:  # noqa: ANN401  # passed on
        """Post a message, with retries after transient errors unless the message is found to have arrived.

        After a lost connection it is not retried, because the message may still be on its way.
        """
        message = render(view)
        metadata = {"event_type": kind, "event_payload": {"game": game}}
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                posted = await self._client.chat_postMessage(
                    channel=self._channel, metadata=metadata, **message_arguments(message), **options
                )
            except SlackApiError as error:
                if not is_transient(error):
                    raise DeliveryError(_UNREACHABLE.get(reason_of(error), Delivery.FAILED)) from error
                await self._limiter.pause(retry_after(error, _PAUSE_SECONDS * attempt))
                if not is_rate_limited(error) and (arrived := await self._search(kind, game)):
                    return arrived
            except NETWORK_ERRORS as error:
                raise DeliveryError(Delivery.FAILED) from error
            else:
                return MessageKey(str(posted["channel"]), str(posted["ts"]))
        raise DeliveryError(Delivery.FAILED)

    async def _search(self, kind: str, game: str) -> MessageKey | None:
        """Look for a message of a kind about a game.

        Raises:
            DeliveryError: the channel cannot be read.
        """
        try:
            history = await self._client.conversations_history(
                channel=self._channel, limit=_SEARCHED_MESSAGES, include_all_metadata=True
            )
        except FAILURES as error:
            raise DeliveryError(Delivery.FAILED) from error
        for message in history.get("messages") or ():
            metadata = message.get("metadata") or {}
            if metadata.get("event_type") == kind and metadata.get("event_payload", {}).get("game") == game:
                return MessageKey(self._channel, str(message["ts"]))
        return None

    async def edit(self, message: MessageKey, view: View) -> None:
        """Edit a message, with retries after transient errors."""
        content = render(view)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                await self._client.chat_update(
                    channel=message.channel, ts=message.message, text=content.text, blocks=content.blocks
                )
            except SlackApiError as error:
                if not is_transient(error):
                    raise DeliveryError(_UNREACHABLE.get(reason_of(error), Delivery.GONE)) from error
                await self._limiter.pause(retry_after(error, _PAUSE_SECONDS * attempt))
            except NETWORK_ERRORS:
                await self._limiter.pause(_PAUSE_SECONDS * attempt)
            else:
                return
        raise DeliveryError(Delivery.FAILED)
