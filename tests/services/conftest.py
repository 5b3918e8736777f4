"""A new context for every test."""

import pytest

from tests.services.context import CallContext


@pytest.fixture
def context() -> CallContext:
    """Nobody has played at it."""
    return CallContext()
