"""Response URLs: five messages within 30 minutes of a command or action, even where the app is not a member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.slack.deliveries import Call
from tests.fakes.slack.errors import ApiError
from tests.fakes.slack.validation import check_message

if TYPE_CHECKING:
    from tests.fakes.loopback import Json
    from tests.fakes.slack.channels import Channel, Message
    from tests.fakes.slack.loopback import LoopbackSlack
    from tests.fakes.slack.workspaces import User

MAX_USES = 5
LIFETIME = 30 * 60


@dataclass
class ResponseUrl:
    """The right to respond to `user` in `channel`.

    Attributes:
        original: the message in which the user acted; None for a command.
    """

    user: User
    channel: Channel
    original: Message | None
    issued: float
    uses: int = 0


class ResponseUrls:
    """All response URLs."""

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack
        self._urls: dict[str, ResponseUrl] = {}

    def issue(self, user: User, channel: Channel, original: Message | None = None) -> str:
        """Return a new URL."""
        key = self._slack.ids.next("R")
        self._urls[key] = ResponseUrl(user, channel, original, self._slack.clock.now())
        return f"{self._slack.url}/actions/{user.team.id}/{key}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Respond to a POST: 200 and `{"ok": true}`, or 404 and the error."""
        call = Call(route="response_url", args=await request.json())

        async def process(call: Call) -> web.Response:
            call.answer = self._answer(request.match_info["key"], call.args)
            return web.json_response(call.answer, status=200 if call.answer["ok"] else 404)

        return await self._slack.network.carry(call, request, process)

    def _answer(self, key: str, body: Json) -> Json:
        try:
            self._respond(self._usable(key), body)
        except ApiError as error:
            if "why" in error.details:
                self._slack.violations.append(f"response_url: {error.error} {error.details['why']}")
            return {"ok": False, "error": error.error}
        return {"ok": True}

    def _usable(self, key: str) -> ResponseUrl:
        url = self._urls.get(key)
        if url is None or self._slack.clock.now() - url.issued > LIFETIME:
            raise ApiError("expired_url")
        if url.uses >= MAX_USES:
            raise ApiError("used_url")
        url.uses += 1
        return url

    def _respond(self, url: ResponseUrl, body: Json) -> None:
        if body.get("delete_original"):
            self._delete(url)
            return
        self._slack.uploads.check_images(body.get("blocks") or [], url.user.team.bot_token)
        check_message(body.get("text") or "", body.get("blocks") or [], takes_tables=url.user.team.takes_tables)
        if body.get("replace_original") and url.original:
            url.original.edit(body["text"], body.get("blocks") or [])
        else:
            public = body.get("response_type") == "in_channel"
            url.channel.add(body, url.user.team.bot_user_id, only_for=None if public else url.user)
        self._slack.changed()

    def _delete(self, url: ResponseUrl) -> None:
        if url.original is None:
            raise ApiError("message_not_found")
        url.channel.delete(url.original)
