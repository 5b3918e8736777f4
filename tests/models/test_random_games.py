"""Several people act at random, and agree with the plain model about everything they see.

`python -m tests.models.sequences` runs many more sequences by hand.
"""

import pytest

from tests.models.sequences import run_in_file


@pytest.mark.parametrize("number", [3, pytest.param(140, marks=pytest.mark.slow)])
def test_people_and_the_model_agree(number: int) -> None:
    run_in_file(number)
