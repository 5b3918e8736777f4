"""Cheaters act at random, and nobody's figures suffer from what others do.

`python -m tests.models.cheater_sequences` runs many more sequences by hand.
"""

import pytest

from tests.models.cheater_sequences import run_sequences


@pytest.mark.parametrize(("first", "number"), [(0, 2), pytest.param(2, 80, marks=pytest.mark.slow)])
async def test_sequences_of_cheaters_keep_every_invariant(first: int, number: int) -> None:
    assert (await run_sequences(number, first)).sequences == number
