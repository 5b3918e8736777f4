"""`files.*`: sharing a file in three steps, as the SDK's `files_upload_v2` does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.methods.caller import Caller, required
from tests.fakes.slack.methods.chat import writable

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.loopback import LoopbackSlack


ALT_CHARACTERS = 1_000


@dataclass
class File:
    """A file; `content` is empty until it is uploaded."""

    id: str
    name: str
    length: int
    alt_text: str
    content: bytes = b""


class Uploads:
    """The files that were announced and not shared yet."""

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack
        self._files: dict[str, File] = {}

    def announce(self, name: str, length: int, alt_text: str) -> tuple[File, str]:
        """Return a new file, and the URL to upload it to."""
        file = File(self._slack.ids.next("F"), name, length, alt_text)
        self._files[file.id] = file
        return file, f"{self._slack.url}/upload/{file.id}"

    async def serve(self, request: web.Request) -> web.Response:
        """Receive the contents of a file."""
        file = self._files.get(request.match_info["id"])
        if file is None:
            raise web.HTTPNotFound
        file.content = await request.read()
        return web.Response(text=f"OK - {len(file.content)}")

    def finish(self, file_id: str) -> File:
        """Return an uploaded file.

        Raises:
            ApiError: `file_not_found`, also if it does not have the announced length.
        """
        file = self._files.pop(file_id, None)
        if file is None:
            raise ApiError("file_not_found")
        if len(file.content) != file.length:
            raise ApiError("file_not_found", why=[f"{len(file.content)} bytes received, {file.length} announced"])
        return file


def upload_url(caller: Caller, args: Json) -> Json:
    """`files.getUploadURLExternal`: return the URL to upload a file to."""
    name, length = str(required(args, "filename")), int(required(args, "length"))
    alt_text = args.get("alt_txt") or ""
    if len(alt_text) > ALT_CHARACTERS:
        raise ApiError("alt_txt_too_large", why=[f"{len(alt_text)} characters, {ALT_CHARACTERS} allowed"])
    file, url = caller.slack.uploads.announce(name, length, alt_text)
    return {"file_id": file.id, "upload_url": url}


def complete(caller: Caller, args: Json) -> Json:
    """`files.completeUploadExternal`: share uploaded files in a conversation, with a comment."""
    channel = writable(caller, args | {"channel": required(args, "channel_id")})
    files = [caller.slack.uploads.finish(file["id"]) for file in required(args, "files")]
    comment = {"text": args.get("initial_comment") or "", "thread_ts": args.get("thread_ts")}
    channel.add(comment, caller.installation.bot_user_id).files.extend(files)
    return {"files": [{"id": file.id, "name": file.name} for file in files]}
