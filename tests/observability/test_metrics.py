import re

import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.model.observer import Observer
from bot.observability.monitoring import Metrics


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


def samples(metrics: Metrics) -> dict[str, float]:
    """Every sample by its name and labels, as PromQL writes them."""
    found = {}
    for family in text_string_to_metric_families(metrics.render().decode()):
        for sample in family.samples:
            labels = ",".join(f'{name}="{value}"' for name, value in sorted(sample.labels.items()))
            found[sample.name + (labels and f"{{{labels}}}")] = sample.value
    return found


def test_commands_are_counted_by_name_platform_and_outcome(metrics: Metrics) -> None:
    metrics.command_handled("guess", "discord", "done", 0.02)
    metrics.command_handled("guess", "discord", "done", 0.02)
    metrics.command_handled("guess", "discord", "refused", 0.02)
    found = samples(metrics)
    assert found['hitblow_commands_total{command="guess",outcome="done",platform="discord"}'] == 2
    assert found['hitblow_commands_total{command="guess",outcome="refused",platform="discord"}'] == 1
    assert found['hitblow_command_seconds_bucket{command="guess",le="0.01",platform="discord"}'] == 0
    assert found['hitblow_command_seconds_bucket{command="guess",le="0.025",platform="discord"}'] == 3


def test_a_unit_of_work_counts_as_a_failure_only_if_the_storage_failed(metrics: Metrics) -> None:
    metrics.unit_ended("read", 0.001, failed=False)
    metrics.unit_ended("change", 0.002, failed=True)
    found = samples(metrics)
    assert found['hitblow_storage_failures_total{access="change"}'] == 1
    assert 'hitblow_storage_failures_total{access="read"}' not in found
    assert found['hitblow_unit_of_work_seconds_count{access="read"}'] == 1


def test_the_queue_of_the_solver_is_what_it_was_last(metrics: Metrics) -> None:
    metrics.solver_queue(3, 2)
    metrics.solver_queue(0, 1)
    metrics.solver_question_ended("advise", "timeout", 1.5, 0.8)
    found = samples(metrics)
    assert (found["hitblow_solver_waiting"], found["hitblow_solver_running"]) == (0, 1)
    assert found['hitblow_solver_questions_total{outcome="timeout",task="advise"}'] == 1
    assert found["hitblow_solver_wait_seconds_sum"] == 1.5


def test_sizes_of_groups_games_boards_and_delays_are_there(metrics: Metrics) -> None:
    metrics.group_committed(5, 0.003)
    metrics.games_counted(12)
    metrics.boards_behind("slack", 4)
    metrics.board_delivered("slack", "failed", 15.0)
    metrics.event_loop_delay(0.07)
    metrics.ready("database", ready=False)
    found = samples(metrics)
    assert found["hitblow_commit_units_sum"] == 5
    assert found["hitblow_open_games"] == 12
    assert found['hitblow_boards_behind{platform="slack"}'] == 4
    assert found['hitblow_board_seconds_count{delivery="failed",platform="slack"}'] == 1
    assert found['hitblow_event_loop_delay_seconds_bucket{le="0.05"}'] == 0
    assert found['hitblow_ready{part="database"}'] == 0


def test_nothing_that_is_reported_is_ignored(metrics: Metrics) -> None:
    reports = {name for name in vars(Observer) if not name.startswith("_")}
    assert reports <= set(vars(type(metrics)))


def test_every_name_says_what_it_measures_and_in_which_unit(metrics: Metrics) -> None:
    families = list(text_string_to_metric_families(metrics.render().decode()))
    own = [family for family in families if family.name.startswith("hitblow")]
    assert all(family.documentation for family in own)
    timed = {family.name for family in own if re.match("Time|How late", family.documentation)}
    assert timed == {family.name for family in own if family.name.endswith("_seconds")}
