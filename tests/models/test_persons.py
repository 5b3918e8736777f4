"""People act at random in several places, processes are killed, and everybody sees what the plain model says.

`python -m tests.models.person_sequences` runs many more sequences by hand.
"""

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tests.models.person_acts import ACTS, Step
from tests.models.person_sequences import STEPS, run_sequences
from tests.models.persons import PLATFORMS, PersonSequence, Site
from tests.support.storage import migrated

steps = st.builds(Step, st.sampled_from(ACTS), st.integers(0, 2), st.integers(0, 3), st.integers(0, 9999))


class PersonMachine(RuleBasedStateMachine):
    """One sequence, which hypothesis makes as short as possible if it fails."""

    site: Site
    runner: asyncio.Runner
    sequence: PersonSequence

    @initialize(platform=st.sampled_from(PLATFORMS))
    def start(self, platform: str) -> None:
        self.sequence = PersonSequence(self.site, platform)
        self.runner.run(self.sequence.start())

    @rule(step=steps)
    def one(self, step: Step) -> None:
        self.runner.run(self.sequence.do(step))

    @rule(step=steps, other=steps)
    def two(self, step: Step, other: Step) -> None:
        self.runner.run(self.sequence.do(step, other))

    @rule(number=st.integers(0, 999))
    def look(self, number: int) -> None:
        self.runner.run(self.sequence.check(number))


def run_machine(number: int, url: str) -> None:
    limits = settings(
        max_examples=number,
        stateful_step_count=STEPS,
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
    )
    with asyncio.Runner() as runner:
        site = Site(url)
        runner.run(site.start())
        try:
            run_state_machine_as_test(
                type("Machine", (PersonMachine,), {"site": site, "runner": runner}), settings=limits
            )
        finally:
            runner.run(site.close())


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{migrated(tmp_path / 'persons.db')}"


def test_people_in_several_places_see_what_the_model_says_in_a_few_sequences(url: str) -> None:
    run_machine(8, url)


@pytest.mark.slow
def test_people_in_several_places_see_what_the_model_says(url: str) -> None:
    run_machine(120, url)


@pytest.mark.slow
async def test_random_sequences_of_people_in_several_places_agree_with_the_model(url: str) -> None:
    assert (await run_sequences(url, 120))["kills"] > 0
