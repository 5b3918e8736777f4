"""Several people act at random over each database, and agree with the plain model; see `tests/models`."""

import pytest

from tests.models.sequences import run_in_database


def test_people_and_the_model_agree_in_a_few_sequences(sqlite_url: str) -> None:
    run_in_database(10, sqlite_url)


@pytest.mark.slow
def test_people_and_the_model_agree_over_sqlite(sqlite_url: str) -> None:
    run_in_database(200, sqlite_url)


@pytest.mark.postgresql
def test_people_and_the_model_agree_over_postgresql(postgresql_url: str) -> None:
    run_in_database(60, postgresql_url)
