"""Several people act at random over PostgreSQL, and agree with the plain model; see `tests/models`."""

import pytest

from tests.models.sequences import run_sequences


@pytest.mark.postgresql
def test_people_and_the_model_agree_over_postgresql(postgresql_url: str) -> None:
    run_sequences(60, postgresql_url, is_slow=True)
