"""A little of what `python -m tests.fuzz` sends."""

import pytest

from tests.fuzz.__main__ import fuzz


@pytest.mark.slow
@pytest.mark.parametrize(("entry", "count"), [("handlers", 1500), ("discord", 400), ("slack", 800)])
def test_random_input_brings_about_no_traceback_and_tells_no_secret(entry: str, count: int) -> None:
    findings = fuzz(count, seed=3, only=entry)
    assert sum(findings.sent.values()) > count * 0.9
    assert findings.found == [], findings.report()
