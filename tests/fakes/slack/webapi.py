"""The Web API: who calls, with what, and what is answered; the methods themselves are in `methods`."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.slack.basics import Json, Refusal
from tests.fakes.slack.faults import Fault
from tests.fakes.slack.methods import METHODS
from tests.fakes.slack.methods.caller import Caller

if TYPE_CHECKING:
    from tests.fakes.slack.loopback import LoopbackSlack

STRUCTURED = {"attachments", "blocks", "files", "metadata", "view"}


@dataclass(frozen=True)
class Call:
    """One call the app made, and the answer it got (None where the answer was lost)."""

    method: str
    args: Json
    answer: Json | None


class WebApi:
    """Answers `/api/<method>`; `calls` is everything the app has asked, oldest first."""

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack
        self.calls: list[Call] = []

    async def serve(self, request: web.Request) -> web.Response:
        """Answer one call, or suffer the fault ordered for it."""
        method, args = request.match_info["method"], await _arguments(request)
        fault = self._slack.faults.due(method, args) or self._too_fast(method, request, args)
        if fault and not fault.lost:
            self._note(Call(method, args, {"ok": False, "error": fault.error}))
            return fault.response()
        answer = self._answer(method, args, _bearer(request, args))
        self._note(Call(method, args, None if fault else answer))
        if fault:
            _hang_up(request)
        return web.json_response(answer, headers=self._scopes(request, args))

    def _too_fast(self, method: str, request: web.Request, args: Json) -> Fault | None:
        wait = self._slack.pace.wait(method, _bearer(request, args), args)
        return Fault(method, "ratelimited", retry_after=wait) if wait else None

    def _note(self, call: Call) -> None:
        self.calls.append(call)
        self._slack.changed()

    def _answer(self, method: str, args: Json, token: str) -> Json:
        try:
            return {"ok": True} | self._do(method, args, token)
        except Refusal as no:
            if why := no.details.pop("why", None):
                self._slack.problems.append(f"{method}: {no.error} {why}")
                no.details["response_metadata"] = {"messages": [f"[ERROR] {sentence}" for sentence in why]}
            return {"ok": False, "error": no.error} | no.details

    def _do(self, name: str, args: Json, token: str) -> Json:
        if name not in METHODS:
            raise Refusal("unknown_method", why=["the fake does not know it"])
        method = METHODS[name]
        caller = Caller(self._slack, token, self._slack.grants.get(token))
        if method.scope is not None:
            caller.must_have(method.scope)
        return method.answer(caller, args)

    def _scopes(self, request: web.Request, args: Json) -> dict[str, str]:
        grant = self._slack.grants.get(_bearer(request, args))
        return {"x-oauth-scopes": ",".join(sorted(grant.scopes))} if grant else {}


async def _arguments(request: web.Request) -> Json:
    args: Json = dict(request.query)
    if request.content_type == "application/json":
        args |= await request.json()
    else:
        args |= {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if scheme == "Basic":
        client_id, _, client_secret = b64decode(credentials).decode().partition(":")
        args |= {"client_id": client_id, "client_secret": client_secret}
    return args | {name: json.loads(args[name]) for name in STRUCTURED & args.keys() if isinstance(args[name], str)}


def _bearer(request: web.Request, args: Json) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ") or str(args.get("token", ""))


def _hang_up(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
