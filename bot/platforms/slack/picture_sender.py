"""Sharing the pictures of a view as files, after its text."""

import asyncio
import logging

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.common.pictures import PictureRenderer
from bot.platforms.common.rate_limiter import RateLimiter
from bot.platforms.slack.api_errors import FAILURES, describe, reason_of
from bot.platforms.slack.refused_extras import Extra, RefusedExtras
from bot.presenters.views import View

log = logging.getLogger(__name__)

_SECONDS = 8.0
"""How long an upload may take, in seconds. The sender of the text waits for it."""

_LASTING = {"missing_scope", "file_uploads_disabled", "not_allowed_token_type", "no_permission"}
"""Errors that the next upload to the same workspace would meet too."""


class PictureSender:
    """Shares pictures in conversations. Failures are only logged, because the text is complete without them.

    Args:
        pictures: renders pictures.
        refused_extras: workspaces that take no files.
        limiter: of messages in channels.
    """

    def __init__(self, pictures: PictureRenderer, refused_extras: RefusedExtras, limiter: RateLimiter) -> None:
        self._pictures = pictures
        self._refused_extras = refused_extras
        self._limiter = limiter

    async def share(
        self, client: AsyncWebClient, workspace: str, view: View, channel: str, thread: str | None = None
    ) -> None:
        """Share the pictures of a view with everybody in a conversation, in one message.

        Args:
            client: with the token of the workspace.
            workspace: its id.
            view: whose text has been posted.
            channel: the id of the conversation.
            thread: the thread of the text, None outside threads.
        """
        if not view.pictures or self._refused_extras.has(workspace, Extra.PICTURES):
            return
        rendered = await self._pictures.render(view.pictures, patiently=True)
        if not rendered:
            return
        files = [
            {
                "content": each.png,
                "filename": each.picture.file_name,
                "title": each.picture.alternative.partition("\n")[0],
                "alt_txt": each.picture.alternative,
            }
            for each in rendered
        ]
        try:
            async with asyncio.timeout(_SECONDS):
                await self._limiter.wait(channel)
                await client.files_upload_v2(channel=channel, thread_ts=thread, file_uploads=files)
        except SlackApiError as error:
            if reason_of(error) in _LASTING:
                self._refused_extras.add(workspace, Extra.PICTURES)
            log.info("pictures were not shared: %s", describe(error))
        except FAILURES as error:
            log.info("pictures were not shared: %s", describe(error))
