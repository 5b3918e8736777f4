"""A new harness for every test."""

import pytest

from tests.services.harness import Harness


@pytest.fixture
def harness() -> Harness:
    """The services over empty storage."""
    return Harness()
