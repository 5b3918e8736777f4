"""A bot on a Discord of its own: a server with two people in it, where every secret is 3102."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.platforms.discord.stage import Stage, staged


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with staged(tmp_path) as ready:
        yield ready
