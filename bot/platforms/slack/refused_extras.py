"""Tables and pictures that workspaces have refused lately, so that they are not tried with every message."""

import time
from collections.abc import Callable
from enum import Enum, auto

from cachetools import TTLCache

_SECONDS = 6 * 3600.0
_WORKSPACES = 10_000


class Extra(Enum):
    """Parts of messages that a workspace can refuse."""

    TABLES = auto()
    PICTURES = auto()


class RefusedExtras:
    """Remembers for six hours which workspaces refuse tables or pictures.

    Args:
        clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._refused: TTLCache[tuple[str, Extra], bool] = TTLCache(_WORKSPACES, _SECONDS, clock)

    def add(self, workspace: str, extra: Extra) -> None:
        """Note that a workspace has refused something."""
        self._refused[workspace, extra] = True

    def has(self, workspace: str, extra: Extra) -> bool:
        """Whether a workspace has refused something lately."""
        return (workspace, extra) in self._refused
