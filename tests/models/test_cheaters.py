"""Cheaters act at random, and nobody's figures suffer from what others do.

`python -m tests.models.cheater_sequences` runs many more sequences by hand.
"""

import pytest

from tests.models.cheater_sequences import run_sequences


async def test_a_few_sequences_of_cheaters_keep_every_invariant() -> None:
    assert (await run_sequences(3)).sequences == 3


@pytest.mark.slow
async def test_sequences_of_cheaters_keep_every_invariant() -> None:
    assert (await run_sequences(80, first=3)).sequences == 80
