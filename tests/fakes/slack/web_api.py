"""The Web API: who calls, with which arguments, and the response; `methods` has the methods."""

from __future__ import annotations

import json
from base64 import b64decode
from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from aiohttp import web

from tests.fakes.loopback import Json, RateLimit
from tests.fakes.slack.deliveries import Call
from tests.fakes.slack.errors import ApiError, rate_limited
from tests.fakes.slack.methods import METHODS
from tests.fakes.slack.methods.caller import Caller

if TYPE_CHECKING:
    from tests.fakes.slack.loopback import LoopbackSlack

OTHER_ROUTES = ("connect", "events", "response_url")

RATE_LIMITS = {"chat.postMessage": RateLimit(5, 5.0, per="channel"), "chat.update": RateLimit(50, 60.0)}
"""About one post a second in a channel, counted over 5 s since Slack lets short bursts pass, and 50 updates a minute.

Source: docs.slack.dev, rate limits (`chat.postMessage` has a tier of its own, `chat.update` is in tier 3).
"""

_JSON_ARGUMENTS = {"attachments", "blocks", "files", "metadata", "view"}


class WebApi:
    """Responds to `/api/<method>`."""

    def __init__(self, slack: LoopbackSlack) -> None:
        self._slack = slack

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Respond to one call."""
        call = Call(route=request.match_info["method"], args=await _arguments(request))
        try:
            return await self._slack.network.carry(call, request, partial(self._process, request))
        finally:
            self._slack.changed()

    async def _process(self, request: web.Request, call: Call) -> web.StreamResponse:
        token = _bearer(request, call.args)
        quota = self._slack.rate_limits.count(call.method, {**call.args, "token": token})
        if quota and quota.exceeded:
            call.answer = {"ok": False, "error": "ratelimited"}
            return rate_limited(ceil(quota.reset_after) or 1).respond(request)
        call.answer = self._answer(call.method, call.args, token)
        return web.json_response(call.answer, headers=self._scopes(token))

    def _answer(self, method: str, args: Json, token: str) -> Json:
        try:
            return {"ok": True} | self._call(method, args, token)
        except ApiError as error:
            if why := error.details.pop("why", None):
                self._slack.violations.append(f"{method}: {error.error} {why}")
                error.details["response_metadata"] = {"messages": [f"[ERROR] {sentence}" for sentence in why]}
            return {"ok": False, "error": error.error} | error.details

    def _call(self, name: str, args: Json, token: str) -> Json:
        if name not in METHODS:
            raise ApiError("unknown_method", why=["the loopback does not have it"])
        method, caller = METHODS[name], Caller(self._slack, token, self._slack.installations.get(token))
        if method.scope is not None:
            caller.require_scope(method.scope)
        return method.answer(caller, args)

    def _scopes(self, token: str) -> dict[str, str]:
        installation = self._slack.installations.get(token)
        return {"x-oauth-scopes": ",".join(sorted(installation.scopes))} if installation else {}


def check_route(name: str) -> None:
    """Raise ValueError if there is no method or other route of that name."""
    if name not in METHODS and name not in OTHER_ROUTES:
        raise ValueError(f"no route {name!r}; there are {', '.join(sorted([*METHODS, *OTHER_ROUTES]))}")


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
    return args | {
        name: json.loads(args[name]) for name in _JSON_ARGUMENTS & args.keys() if isinstance(args[name], str)
    }


def _bearer(request: web.Request, args: Json) -> str:
    return request.headers.get("Authorization", "").removeprefix("Bearer ") or str(args.get("token", ""))
