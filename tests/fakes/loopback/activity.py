"""Waiting for a client to do something, without polling."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Activity:
    """Signals every change of a loopback platform's state to the tests that wait for one.

    Args:
        describe: returns the state as text; a wait that fails shows it.
    """

    def __init__(self, describe: Callable[[], str] = str) -> None:
        self._describe = describe
        self._changed = asyncio.Event()

    def changed(self) -> None:
        """Wake every waiting test; the loopback calls it after each change."""
        self._changed.set()

    async def until(self, condition: Callable[[], T], within: float = 30.0) -> T:
        """Return the value of `condition()` once it is true; it is evaluated after every change.

        Args:
            condition: a function without side effects.
            within: seconds to wait at most.

        Raises:
            AssertionError: the condition did not become true in time; the message shows the state.
        """
        try:
            async with asyncio.timeout(within):
                while not (value := condition()):
                    self._changed.clear()
                    await self._changed.wait()
                return value
        except TimeoutError:
            msg = f"not true within {within} s; the state is:\n{self._describe()}"
            raise AssertionError(msg) from None

    async def quiet(self, seconds: float = 0.05) -> None:
        """Wait until nothing has changed for that many seconds, before asserting that something did not happen."""
        while True:
            self._changed.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                return
