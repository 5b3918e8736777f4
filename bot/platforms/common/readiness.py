"""Whether the program can serve people: each part of it says so itself."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

Check: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether a part is ready. An exception means that it is not."""

_CHECK_SECONDS = 0.8
"""How long a check may take; by default, Kubernetes gives up after one second."""


class Readiness:
    """The parts that must be ready.

    A part that has not registered a check is not ready: it is still starting. Once the program is asked to stop,
    nothing is ready.

    Args:
        parts: the name of each part, such as `database` or `Discord`.
    """

    def __init__(self, *parts: str) -> None:
        self._parts: dict[str, _Part | None] = dict.fromkeys(parts)
        self._is_stopping = False

    def register(self, part: str, check: Check) -> None:
        """Let a part be asked from now on."""
        self._parts[part] = _Part(part, check)

    def stop(self) -> None:
        """Note that the program was asked to stop."""
        self._is_stopping = True
        for part in filter(None, self._parts.values()):
            part.cancel()

    async def states(self) -> Mapping[str, bool]:
        """Whether each part is ready, after `_CHECK_SECONDS` at most."""
        states = await asyncio.gather(*(self._is_ready(part) for part in self._parts.values()))
        return dict(zip(self._parts, states, strict=True))

    async def _is_ready(self, part: "_Part | None") -> bool:
        return part is not None and not self._is_stopping and await part.is_ready()


class _Part:
    """A part and its check, which runs at most once at a time.

    A check that takes too long is neither waited for nor cancelled, because cancelling a statement takes as long as the
    server takes to respond. Until it ends, the part is not ready, and nobody waits for it again.
    """

    def __init__(self, name: str, check: Check) -> None:
        self._name = name
        self._check = check
        self._running: asyncio.Task[bool] | None = None
        self._deadline = 0.0

    async def is_ready(self) -> bool:
        loop = asyncio.get_running_loop()
        if self._running is None or self._running.done():
            self._running = loop.create_task(self._passes(), name=f"check of {self._name}")
            self._deadline = loop.time() + _CHECK_SECONDS
        running = self._running
        await asyncio.wait([running], timeout=max(0.0, self._deadline - loop.time()))
        return running.done() and not running.cancelled() and running.result()

    def cancel(self) -> None:
        if self._running:
            self._running.cancel()

    async def _passes(self) -> bool:
        try:
            return await self._check()
        except Exception:  # noqa: BLE001  # whatever is wrong, the part is not ready
            return False
