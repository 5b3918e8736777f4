"""A new harness for every test."""

import pytest

from tests.services.harness import Harness


@pytest.fixture
def harness() -> Harness:
    """Nobody has played at it."""
    return Harness()
