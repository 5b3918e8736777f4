"""`files.*`: uploading a file in three steps, as the SDK's `files_upload_v2` does, and sharing it or not.

A file that is shared nowhere can be shown by the `slack_file` of an image block, in messages of the app that has
uploaded it. Slack checks files first, and meanwhile refuses such blocks.
"""

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
    """A file of an installation; `content` is empty until it is uploaded."""

    id: str
    token: str
    name: str
    length: int
    alt_text: str
    content: bytes = b""


class Uploads:
    """The files.

    Attributes:
        unchecked: how often messages with images are refused from now on, because their files are being checked.
    """

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack
        self._files: dict[str, File] = {}
        self._finished: dict[str, File] = {}
        self.unchecked = 0

    def check_images(self, blocks: list[Json], token: str) -> None:
        """Check that the files of image blocks can be shown by the installation with a token.

        Raises:
            ApiError: `invalid_blocks`; `why` has a sentence if waiting would not help.
        """
        wanted = [block["slack_file"]["id"] for block in blocks if "slack_file" in block]
        if wrong := [each for each in wanted if each not in self._finished or self._finished[each].token != token]:
            raise ApiError("invalid_blocks", why=[f"invalid slack file {each}" for each in wrong])
        if wanted and self.unchecked:
            self.unchecked -= 1
            raise ApiError("invalid_blocks", errors=["invalid slack file"])

    def shown_in(self, blocks: list[Json]) -> list[File]:
        """Return the files that image blocks show."""
        return [self._finished[block["slack_file"]["id"]] for block in blocks if "slack_file" in block]

    def announce(self, token: str, name: str, length: int, alt_text: str) -> tuple[File, str]:
        """Return a new file, and the URL to upload it to."""
        file = File(self._slack.ids.next("F"), token, name, length, alt_text)
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
        self._finished[file.id] = file
        return file


def upload_url(caller: Caller, args: Json) -> Json:
    """`files.getUploadURLExternal`: return the URL to upload a file to."""
    name, length = str(required(args, "filename")), int(required(args, "length"))
    alt_text = args.get("alt_txt") or ""
    if len(alt_text) > ALT_CHARACTERS:
        raise ApiError("alt_txt_too_large", why=[f"{len(alt_text)} characters, {ALT_CHARACTERS} allowed"])
    file, url = caller.slack.uploads.announce(caller.token, name, length, alt_text)
    return {"file_id": file.id, "upload_url": url}


def complete(caller: Caller, args: Json) -> Json:
    """`files.completeUploadExternal`: finish uploads; in a conversation that is given, share them with a comment."""
    channel = writable(caller, args | {"channel": args["channel_id"]}) if args.get("channel_id") else None
    files = [caller.slack.uploads.finish(file["id"]) for file in required(args, "files")]
    if channel is not None:
        comment = {"text": args.get("initial_comment") or "", "thread_ts": args.get("thread_ts")}
        channel.add(comment, caller.installation.bot_user_id).files.extend(files)
    return {"files": [{"id": file.id, "name": file.name} for file in files]}
