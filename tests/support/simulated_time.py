"""An event loop whose waits take no time."""

import asyncio
from typing import Any

import pytest


class SimulatedTime:
    """Lets the waits of the running event loop end at once while its clock shows that the time has passed.

    What other threads do takes no time on that clock.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop: Any = asyncio.get_running_loop()
        self.now = 0.0
        self._select = loop._selector.select
        monkeypatch.setattr(loop, "time", lambda: self.now)
        monkeypatch.setattr(loop._selector, "select", self._wait)

    def _wait(self, timeout: float | None) -> Any:
        if not timeout:
            return self._select(timeout)
        if not (events := self._select(0)):
            self.now += timeout
        return events
