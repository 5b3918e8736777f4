"""Files on their way: a URL to post the bytes to, until they are shared in a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.slack.basics import Refusal

if TYPE_CHECKING:
    from tests.fakes.slack.loopback import LoopbackSlack


@dataclass
class File:
    """A file, empty until its bytes have come."""

    id: str
    name: str
    length: int
    alt_text: str
    content: bytes = b""


class Uploads:
    """Every file announced and not yet shared."""

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack
        self._files: dict[str, File] = {}

    def announce(self, name: str, length: int, alt_text: str) -> tuple[File, str]:
        """A new file, and the URL that its bytes go to."""
        file = File(self._slack.ids.next("F"), name, length, alt_text)
        self._files[file.id] = file
        return file, f"{self._slack.url}/upload/{file.id}"

    async def serve(self, request: web.Request) -> web.Response:
        """Take the bytes."""
        file = self._files.get(request.match_info["id"])
        if file is None:
            raise web.HTTPNotFound
        file.content = await request.read()
        return web.Response(text=f"OK - {len(file.content)}")

    def finish(self, file_id: str) -> File:
        """The file, whole.

        Raises:
            Refusal: `file_not_found`, or it has not come as announced.
        """
        file = self._files.pop(file_id, None)
        if file is None:
            raise Refusal("file_not_found")
        if len(file.content) != file.length:
            raise Refusal("file_not_found", why=[f"{len(file.content)} bytes came, {file.length} announced"])
        return file
