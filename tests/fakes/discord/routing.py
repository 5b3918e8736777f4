"""Routes, and the requests made to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tests.fakes.loopback import Exchange

if TYPE_CHECKING:
    from tests.fakes.discord.state import State
    from tests.fakes.loopback import Json


@dataclass(frozen=True, kw_only=True)
class File:
    """An uploaded file; `size` in bytes."""

    name: str
    size: int


@dataclass(eq=False, kw_only=True)
class Call(Exchange):
    """A request to a route.

    Attributes:
        parameters: those in the path.
        body: the JSON body, None if there is none.
        files: the files sent with it.
    """

    parameters: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    files: Sequence[File] = ()

    def __getitem__(self, parameter: str) -> str:
        return self.parameters[parameter]

    def id(self, parameter: str) -> int:
        """Return a parameter that is an identifier; 0, which identifies nothing, if it is not a number."""
        value = self.parameters[parameter]
        return int(value) if value.isdigit() else 0


Handler = Callable[["State", Call], "Json | list[Json] | None"]


@dataclass(frozen=True)
class Route:
    """A route of the API.

    Attributes:
        name: what tests call it.
        public: whether it needs no bot token.
    """

    name: str
    method: str
    template: str
    handler: Handler
    public: bool = False

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", self.template))

    def match(self, method: str, path: str) -> Mapping[str, str] | None:
        """Return the parameters of the path, or None if it is not of this route."""
        found = self._pattern.fullmatch(path) if method == self.method else None
        return found.groupdict() if found else None
