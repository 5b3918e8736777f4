"""Whether the program can serve people: each part of it says so itself."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

Check: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether a part is ready. An exception means that it is not."""

_CHECK_SECONDS = 2.0
"""How long a check may take; Kubernetes and load balancers give up sooner or later."""


class Readiness:
    """The parts that must be ready.

    A part that has not registered a check is not ready: it is still starting. Once the program is asked to stop,
    nothing is ready.

    Args:
        parts: the name of each part, such as `database` or `Discord`.
    """

    def __init__(self, *parts: str) -> None:
        self._checks: dict[str, Check | None] = dict.fromkeys(parts)
        self._is_stopping = False

    def register(self, part: str, check: Check) -> None:
        """Let a part be asked from now on."""
        self._checks[part] = check

    def stop(self) -> None:
        """Note that the program was asked to stop."""
        self._is_stopping = True

    async def states(self) -> Mapping[str, bool]:
        """Whether each part is ready."""
        states = await asyncio.gather(*(self._is_ready(check) for check in self._checks.values()))
        return dict(zip(self._checks, states, strict=True))

    async def _is_ready(self, check: Check | None) -> bool:
        if check is None or self._is_stopping:
            return False
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                return await check()
        except Exception:  # noqa: BLE001  # whatever is wrong, the part is not ready
            return False
