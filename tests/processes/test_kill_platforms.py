"""After `kill -9` under load, nothing answered is missing or doubled, and the only board of each game shows it all."""

from pathlib import Path

import pytest

from tests.processes.databases import SqliteRows
from tests.processes.kills import kill_often
from tests.processes.sites import SITES


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("platform", SITES)
async def test_guesses_survive_two_kills(tmp_path: Path, platform: str, processes: int) -> None:
    await kill_often(SqliteRows(tmp_path), platform, processes, 2)
