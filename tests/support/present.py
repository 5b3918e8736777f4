"""Values that may be missing."""

from typing import TypeVar

T = TypeVar("T")


def present(value: T | None) -> T:
    """The value, which a test expects to be there."""
    assert value is not None
    return value
