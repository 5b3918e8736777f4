"""Response URLs: five answers within thirty minutes of a command or a click, member of the channel or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.limits import check_message

if TYPE_CHECKING:
    from tests.fakes.slack.loopback import LoopbackSlack
    from tests.fakes.slack.people import Person
    from tests.fakes.slack.places import Channel
    from tests.fakes.slack.surfaces import Message

USES = 5
LIFETIME = 30 * 60


@dataclass
class ResponseUrl:
    """A right to answer `person` in `channel`; `original` is the message that was clicked."""

    person: Person
    channel: Channel
    original: Message | None
    issued: float
    uses: int = 0


class ResponseUrls:
    """Every response URL given out, and what is posted to them."""

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack
        self._urls: dict[str, ResponseUrl] = {}

    def issue(self, person: Person, channel: Channel, original: Message | None = None) -> str:
        """A new URL."""
        key = self._slack.ids.next("R")
        self._urls[key] = ResponseUrl(person, channel, original, self._slack.clock.now())
        return f"{self._slack.url}/actions/{person.team.id}/{key}"

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a POST: 200 and `{"ok": true}`, or 404 and why not."""
        body: Json = await request.json()
        try:
            fault = self._slack.faults.due("response_url", body)
            if fault:
                return fault.response()
            self._follow(self._usable(request.match_info["key"]), body)
        except Refusal as no:
            if "why" in no.details:
                self._slack.problems.append(f"response_url: {no.error} {no.details['why']}")
            return web.json_response({"ok": False, "error": no.error}, status=404)
        return web.json_response({"ok": True})

    def _usable(self, key: str) -> ResponseUrl:
        url = self._urls.get(key)
        if url is None or self._slack.clock.now() - url.issued > LIFETIME:
            raise Refusal("expired_url")
        if url.uses >= USES:
            raise Refusal("used_url")
        url.uses += 1
        return url

    def _follow(self, url: ResponseUrl, body: Json) -> None:
        if body.get("delete_original"):
            self._delete(url)
            return
        check_message(body.get("text") or "", body.get("blocks") or [])
        if body.get("replace_original") and url.original:
            url.original.revise(body["text"], body.get("blocks") or [])
        else:
            public = body.get("response_type") == "in_channel"
            url.channel.add(body, url.person.team.bot_user_id, only_for=None if public else url.person)
        self._slack.changed()

    def _delete(self, url: ResponseUrl) -> None:
        if url.original is None:
            raise Refusal("message_not_found")
        shown = url.original.only_for.ephemeral if url.original.only_for else url.channel.posted
        if url.original in shown:
            shown.remove(url.original)
        url.original.deleted = True
        self._slack.changed()
