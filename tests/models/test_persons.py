"""People act at random in several places, processes are killed, and everybody sees what the plain model says.

`python -m tests.models.person_sequences` runs many more sequences by hand.
"""

from pathlib import Path

import pytest

from tests.models.person_sequences import run_sequences
from tests.support.storage import migrated


@pytest.mark.parametrize("number", [5, pytest.param(160, marks=pytest.mark.slow)])
async def test_people_in_several_places_see_what_the_model_says(tmp_path: Path, number: int) -> None:
    counts = await run_sequences(f"sqlite:///{migrated(tmp_path / 'persons.db')}", number)
    assert counts["kills"] > 0 or number == 5
