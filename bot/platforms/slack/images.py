"""Images in messages on Slack: files that are uploaded, and then shown by blocks."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from cachetools import TTLCache
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.common.rendering import ImageRenderer
from bot.platforms.slack.limits import FAILURES, describe
from bot.platforms.slack.rendering import Json, Message
from bot.presenters.views import View

log = logging.getLogger(__name__)

Result = TypeVar("Result")

_UPLOAD_SECONDS = 6.0
"""The time limit in seconds for drawing and uploading images, for which the message waits."""

_PROCESSING_PAUSES = (0.5, 1.0, 2.0, 2.0)
"""Seconds between attempts to show a file. Slack refuses one that it has not checked yet, and says when in no way."""

_LASTING = {"missing_scope", "file_uploads_disabled", "not_allowed_token_type", "no_permission"}
"""Errors that would also fail the next upload to the same workspace."""

REFUSAL_SECONDS = 6 * 3600.0
WORKSPACES = 10_000
_INVALID_BLOCKS = "invalid_blocks"


class BlocksRefused(Exception):
    """Slack refuses the blocks of a message that has a table or images."""


def check_blocks(message: Message, response: str) -> None:
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


class Uploads:
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
        except FAILURES as error:
            if describe(error) in _LASTING:
                self._refused[workspace] = None
            log.info("images were not uploaded: %s", describe(error))
            return ()
        ids = [str(file["id"]) for file in uploaded["files"]]
        return [
            {"type": "image", "slack_file": {"id": file}, "alt_text": image.alternative}
            for file, image in zip(ids, view.images, strict=True)
        ]
