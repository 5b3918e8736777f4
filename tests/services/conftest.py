"""A new table for every test."""

import pytest

from tests.services.context import Table


@pytest.fixture
def table() -> Table:
    """Nobody has played at it."""
    return Table()
