"""The REST side: finds the route, meets its faults, checks the body, answers as Discord does."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.fakes.discord import account, answering, refusals, talking
from tests.fakes.discord.faults import Fault, Faults
from tests.fakes.discord.refusals import Refused, require
from tests.fakes.discord.routing import Call, File, Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.discord.openapi import Contract
    from tests.fakes.discord.world import World

PREFIX = "/api/v10"
_REMEMBERED = 10_000


class Rest:
    """Discord's HTTP interface.

    Args:
        world: what the routes act on.
        token: the bot's.
        contract: what bodies are validated against; None to let them pass.
    """

    def __init__(self, world: World, token: str, contract: Contract | None) -> None:
        self._world = world
        self._token = token
        self._contract = contract
        self._routes: list[Route] = [*account.ROUTES, *talking.ROUTES, *answering.ROUTES]
        self.faults = Faults()
        self.calls: deque[Call] = deque(maxlen=_REMEMBERED)
        self.refused: list[tuple[str, Refused]] = []
        self.busy = 0

    def check_route(self, name: str) -> None:
        """Raise ValueError if there is no route of that name."""
        names = {route.name for route in self._routes}
        if name not in names:
            msg = f"no route {name!r}; there are {', '.join(sorted(names))}"
            raise ValueError(msg)

    async def handle(self, request: web.Request) -> web.Response:
        """Answer any request under ``PREFIX``."""
        self.busy += 1
        try:
            return await self._handle(request)
        except Refused as refused:
            return self._refuse(request, refused)
        except (KeyError, TypeError, ValueError) as error:
            return self._refuse(request, Refused(400, 0, f"not understood: {error!r}", blunder=True))
        finally:
            self.busy -= 1

    def _refuse(self, request: web.Request, refused: Refused) -> web.Response:
        self.refused.append((f"{request.method} {request.path.removeprefix(PREFIX)}", refused))
        self._world.last_refusal = f"{self.refused[-1][0]}: {refused}"
        return _json(refused.body, refused.status)

    async def _handle(self, request: web.Request) -> web.Response:
        route, parameters = self._find(request.method, request.path.removeprefix(PREFIX))
        body, files = await _read(request)
        call = Call(route=route.name, parameters=parameters, query=dict(request.query), body=body, files=files)
        self.calls.append(call)
        await self.faults.wait(route.name)
        fault = self.faults.take(route.name)
        if fault and not fault.after:
            return _failure(fault)
        answer = self._answer(route, call, request.headers)
        return _failure(fault) if fault else _json(answer)

    def _find(self, method: str, path: str) -> tuple[Route, Mapping[str, str]]:
        for route in self._routes:
            if (parameters := route.match(method, path)) is not None:
                return route, parameters
        raise refusals.unknown_route()

    def _answer(self, route: Route, call: Call, headers: Mapping[str, str]) -> object:
        if not route.public and headers.get("Authorization") != f"Bot {self._token}":
            raise refusals.unauthorized()
        problem = self._contract.problem(route.method, route.template, call.body) if self._contract else None
        require(not problem, problem or "")
        return route.handler(self._world, call)


async def _read(request: web.Request) -> tuple[Any, list[File]]:
    """The JSON body, if any, and the files sent beside it."""
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
    """Exactly ``application/json``: with a charset after it, discord.py would not parse it."""
    if answer is None:
        return web.Response(status=204)
    plain = {"Content-Type": "application/json", **(headers or {})}
    return web.Response(body=json.dumps(answer).encode(), status=status, headers=plain)


def _failure(fault: Fault) -> web.Response:
    return _json(fault.body, fault.status, fault.headers)
