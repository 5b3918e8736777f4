"""Routes and the calls made to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fakes.discord.wire import Json
    from tests.fakes.discord.world import World


@dataclass(frozen=True, kw_only=True)
class File:
    """An uploaded file; ``size`` in bytes."""

    name: str
    size: int


@dataclass(frozen=True, kw_only=True)
class Call:
    """One request: the route's name, the path's parameters, the query, the JSON body, the files beside it."""

    route: str
    parameters: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    files: Sequence[File] = ()

    def __getitem__(self, parameter: str) -> str:
        return self.parameters[parameter]

    def id(self, parameter: str) -> int:
        """A parameter that is an identifier; 0, which is nobody's, if it is not a number."""
        value = self.parameters[parameter]
        return int(value) if value.isdigit() else 0


Handler = Callable[["World", Call], "Json | list[Json] | None"]


@dataclass(frozen=True)
class Route:
    """``name`` is how tests speak of it; ``public`` routes need no bot token."""

    name: str
    method: str
    template: str
    handler: Handler
    public: bool = False

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template))

    def match(self, method: str, path: str) -> Mapping[str, str] | None:
        """The path's parameters, or None when this is not the route."""
        found = self._pattern.fullmatch(path) if method == self.method else None
        return found.groupdict() if found else None
