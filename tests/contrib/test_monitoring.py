"""The dashboard and the alerts name only what the program measures."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from bot.observability.monitoring import Metrics
from tests.docs.documents import ROOT

DASHBOARD: dict[str, Any] = json.loads((ROOT / "contrib/grafana/hitblow.json").read_text("utf-8"))
RULES: list[dict[str, Any]] = yaml.safe_load((ROOT / "contrib/prometheus/hitblow.rules.yml").read_text("utf-8"))[
    "groups"
][0]["rules"]
PAGE = (ROOT / "docs/operating/monitoring.md").read_text("utf-8")
NAME = re.compile(r"\b(?:hitblow|process)_\w+|\bup\b")
SELECTOR = re.compile(r"(\w+)\{([^}]*)\}")


def _expressions() -> Iterator[str]:
    for panel in DASHBOARD["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from (rule["expr"] for rule in RULES)


EXPRESSIONS = list(_expressions())


@pytest.fixture(scope="module")
def samples() -> dict[str, set[str]]:
    """The labels of every sample, by its name."""
    metrics = Metrics()
    metrics.command_handled("guess", "discord", "done", 0.1)
    metrics.board_delivered("discord", "delivered", 0.1)
    metrics.outdated_boards_counted("discord", 0)
    metrics.unit_of_work_ended("change", 0.1, failed=True)
    metrics.solver_question_ended("advise", "done", 0.1, 0.1)
    metrics.set_ready("database", ready=True)
    found: dict[str, set[str]] = {"up": set()}
    for line in metrics.render().decode().splitlines():
        if not line.startswith("#"):
            name, labels = re.match(r"(\w+)(?:\{(.*)\})? ", line).groups()  # type: ignore[union-attr]  # every line is so
            found[name] = set(re.findall(r"(\w+)=", labels or ""))
    return found


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_metric_exists_with_its_labels(expression: str, samples: dict[str, set[str]]) -> None:
    names = NAME.findall(expression)
    assert names
    assert set(names) <= samples.keys()
    known = {"job", "instance"}.union(*(samples[name] for name in names))
    for name, selector in SELECTOR.findall(expression):
        assert set(re.findall(r"(\w+)=", selector)) <= {"job"} | samples[name]
    for grouped in re.findall(r"by \(([^)]*)\)", expression):
        assert set(re.split(r",\s*", grouped)) <= known


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_brackets_are_balanced(expression: str) -> None:
    for opening, closing in ("()", "{}", "[]"):
        assert expression.count(opening) == expression.count(closing)


def test_every_own_metric_is_shown() -> None:
    families = re.findall(r"^# TYPE (hitblow_\w+)", Metrics().render().decode(), re.MULTILINE)
    assert [name for name in families if name not in " ".join(EXPRESSIONS)] == []


def test_every_alert_says_what_happened_and_what_to_do() -> None:
    for rule in RULES:
        assert rule["annotations"].keys() == {"summary", "description"}
        assert rule["labels"]["severity"] in {"warning", "critical"}
        labels = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        assert labels <= {"instance", "part", "platform"}


def test_the_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        cells = {(place["x"] + x, place["y"] + y) for x in range(place["w"]) for y in range(place["h"])}
        assert not cells & taken
        assert all(x < 24 for x, _ in cells)
        taken |= cells


def test_every_metric_is_documented() -> None:
    documented = set(re.findall(r"`(hitblow_\w+)`", PAGE))
    families = re.findall(r"^# TYPE (hitblow_\w+)", Metrics().render().decode(), re.MULTILINE)
    assert set(families) - {"hitblow_info"} == documented


def test_every_alert_is_documented() -> None:
    assert re.findall(r"^\| `(Hitblow\w+)` \|", PAGE, re.MULTILINE) == [rule["alert"] for rule in RULES]
