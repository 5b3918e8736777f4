from datetime import UTC, datetime, timedelta

import pytest

from bot.model.operations import Finding, Health
from bot.platforms.common.platform import ApiReply, compare_clocks

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)
REPLY = ApiReply(200, {"Date": "Wed, 18 Nov 2026 12:00:00 GMT"}, {})


@pytest.mark.parametrize("seconds", [-30, -1, 0, 30])
def test_a_clock_may_be_off_by_a_little(seconds: int) -> None:
    [finding] = compare_clocks("Slack", REPLY, NOON + timedelta(seconds=seconds))
    assert (finding.name, finding.health) == ("clock_ok", Health.OK)


@pytest.mark.parametrize(("seconds", "name"), [(31, "clock_fast"), (-3600, "clock_slow")])
def test_a_clock_that_is_off_by_more_is_a_problem(seconds: int, name: str) -> None:
    details = {"platform": "Slack", "seconds": str(abs(seconds))}
    assert compare_clocks("Slack", REPLY, NOON + timedelta(seconds=seconds)) == [Finding(name, Health.PROBLEM, details)]


@pytest.mark.parametrize("headers", [{}, {"Date": "yesterday"}])
def test_without_a_date_nothing_is_said(headers: dict[str, str]) -> None:
    assert compare_clocks("Slack", ApiReply(200, headers, {}), NOON) == []
