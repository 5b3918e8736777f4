"""The REST API: finds the route, counts it for the rate limits, validates the body and responds as Discord does."""

import json
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from aiohttp import web

from tests.fakes.discord import routes_application, routes_channels, routes_interactions
from tests.fakes.discord.errors import ApiError, malformed_request, require, unauthorized, unknown_route
from tests.fakes.discord.openapi import Contract
from tests.fakes.discord.routing import Call, File, Route
from tests.fakes.discord.state import State
from tests.fakes.loopback import Network, Quota, RateLimit, RateLimits

PREFIX = "/api/v10"
ROUTES = [*routes_application.ROUTES, *routes_channels.ROUTES, *routes_interactions.ROUTES]
WEBSOCKET_ROUTES = ("connect", "gateway")

RATE_LIMITS = {
    "send": RateLimit(5, 5.0, per="channel_id"),
    "edit_message": RateLimit(5, 5.0, per="channel_id"),
    "delete_message": RateLimit(5, 1.0, per="channel_id"),
    "follow_up": RateLimit(5, 2.0, per="webhook_token"),
    "edit_response": RateLimit(5, 2.0, per="webhook_token"),
}
"""Discord does not document its limits; these have been observed."""


class RestApi:
    """Discord's HTTP interface.

    Args:
        state: what the routes act on.
        token: the bot's token.
        contract: validates bodies; None to accept any.

    Attributes:
        network: carries every request.
        rate_limits: in real seconds, as clients wait for them; none until `enable` or `set` is called.
        rejected: every request that got an error, as method and path, and why.
    """

    def __init__(self, state: State, token: str, contract: Contract | None) -> None:
        self._state = state
        self._token = token
        self._contract = contract
        self.network: Network[Call] = Network(check_route)
        self.rate_limits = RateLimits(time.monotonic, RATE_LIMITS)
        self.rejected: list[tuple[str, ApiError]] = []

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Respond to any request below `PREFIX`."""
        try:
            route, call = await _read_call(request)
            return await self.network.carry(call, request, partial(self._process, request, route))
        except ApiError as error:
            return self._reject(request, error)
        finally:
            self._state.last_request = time.monotonic()

    async def _process(self, request: web.Request, route: Route, call: Call) -> web.Response:
        quota = self.rate_limits.count(call.route, call.parameters)
        if quota and quota.exceeded:
            return _rate_limited(call.route, quota)
        headers = _rate_limit_headers(call.route, quota) if quota else {}
        try:
            return _json(self._result(request, route, call), headers=headers)
        except ApiError as error:
            return self._reject(request, error, headers)
        except (KeyError, TypeError, ValueError) as error:
            return self._reject(request, malformed_request(error), headers)
        finally:
            self._state.activity.changed()

    def _result(self, request: web.Request, route: Route, call: Call) -> object:
        if not route.public and request.headers.get("Authorization") != f"Bot {self._token}":
            raise unauthorized()
        problem = self._contract.problem(route.method, route.template, call.body) if self._contract else None
        require(not problem, problem or "")
        return route.handler(self._state, call)

    def _reject(self, request: web.Request, error: ApiError, headers: Mapping[str, str] | None = None) -> web.Response:
        self.rejected.append((f"{request.method} {request.path.removeprefix(PREFIX)}", error))
        self._state.last_error = f"{self.rejected[-1][0]}: {error}"
        return _json(error.body, error.status, headers)


def check_route(name: str) -> None:
    """Raise ValueError if there is no route of that name."""
    names = {route.name for route in ROUTES} | set(WEBSOCKET_ROUTES)
    if name not in names:
        msg = f"no route {name!r}; there are {', '.join(sorted(names))}"
        raise ValueError(msg)


async def _read_call(request: web.Request) -> tuple[Route, Call]:
    route, parameters = _find(request.method, request.path.removeprefix(PREFIX))
    try:
        body, files = await _read_body(request)
    except (KeyError, ValueError) as error:
        raise malformed_request(error) from error
    return route, Call(route=route.name, parameters=parameters, query=dict(request.query), body=body, files=files)


def _find(method: str, path: str) -> tuple[Route, Mapping[str, str]]:
    for route in ROUTES:
        if (parameters := route.match(method, path)) is not None:
            return route, parameters
    raise unknown_route()


async def _read_body(request: web.Request) -> tuple[Any, list[File]]:
    """Return the JSON body, if any, and the files sent with it."""
    if request.content_type != "multipart/form-data":
        text = await request.text()
        return (json.loads(text) if text else None), []
    form = await request.post()
    files = [_file(part) for name, part in form.items() if name.startswith("files[")]
    return json.loads(str(form["payload_json"])), files


def _file(part: str | bytes | bytearray | web.FileField) -> File:
    assert isinstance(part, web.FileField), "a file without a name"
    return File(name=part.filename, size=len(part.file.read()))


def _json(answer: object, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return a response of exactly `application/json`; discord.py does not parse one with a charset."""
    if answer is None:
        return web.Response(status=204, headers=headers)
    plain = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=plain)


def _rate_limited(route: str, quota: Quota) -> web.Response:
    body = {"message": "You are being rate limited.", "retry_after": quota.reset_after, "global": False}
    headers = {"Via": "1.1 google", "Retry-After": str(quota.reset_after), "X-RateLimit-Scope": "user"}
    return _json(body, 429, headers | _rate_limit_headers(route, quota))


def _rate_limit_headers(route: str, quota: Quota) -> dict[str, str]:
    """Return the headers; the bucket they name is completed by clients with the channel or webhook."""
    return {
        "X-RateLimit-Limit": str(quota.limit),
        "X-RateLimit-Remaining": str(max(0, quota.remaining)),
        "X-RateLimit-Reset": f"{time.time() + quota.reset_after:.3f}",
        "X-RateLimit-Reset-After": f"{quota.reset_after:.3f}",
        "X-RateLimit-Bucket": f"loopback-{route}",
    }
