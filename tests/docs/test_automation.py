"""The files that GitHub and pre-commit read."""

import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement

from tests.docs.documents import ROOT
from tests.support.programs import program

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded


@pytest.fixture(scope="module")
def jobs() -> dict[str, dict[str, Any]]:
    found = load(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]
    assert isinstance(found, dict)
    return found


def test_the_workflow_runs_the_same_checks_as_contributors_and_measures_coverage(jobs: dict[str, Any]) -> None:
    assert _commands(jobs["check"]) == [".ci/run"]
    assert _commands(jobs["coverage"])[-1] == "pytest -n auto --cov"
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def _commands(job: dict[str, Any]) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_workflow_tests_every_python_that_the_project_supports(jobs: dict[str, Any]) -> None:
    prefix = "Programming Language :: Python :: 3."
    supported = [f"3.{each.removeprefix(prefix)}" for each in PROJECT["classifiers"] if each.startswith(prefix)]
    assert jobs["check"]["strategy"]["matrix"]["python"] == supported
    assert PROJECT["requires-python"] == f">={supported[0]}"


def test_the_workflow_ends_and_changes_nothing(jobs: dict[str, Any]) -> None:
    workflow = load(ROOT / ".github" / "workflows" / "ci.yml")
    assert all(job["timeout-minutes"] <= 60 for job in jobs.values())
    assert workflow["permissions"] == {"contents": "read"}


def test_a_linter_for_security_accepts_the_workflows() -> None:
    """It also checks that actions are pinned to a commit."""
    command = [program("zizmor"), "--offline", "--min-severity=medium", "--no-progress", str(ROOT / ".github")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("schema", "names"),
    [
        ("vendor.github-workflows", [f"workflows/{name}.yml" for name in ("audit", "ci", "release")]),
        ("vendor.dependabot", ["dependabot.yml"]),
        ("vendor.github-issue-config", ["ISSUE_TEMPLATE/config.yml"]),
        ("vendor.github-issue-forms", [f"ISSUE_TEMPLATE/{name}.yml" for name in ("bug", "idea", "translation")]),
    ],
)
def test_github_accepts_the_files(schema: str, names: list[str]) -> None:
    files = [str(ROOT / ".github" / name) for name in names]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_a_release_is_tested_and_only_its_last_steps_may_publish() -> None:
    jobs = load(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    assert jobs["check"]["uses"] == "./.github/workflows/ci.yml"
    assert all("check" in job.get("needs", "") or "build" in job.get("needs", "") for job in list(jobs.values())[1:])
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert [name for name, job in jobs.items() if "packages" in job.get("permissions", {})] == ["image"]
    [built] = [step["with"] for step in jobs["image"]["steps"] if "build-push" in step.get("uses", "")]
    assert built["platforms"] == "linux/amd64,linux/arm64"


def test_the_lowest_versions_of_dependencies_are_tested(jobs: dict[str, Any]) -> None:
    assert _commands(jobs["lowest"]) == [".ci/lowest"]
    assert (ROOT / ".ci" / "lowest").stat().st_mode & 0o111


def test_the_image_has_one_version_of_every_dependency() -> None:
    text = (ROOT / "contrib/image/requirements.txt").read_text("utf-8")
    lines = [line.removesuffix(" \\") for line in text.splitlines() if not line.startswith(("#", " "))]
    pinned = {Requirement(line).name.lower().replace("_", "-").replace(".", "-"): Requirement(line) for line in lines}
    assert len(pinned) == len(lines)
    extras = [PROJECT["optional-dependencies"][extra] for extra in ("server", "discord", "slack", "postgresql")]
    wanted_ones = [Requirement(text) for text in (*PROJECT["dependencies"], *chain(*extras))]
    for wanted in (each for each in wanted_ones if each.name != PROJECT["name"]):
        [version] = pinned[wanted.name.lower().replace("_", "-").replace(".", "-")].specifier
        assert version.operator == "=="
        assert version.version in wanted.specifier


def test_pre_commit_runs_ruff_and_mypy() -> None:
    hooks = [hook for repo in load(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert [hook["id"] for hook in hooks] == ["ruff-check", "ruff-format", "mypy"]


def test_the_changelog_has_the_version_of_the_project() -> None:
    assert f"\n## {PROJECT['version']} - " in (ROOT / "CHANGELOG.md").read_text("utf-8")
