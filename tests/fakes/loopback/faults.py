"""What can go wrong with a request: a connection that is cut, an HTTP response in place of the platform's."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.fakes.loopback.records import Json


class Fault(Protocol):
    """Something that goes wrong with a request.

    Attributes:
        processed: whether the platform still does what it was asked to; the client cannot know.
    """

    @property
    def processed(self) -> bool: ...

    def respond(self, request: web.Request) -> web.StreamResponse:
        """Return what the client gets instead of the platform's response."""
        ...


@dataclass(frozen=True)
class Disconnect:
    """The connection is cut without a response, before or after the request is processed."""

    processed: bool = False

    def respond(self, request: web.Request) -> web.StreamResponse:
        """Cut the connection; the client does not get what is returned."""
        if request.transport is not None:
            request.transport.abort()
        return web.Response()


@dataclass(frozen=True)
class ErrorResponse:
    """An HTTP response in place of the platform's own.

    Attributes:
        status: the HTTP status.
        body: an object is sent as JSON, text as it is; platforms that are down often send HTML, or nothing.
        content_type: the whole `Content-Type` header.
        headers: additional headers.
        processed: whether the platform still does what it was asked to.
    """

    status: int = 500
    body: Json | str = ""
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    processed: bool = False

    def respond(self, request: web.Request) -> web.StreamResponse:  # noqa: ARG002 - as in Fault
        """Return the response."""
        text = self.body if isinstance(self.body, str) else json.dumps(self.body)
        headers = {"Content-Type": self.content_type, **self.headers}
        return web.Response(body=text.encode(), status=self.status, headers=headers)
