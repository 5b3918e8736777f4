"""A memory that forgets: a few thousand values, each for a while."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """Values by key, each kept for `seconds` after it was put there, at most `most` of them.

    What is forgotten must be found again elsewhere: another process would not have it either.
    """

    def __init__(self, clock: Callable[[], float], seconds: float, most: int = 10_000) -> None:
        self._clock = clock
        self._seconds = seconds
        self._most = most
        self._kept: OrderedDict[Key, tuple[float, Value]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        """The value, None if there is none any more."""
        until, value = self._kept.get(key, (0.0, None))
        return value if until > self._clock() else None

    def put(self, key: Key, value: Value) -> None:
        """Keep a value; the oldest go."""
        self._kept.pop(key, None)
        self._kept[key] = self._clock() + self._seconds, value
        while len(self._kept) > self._most or next(iter(self._kept.values()))[0] <= self._clock():
            self._kept.popitem(last=False)

    def forget(self, key: Key) -> None:
        """Forget a value now."""
        self._kept.pop(key, None)
