"""Several people act at random, and agree with the plain model about everything they see.

`python -m tests.models.sequences` runs many more sequences by hand.
"""

import pytest

from tests.models.sequences import run_in_file


def test_people_and_the_model_agree_in_a_few_sequences() -> None:
    run_in_file(5)


@pytest.mark.slow
def test_people_and_the_model_agree() -> None:
    run_in_file(200)
