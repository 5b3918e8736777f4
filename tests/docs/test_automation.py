"""The files that GitHub and pre-commit read."""

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.documents import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return loaded


@pytest.fixture(scope="module")
def job() -> dict[str, Any]:
    (only,) = load(ROOT / ".github" / "workflows" / "ci.yml")["jobs"].values()
    assert isinstance(only, dict)
    return only


def test_the_workflow_runs_the_same_checks_as_contributors(job: dict[str, Any]) -> None:
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_the_workflow_tests_every_python_that_the_project_supports(job: dict[str, Any]) -> None:
    prefix = "Programming Language :: Python :: 3."
    supported = [f"3.{each.removeprefix(prefix)}" for each in PROJECT["classifiers"] if each.startswith(prefix)]
    assert job["strategy"]["matrix"]["python"] == supported
    assert PROJECT["requires-python"] == f">={supported[0]}"


def test_the_workflow_ends_and_changes_nothing(job: dict[str, Any]) -> None:
    workflow = load(ROOT / ".github" / "workflows" / "ci.yml")
    assert job["timeout-minutes"] <= 60
    assert workflow["permissions"] == {"contents": "read"}


def test_actions_are_pinned_to_a_major_version(job: dict[str, Any]) -> None:
    actions = [step["uses"] for step in job["steps"] if "uses" in step]
    assert actions
    assert all(
        version[0] == "v" and version[1:].isdigit() for _, _, version in (each.partition("@") for each in actions)
    )


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        ("vendor.github-workflows", ["workflows/ci.yml"]),
        ("vendor.github-issue-config", ["ISSUE_TEMPLATE/config.yml"]),
        ("vendor.github-issue-forms", [f"ISSUE_TEMPLATE/{name}.yml" for name in ("bug", "idea", "translation")]),
    ],
)
def test_github_accepts_the_files(schema: str, names: list[str]) -> None:
    files = [str(ROOT / ".github" / name) for name in names]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own files
    assert checked.returncode == 0, checked.stdout


def test_pre_commit_runs_ruff_and_mypy() -> None:
    hooks = [hook for repo in load(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]
    assert [hook["id"] for hook in hooks] == ["ruff-check", "ruff-format", "mypy"]


def test_the_changelog_has_the_version_of_the_project() -> None:
    assert f"\n## {PROJECT['version']} - " in (ROOT / "CHANGELOG.md").read_text("utf-8")
